import { memoised } from '@parvis/domain/kernel/memoised'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'

export const day = 86_400_000
const maxSteps = 5_000

/** `[name, parameters, type, value…]`, the jCal form of a property (RFC 7265). */
export type Property = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]]

/** A time of a wall clock, in milliseconds as if it were UTC, and the zone of the clock. */
export type Wall = { wall: number; zone: string | undefined; isDay: boolean }

/** The wall times of a property; of a period, its start. */
export function wallsOf([, { tzid }, type, ...values]: Property): Wall[] {
  return values.flatMap((value) => {
    const text = String(type === 'period' && Array.isArray(value) ? value[0] : value)
    const wall = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text.endsWith('Z') ? text : `${text}Z`)
    if (Number.isNaN(wall)) return []
    const zone = text.endsWith('Z') ? 'UTC' : typeof tzid === 'string' ? tzid : undefined
    return [{ wall, zone, isDay: text.length === 10 }]
  })
}

const paris = 'Europe/Paris'

/** IANA names as they are; any other (« Romance Standard Time »), and a floating time, is Paris. */
const zoneOf = memoised(100, (name: string | undefined): string =>
  name !== undefined && /^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(name) && isZone(name) ? name : paris,
)

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('fr', { timeZone: name }))
  } catch {
    return false
  }
}

/** The moment of a wall time: VTIMEZONE is never evaluated. */
export function momentOfWall({ wall, zone, isDay }: Wall): number {
  if (zone === 'UTC') return wall
  const local = Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, 19))
  return local.toZonedDateTime(isDay ? paris : zoneOf(zone)).epochMilliseconds
}

/** DAILY takes BYDAY alone; the others those that mean the same in every reader. */
const understood = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS']
const ofDays = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY']

/** The repeated starts from `from` to `limit`; undefined of a rule that is not understood, or takes more than 5,000 steps. */
export function repeat(rule: string, first: Wall, from: number, limit: number): Wall[] | undefined {
  const parts = new Map(rule.split(';').map((part) => part.toUpperCase().split('=') as [string, string]))
  const freq = parts.get('FREQ') ?? ''
  const allowed = freq === 'DAILY' ? ofDays : understood
  if (
    !['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(freq) ||
    ![...parts.keys()].every((key) => allowed.includes(key))
  )
    return undefined
  const isAfter = untilOf(parts.get('UNTIL'), first)
  parts.delete('UNTIL')
  const written = [...parts].map((part) => part.join('=')).join(';')
  try {
    return steps(ICAL.Recur.fromString(written), first, { from, isPast: (wall) => wall > limit + day || isAfter(wall) })
  } catch {
    return undefined
  }
}

type Window = { from: number; isPast: (wall: number) => boolean }

function steps(rule: ICAL.Recur, first: Wall, { from, isPast }: Window): Wall[] | undefined {
  const iterator = rule.iterator(ICAL.Time.fromDateTimeString(new Date(first.wall).toISOString().slice(0, 19)))
  const starts: Wall[] = []
  for (let step = 0; step < maxSteps; step += 1) {
    const next = iterator.next()
    const wall = next ? Date.parse(`${next.toString().slice(0, 19)}Z`) : Infinity
    if (isPast(wall)) return starts
    if (wall >= from) starts.push({ ...first, wall })
  }
  return undefined
}

/** Whether a wall time is after the UNTIL of a rule, a day or a moment. */
function untilOf(written: string | undefined, first: Wall): (wall: number) => boolean {
  const [, year, month, date, time = '', z = ''] = /^(\d{4})(\d{2})(\d{2})(T\d{6})?(Z)?$/.exec(written ?? '') ?? []
  if (!year) return () => false
  const clock = time ? `${time.slice(0, 3)}:${time.slice(3, 5)}:${time.slice(5)}` : 'T23:59:59'
  const limit = Date.parse(`${year}-${month}-${date}${clock}Z`)
  if (!z || first.isDay) return (wall) => wall > limit
  return (wall) => wall > limit + day || momentOfWall({ ...first, wall }) > limit
}
