import { runBetween } from '@parvis/domain/agenda/grouping'
import { categoryLabel } from '@parvis/domain/company/categories'
import { minutesPerDay } from '@parvis/domain/hours/week'
import {
  comingDates,
  nextOccurrence,
  type Occurrence,
  type ScheduleContext,
  silentDays,
} from '@parvis/domain/instants/occurrences'
import { daysOfItem, type ScheduleItem } from '@parvis/domain/instants/schedule'
import { writeClockTime } from '@parvis/domain/kernel/clock-time'
import { frenchDayOfMonth } from '@parvis/domain/kernel/french-date'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { InstantContent } from '@parvis/domain/site/page'
import { dateText, hoursText, longDay, relativeDay, scheduleText, shortDay } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { toInstant } from '../../db/clock.ts'
import { businessPath, canonicalOf, hrefOf, instantPath, residentHome, type SiteBase } from './addresses.ts'
import type { SiteBusiness } from './businesses.queries.ts'
import { capitalise, openingWithChanges } from './opening.ts'
import { pictureHome, pictureOf, square } from './pictures.ts'
import type { PageParts } from './reading.ts'
import { breadcrumbData, crumbs, feedsOf, placeLines, postalAddress, shorten, townLink } from './show-business.ts'
import {
  atOpeningHours,
  categoryOfInstant,
  instantCard,
  kindLabel,
  type SiteInstant,
  stateShown,
} from './show-instants.ts'

type Shown = { business: SiteBusiness; instant: SiteInstant; others: readonly SiteInstant[]; now: Temporal.Instant }

const indexedDays = 30

/** The page of an instant, in words first (W-039). */
export function showInstant(config: Config, place: SiteBase, { business, instant, others, now }: Shown): PageParts {
  const path = instantPath(business, instant)
  const own = path.slice(path.lastIndexOf('/'))
  const address = `${residentHome(config)}${path}`
  const pictures = pictureHome(config, place)
  const picture = pictureOf(pictures, instant.picture, square, instant.title)
  const trail = [...crumbs(config, place, business), { href: hrefOf(place, business, own), name: instant.title }]
  const text = htmlToPlainText(instant.longDescription)
  return {
    title: `${instant.title} — ${business.name}`,
    description: shorten(
      [instant.shortDescription, text].filter(Boolean).join(' '),
      `${instant.title}, par ${business.name}`,
    ),
    canonical: canonicalOf(config, business, own),
    isIndexed: business.isVerified && !isLongOver(instant, now),
    image: picture,
    feeds: [
      { href: `${address}.ics`, type: 'text/calendar', title: `Agenda : ${instant.title}` },
      ...feedsOf(`${residentHome(config)}${businessPath(business)}`, business.name),
    ],
    jsonLd: [...instantData(config, { business, instant, now }), breadcrumbData(config, trail)],
    breadcrumb: trail,
    ...townLink(place, business),
    content: {
      kind: 'instant',
      id: instant.instantId,
      companyId: business.id,
      title: instant.title,
      kindSlug: instant.kind ?? 'service',
      kindLabel: kindLabel(instant.kind),
      category: categoryOfInstant(instant.categoryId).label,
      picture: { ...picture, alt: '' },
      words: wordsOf(instant, now),
      isOver: !instant.next,
      when: whenLines(instant, now),
      dates: otherDates(instant, now),
      place: { lines: placeLines(instant).address, directions: placeLines(instant).directions },
      text: [instant.shortDescription, text].filter(Boolean).join('\n\n'),
      business: {
        name: business.name,
        href: hrefOf(place, business),
        category: categoryLabel(business.category, business.type),
        picture: business.profilePicture ? pictureOf(pictures, business.profilePicture, square, '') : null,
        state: openingWithChanges(business.plan, now),
      },
      calendar:
        instant.next && instant.next.state !== 'cancelled'
          ? { ics: `${address}.ics`, google: googleLink(instant, address) }
          : null,
      others: others.map((one) => instantCard(config, place, one, now)),
      address,
    },
  }
}

/** « Terminé » once over, what has become of it with the shop's message and its day, « Bientôt » during the two hours before (I-088). */
function wordsOf({ next, context, stateAt }: SiteInstant, now: Temporal.Instant): InstantContent['words'] {
  if (!next) return [{ word: 'Terminé' }]
  const { word, message } = stateShown(next)
  if (word) {
    const day = context.whole && stateAt ? `Annoncé le ${frenchDayOfMonth(parisDay(toInstant(stateAt)))}.` : ''
    return [{ word, ...((message || day) && { message: [message, day].filter(Boolean).join(' ') }) }]
  }
  const isPreview = next.start <= now.epochMilliseconds && now.epochMilliseconds < next.originalStart
  return isPreview ? [{ word: 'Bientôt' }] : []
}

const momentOf = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at)

function whenLines({ items, context, next }: SiteInstant, now: Temporal.Instant): string[] {
  const [first] = items
  if (first?.kind === 'fixed') {
    const last = items.findLast((item) => item.kind === 'fixed') ?? first
    const [start, end] = next ? [momentOf(next.originalStart), momentOf(next.end)] : [last.start, last.end]
    const { first: from, last: to } = runBetween(start, end)
    return [dateText(start, end), ...(from.equals(to) ? [] : [hoursText(start, end, shortDay(from))])]
  }
  const lines = items.length === 0 && context.linked ? [atOpeningHours] : items.map(scheduleText)
  if (!next) return lines
  const running = next.originalStart <= now.epochMilliseconds
  const day = parisDay(momentOf(next.originalStart))
  return [...lines, running ? 'En ce moment' : `Prochaine fois ${relativeDay(day, parisDay(now))}`]
}

/** The dates beside the one that is read first, each with what has become of it alone (H-112, H-113). */
function otherDates({ items, context, next }: SiteInstant, now: Temporal.Instant): InstantContent['dates'] {
  return comingDates(items, now, context)
    .filter(({ id }) => id !== next?.id)
    .map((one) => {
      const [start, end] = [momentOf(one.originalStart), momentOf(one.end)]
      const { word, message, isStruck } = one.state === context.whole?.state ? {} : stateShown(one)
      return {
        day: capitalise(longDay(parisDay(start))),
        hours: hoursText(start, end),
        ...(word && { word: [word, message].filter(Boolean).join('. ') }),
        ...(isStruck && { isStruck }),
      }
    })
}

/** Over for thirty days: no longer for search engines. */
function isLongOver({ items, context }: SiteInstant, now: Temporal.Instant): boolean {
  return !nextOccurrence(items, now.subtract({ hours: indexedDays * 24 }), context)
}

/** The form of Google's own calendar, opened only when it is clicked (W-041). */
function googleLink({ title, next, address, zipCode, city }: SiteInstant, url: string): string | null {
  if (!next) return null
  const stamp = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${stamp(next.originalStart)}/${stamp(next.end)}`,
    details: url,
    location: [address, zipCode, city].filter(Boolean).join(', '),
    ctz: 'Europe/Paris',
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const maxEvents = 10
const schema = 'https://schema.org'

/** One event for each date to come, the schedule of a weekly one, or an offer (W-022). */
function instantData(
  config: Config,
  { business, instant, now }: Pick<Shown, 'business' | 'instant' | 'now'>,
): object[] {
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
  const event = {
    ...common,
    '@type': 'Event',
    location: { '@type': 'Place', name: business.name, address: postalAddress(instant) },
    organizer: { '@type': 'Organization', name: business.name, url: canonicalOf(config, business) },
  }
  if (!last) {
    const eventSchedule = items.map((item) => scheduleData(item, now, context))
    return [{ ...event, ...statusData(next), ...(eventSchedule.length > 0 && { eventSchedule }) }]
  }
  const dates = coming.length > 0 ? coming : [pastDate(last)].filter((date) => date !== undefined)
  return dates.slice(0, maxEvents).map((date) => ({
    ...event,
    ...(dates.length > 1 && { '@id': `${url}#date-${date.id}` }),
    ...statusData(date),
    startDate: writeParisIso(date.originalStart),
    endDate: writeParisIso(date.end),
  }))
}

type EventDate = Pick<Occurrence, 'id' | 'originalStart' | 'end' | 'state' | 'formerStart'>

function pastDate(item: Extract<ScheduleItem, { kind: 'fixed' }> | undefined): EventDate | undefined {
  if (!item) return undefined
  return { id: item.id, originalStart: item.start.epochMilliseconds, end: item.end.epochMilliseconds }
}

function availability(date: EventDate | undefined, next: Occurrence | undefined): object {
  return {
    ...(date && { availabilityStarts: writeParisIso(date.originalStart), availabilityEnds: writeParisIso(date.end) }),
    ...(next?.state === 'full' && { availability: `${schema}/SoldOut` }),
  }
}

/** What search engines are told of a date that does not take place as it was announced. */
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
