import { schemaTypeOf } from '@parvis/domain/company/categories'
import {
  comingDates,
  type Occurrence,
  type ScheduleContext,
  silentDays,
  windowOfDays,
} from '@parvis/domain/instants/occurrences'
import { daysOfItem, type ScheduleItem } from '@parvis/domain/instants/schedule'
import { minutesPerDay, writeClockTime } from '@parvis/domain/kernel/clock-time'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { canonicalOf, instantPath } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { pictureOf, square } from '../pictures.ts'
import { postalAddress } from './show-business.ts'
import type { SiteInstant } from './show-instants.ts'

type Described = { business: SiteBusiness; instant: SiteInstant; now: Temporal.Instant }

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const maxEvents = 10
/** Weekly lines are booked so far ahead. */
const weeklyDays = 30
const schema = 'https://schema.org'

/** schema.org data of an instant: one Event per date to come, the schedule of a weekly one, or an Offer. */
export function instantData(config: Config, { business, instant, now }: Described): object[] {
  const { items, next, context } = instant
  const url = canonicalOf(config, business, instantPath(business, instant).replace(/^.*\//, '/'))
  const common = {
    '@context': schema,
    '@id': url,
    url,
    name: instant.title,
    ...(instant.shortDescription && { description: instant.shortDescription }),
    image: pictureOf(config.mediaOrigin, instant.picture, square, '').src,
  }
  const coming = comingDates(items, now, context)
  const last = items.findLast((item) => item.kind === 'fixed')
  if (instant.kind === 'specialOffer') {
    const seller = { '@type': 'Organization', name: business.name, url: canonicalOf(config, business) }
    const date = coming.find(({ id }) => id === next?.id)
    return [{ ...common, '@type': 'Offer', offeredBy: seller, ...availability(date ?? pastDate(last), next) }]
  }
  // At the opening hours it has no date: 15.34.
  if (instant.kind !== 'event' && items.length === 0) {
    const provider = { '@type': schemaTypeOf(business.category, business.type), name: business.name }
    return [{ ...common, '@type': 'Service', provider: { ...provider, url: canonicalOf(config, business) } }]
  }
  const event = {
    ...common,
    '@type': 'Event',
    location: { '@type': 'Place', name: business.name, address: postalAddress(instant) },
    organizer: { '@type': 'Organization', name: business.name, url: canonicalOf(config, business) },
  }
  const dates = eventDates(instant, now)
  if (dates.length === 0) {
    const eventSchedule = items.map((item) => scheduleData(item, now, context))
    return [{ ...event, ...statusData(next), ...(eventSchedule.length > 0 && { eventSchedule }) }]
  }
  return dates.slice(0, maxEvents).map((date) => ({
    ...event,
    ...(dates.length > 1 && { '@id': `${url}#date-${nameOf(date, !last)}` }),
    ...eventDate(date),
  }))
}

/** The dates to come, or the last one; of weekly lines those with seats, each with its number. */
function eventDates({ items, context }: SiteInstant, now: Temporal.Instant): EventDate[] {
  const last = items.findLast((item) => item.kind === 'fixed')
  if (!last && context.seats) return windowOfDays(now, weeklyDays)(items, context).filter(({ seats }) => seats)
  const coming = comingDates(items, now, context)
  return coming.length > 0 ? coming : [pastDate(last)].filter((date) => date !== undefined)
}

const nameOf = ({ id, originalStart }: EventDate, isWeekly: boolean) =>
  isWeekly ? `${id}-${writeParisIso(originalStart).slice(0, 10)}` : id

const eventDate = (date: EventDate) => ({
  ...statusData(date),
  ...(date.seats && {
    maximumAttendeeCapacity: date.seats.capacity,
    remainingAttendeeCapacity: date.seats.left,
  }),
  startDate: writeParisIso(date.originalStart),
  endDate: writeParisIso(date.end),
})

type EventDate = Pick<Occurrence, 'id' | 'originalStart' | 'end' | 'state' | 'formerStart' | 'seats'>

/** The last of the fixed dates, once all are over. */
export function pastDate(item: Extract<ScheduleItem, { kind: 'fixed' }> | undefined): EventDate | undefined {
  if (!item) return undefined
  return { id: item.id, originalStart: item.start.epochMilliseconds, end: item.end.epochMilliseconds }
}

function availability(date: EventDate | undefined, next: Occurrence | undefined): object {
  return {
    ...(date && { availabilityStarts: writeParisIso(date.originalStart), availabilityEnds: writeParisIso(date.end) }),
    ...(next?.state === 'full' && { availability: `${schema}/SoldOut` }),
    ...(next?.seats && { inventoryLevel: { '@type': 'QuantitativeValue', value: next.seats.left } }),
  }
}

/** schema.org `eventStatus` of a date: scheduled, cancelled, postponed or rescheduled. */
function statusData(date: Pick<EventDate, 'state' | 'formerStart'> | undefined): object {
  const { state, formerStart } = date ?? {}
  if (state === 'cancelled') return { eventStatus: `${schema}/EventCancelled` }
  if (state !== 'postponed') return { eventStatus: `${schema}/EventScheduled` }
  if (!formerStart) return { eventStatus: `${schema}/EventPostponed` }
  return { eventStatus: `${schema}/EventRescheduled`, previousStartDate: writeParisIso(formerStart) }
}

function scheduleData(item: ScheduleItem, now: Temporal.Instant, context: ScheduleContext): object {
  if (item.kind !== 'recurrent') return {}
  const clock = (minutes: number) => `${writeClockTime(minutes % minutesPerDay)}:00`
  const except = silentDays(item, now, context)
  return {
    '@type': 'Schedule',
    repeatFrequency: 'P1W',
    byDay: daysOfItem(item).map((day) => `${schema}/${days[day - 1]}`),
    ...(item.from && { startDate: item.from }),
    ...(item.until && { endDate: item.until }),
    ...(except.length > 0 && { exceptDate: except }),
    startTime: clock(item.startMinutes),
    endTime: clock(item.endMinutes),
    scheduleTimezone: 'Europe/Paris',
  }
}
