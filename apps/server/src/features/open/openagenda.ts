import type { EventState } from '@parvis/domain/instants/event-state'
import { parisOf, writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { OpenEvent } from '@parvis/domain/open/open.contract'
import { instantSlug } from '@parvis/domain/towns/slug'
import { Temporal } from 'temporal-polyfill'
import { townOfSlug } from '../towns/index.ts'
import type { Removed } from './read-changes.ts'

/** Of OpenAgenda's API v2: scheduled, rescheduled, (moved online,) postponed, full, cancelled. */
const statuses = { planned: 1, moved: 2, postponed: 4, full: 5, cancelled: 6 } as const
const published = 2
const offline = 1

type Page = { items: readonly (OpenEvent | Removed<number>)[]; after: string; more: boolean }
/** Which ones a reader asks for: those that are there, only the removed ones, or both. */
type RemovedAsked = '0' | '1' | 'null'

/** A page as OpenAgenda answers it, without an envelope. */
export function openAgendaPage({ items, after, more }: Page, removed: RemovedAsked) {
  const asked = items.filter((item) => removed === 'null' || 'removed' in item === (removed === '1'))
  return {
    total: more ? null : asked.length,
    events: asked.map((item) =>
      'removed' in item ? { uid: item.id, removed: true, updatedAt: item.updatedAt } : openAgendaEvent(item),
    ),
    sort: 'updatedAt.asc',
    after: [after],
  }
}

function openAgendaEvent(event: OpenEvent) {
  const { id, title, summary, text, category, image, place, business, url, updatedAt } = event
  const status = statusOf(event)
  return {
    uid: id,
    slug: instantSlug(title),
    title: { fr: title },
    description: { fr: summary },
    longDescription: { fr: text },
    keywords: { fr: [category.label] },
    image,
    timings: timingsOf(event, status),
    timezone: 'Europe/Paris',
    status,
    state: published,
    attendanceMode: offline,
    location: {
      uid: business.id,
      name: business.name,
      address: place.address,
      city: place.city,
      postalCode: place.zip,
      insee: townOfSlug(place.town ?? '')?.code ?? null,
      countryCode: 'FR',
      latitude: place.latitude,
      longitude: place.longitude,
    },
    canonicalUrl: url,
    updatedAt,
  }
}

type OpenDate = OpenEvent['dates'][number]

const isOff = ({ state, formerStart }: OpenDate): boolean =>
  state === 'cancelled' || (state === 'postponed' && formerStart === null)

/** One number for all its dates: what the event is, or what has become of those that remain. */
function statusOf({ state, dates }: OpenEvent): number {
  const on = dates.filter((date) => !isOff(date))
  if (on.length === 0) {
    const has = (word: EventState) => state === word || dates.some((date) => date.state === word)
    return has('postponed') && state !== 'cancelled'
      ? statuses.postponed
      : has('cancelled')
        ? statuses.cancelled
        : statuses.planned
  }
  if (on.some(({ formerStart }) => formerStart !== null)) return statuses.moved
  return on.every((date) => date.state === 'full') ? statuses.full : statuses.planned
}

/** Dates that are off are left out where the event goes on; one over 24 hours is a timing a day. */
function timingsOf({ dates }: OpenEvent, status: number) {
  const goesOn = status !== statuses.cancelled && status !== statuses.postponed
  return dates.filter((date) => !goesOn || !isOff(date)).flatMap(timings)
}

const dayMilliseconds = 86_400_000

function timings({ start, end }: OpenDate): { begin: string; end: string }[] {
  if (Date.parse(end) - Date.parse(start) <= dayMilliseconds) return [{ begin: start, end }]
  const [from, to] = [start, end].map((moment) => parisOf(Temporal.Instant.from(moment)))
  const found: { begin: string; end: string }[] = []
  if (!from || !to) return found
  for (let begin = from; Temporal.ZonedDateTime.compare(begin, to) < 0; begin = begin.add({ days: 1 }).startOfDay()) {
    const midnight = begin.add({ days: 1 }).startOfDay()
    const last = Temporal.ZonedDateTime.compare(midnight, to) < 0 ? midnight : to
    found.push({ begin: writeParisIso(begin.toInstant()), end: writeParisIso(last.toInstant()) })
  }
  return found
}
