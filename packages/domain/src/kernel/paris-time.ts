import { Temporal } from 'temporal-polyfill'
import { memoised } from './memoised.ts'

/** The product's only time zone. */
const paris = 'Europe/Paris'

/** The instant of a Paris local time. In spring a missing hour shifts forward, in autumn a doubled hour takes the first. */
export function instantOfParis(local: Temporal.PlainDateTime): Temporal.Instant {
  return local.toZonedDateTime(paris, { disambiguation: 'compatible' }).toInstant()
}

/** The Paris local time of an instant. */
export function parisOf(instant: Temporal.Instant): Temporal.ZonedDateTime {
  return instant.toZonedDateTimeISO(paris)
}

/** The day it is in Paris at that instant. */
export function parisDay(instant: Temporal.Instant): Temporal.PlainDate {
  return parisOf(instant).toPlainDate()
}

/** First instant of a Paris day. */
export function startOfParisDay(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(paris).toInstant()
}

/** Monday 00:00 in Paris of the ISO week that holds the instant. */
export function startOfParisWeek(instant: Temporal.Instant): Temporal.Instant {
  const day = parisDay(instant)
  return startOfParisDay(day.subtract({ days: day.dayOfWeek - 1 }))
}

/**
 * Reads what a request may hold: ISO 8601 with an offset or Z, or a local time `YYYY-MM-DD HH:mm[:ss]` (a T is accepted
 * too) read in Paris (api.md section 1). Undefined when malformed, impossible (31/02), or outside the years 1900-2999.
 */
export function readDateTime(text: string): Temporal.Instant | undefined {
  const match = dateTimePattern.exec(text.trim())
  if (!match) return undefined
  const [, day = '', time = '', offset] = match
  const plain = offset === undefined ? undefined : readPlainMoment(`${day}T${time}`, offset)
  if (plain !== undefined) return Temporal.Instant.fromEpochMilliseconds(plain)
  const local = readLocal(`${day}T${time}`)
  if (!local || local.year < 1900 || local.year > 2999) return undefined
  if (offset === undefined) return instantOfParis(local)
  return attempt(() => Temporal.Instant.from(`${local.toString()}${writeOffset(offset)}`))
}

/**
 * The epoch milliseconds of what nearly every client sends, a full time `YYYY-MM-DDTHH:mm:ss[.SSS]` with an offset, at a
 * tenth of the cost of Temporal; undefined for anything else, which Temporal reads or refuses.
 */
function readPlainMoment(local: string, offset: string): number | undefined {
  if (local.length !== 19 && local.length !== 23) return undefined
  const year = Number(local.slice(0, 4))
  const moment = Date.parse(`${local}Z`)
  // A day or an hour that does not exist is refused by Date.parse, or moved: then it is not written back the same.
  if (Number.isNaN(moment) || year < 1900 || year > 2999) return undefined
  if (!new Date(moment).toISOString().startsWith(local)) return undefined
  const ahead = readPlainOffset(offset)
  return ahead === undefined ? undefined : moment - ahead
}

/** Milliseconds ahead of UTC. */
function readPlainOffset(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))]
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Reads a Paris local time without converting it; an offset, when given, is first converted to Paris. */
export function readParisLocal(text: string): Temporal.PlainDateTime | undefined {
  const match = dateTimePattern.exec(text.trim())
  if (match?.[3] === undefined && match) return readLocal(`${match[1]}T${match[2]}`)
  const instant = readDateTime(text)
  return instant && parisOf(instant).toPlainDateTime()
}

/** `03:30` for 02:30 of the night in March when Paris skips an hour; undefined for a time that exists. */
export function timeInsteadOf(local: string): string | undefined {
  const [typed, moment] = [readParisLocal(local), readDateTime(local)]
  const read = moment && parisOf(moment).toPlainDateTime()
  return !typed || !read || typed.equals(read) ? undefined : read.toString().slice(11, 16)
}

/** `2027-03-12T14:30:00+01:00`: ISO 8601 with the Paris offset, as in every answer. */
export function writeParisIso(moment: Temporal.Instant | Date | number): string {
  return parisIso(millisecondsOf(moment))
}

// Each call of a calendar writes the same few hundred moments.
const parisIso = memoised(5_000, (epochMilliseconds: number): string => {
  if (epochMilliseconds < wholeHourOffsetsSince) {
    const instant = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    return parisOf(instant).toString({ smallestUnit: 'second', timeZoneName: 'never' })
  }
  const offset = parisOffset(epochMilliseconds)
  const local = new Date(epochMilliseconds + offset).toISOString().slice(0, 19)
  return `${local}+0${offset / millisecondsPerHour}:00`
})

function millisecondsOf(moment: Temporal.Instant | Date | number): number {
  if (typeof moment === 'number') return moment
  return moment instanceof Date ? moment.getTime() : moment.epochMilliseconds
}

/** `2027-03-12 14:30` in Paris, the wire form of `notificationDate`. */
export function writeParisMinute(instant: Temporal.Instant): string {
  return parisOf(instant).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

// The offset's plus may arrive as a space, decoded from a form body.
const dateTimePattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(Z|z|[+\- ][0-9]{2}:?[0-9]{2})?$/

function readLocal(text: string): Temporal.PlainDateTime | undefined {
  // Temporal reads second 60 (a leap second) as 59, which no clock of ours writes.
  return /:60(\.|$)/.test(text) ? undefined : attempt(() => Temporal.PlainDateTime.from(text))
}

function writeOffset(offset: string): string {
  return offset.toUpperCase().replace(' ', '+')
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const millisecondsPerHour = 3_600_000
/** Before 1945 Paris was not always whole hours from UTC. */
const wholeHourOffsetsSince = Date.UTC(1980, 0, 1)

/**
 * How far the clocks of Paris are ahead of UTC at that moment, in milliseconds. Clocks change on the hour: Temporal is asked
 * once for each, an answer of many dates asks for the same ones.
 */
export function parisOffset(epochMilliseconds: number): number {
  if (epochMilliseconds < wholeHourOffsetsSince) return askOffset(epochMilliseconds)
  return offsetOfHour(Math.floor(epochMilliseconds / millisecondsPerHour))
}

const offsetOfHour = memoised(20_000, (hour: number) => askOffset(hour * millisecondsPerHour))

function askOffset(epochMilliseconds: number): number {
  return parisOf(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)).offsetNanoseconds / 1e6
}
