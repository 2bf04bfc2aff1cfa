import { categoryLabel } from '@parvis/domain/company/categories'
import { nextOccurrence } from '@parvis/domain/instants/occurrences'
import { daysOfItem } from '@parvis/domain/instants/schedule'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { InstantContent } from '@parvis/domain/site/page'
import { relativeDay, scheduleText } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { canonicalOf, hrefOf, instantPath, type Place, residentHome } from './addresses.ts'
import type { SiteBusiness } from './businesses.queries.ts'
import { openingWithChanges } from './opening.ts'
import { pictureOf, square } from './pictures.ts'
import type { PageParts } from './reading.ts'
import { breadcrumbData, crumbs, placeLines, postalAddress, shorten, townLink } from './show-business.ts'
import { categoryOfInstant, instantCard, kindLabel, type SiteInstant } from './show-instants.ts'

type Shown = { business: SiteBusiness; instant: SiteInstant; others: readonly SiteInstant[]; now: Temporal.Instant }

const indexedDays = 30

/** The page of an instant, in words first (W-039). */
export function showInstant(config: Config, place: Place, { business, instant, others, now }: Shown): PageParts {
  const path = instantPath(business, instant)
  const own = path.slice(path.lastIndexOf('/'))
  const address = `${residentHome(config)}${path}`
  const picture = pictureOf(config, instant.picture, square, instant.title)
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
    jsonLd: [instantData(config, { business, instant }), breadcrumbData(config, trail)],
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
      dates: [],
      place: { lines: placeLines(instant).address, directions: placeLines(instant).directions },
      text: [instant.shortDescription, text].filter(Boolean).join('\n\n'),
      business: {
        name: business.name,
        href: hrefOf(place, business),
        category: categoryLabel(business.category, business.type),
        picture: business.profilePicture ? pictureOf(config, business.profilePicture, square, '') : null,
        state: openingWithChanges(business.plan, now),
      },
      calendar: instant.next ? { ics: `${address}.ics`, google: googleLink(instant, address) } : null,
      others: others.map((one) => instantCard(config, place, one, now)),
      address,
    },
  }
}

/** « Terminé » once over, « Bientôt » during the two hours before (I-088). */
function wordsOf({ next }: SiteInstant, now: Temporal.Instant): InstantContent['words'] {
  if (!next) return [{ word: 'Terminé' }]
  const isPreview = next.start <= now.epochMilliseconds && now.epochMilliseconds < next.originalStart
  return isPreview ? [{ word: 'Bientôt' }] : []
}

function whenLines({ items, next }: SiteInstant, now: Temporal.Instant): string[] {
  const lines = items.map(scheduleText)
  if (items[0]?.kind !== 'recurrent' || !next) return lines
  const running = next.originalStart <= now.epochMilliseconds
  const day = parisDay(now.add({ milliseconds: next.originalStart - now.epochMilliseconds }))
  return [...lines, running ? 'En ce moment' : `Prochaine fois ${relativeDay(day, parisDay(now))}`]
}

/** Over for thirty days: no longer for search engines. */
function isLongOver({ items }: SiteInstant, now: Temporal.Instant): boolean {
  return !nextOccurrence(items, now.subtract({ hours: indexedDays * 24 }))
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

function instantData(config: Config, { business, instant }: Pick<Shown, 'business' | 'instant'>): object {
  const url = canonicalOf(config, business, instantPath(business, instant).replace(/^.*\//, '/'))
  const [first] = instant.items
  const common = {
    '@context': 'https://schema.org',
    '@id': url,
    url,
    name: instant.title,
    ...(instant.shortDescription && { description: instant.shortDescription }),
    image: pictureOf(config, instant.picture, square, '').src,
  }
  if (instant.kind === 'specialOffer') {
    const fixed = first?.kind === 'fixed' ? first : undefined
    return {
      ...common,
      '@type': 'Offer',
      offeredBy: { '@type': 'Organization', name: business.name, url: canonicalOf(config, business) },
      ...(fixed && { availabilityStarts: writeParisIso(fixed.start), availabilityEnds: writeParisIso(fixed.end) }),
    }
  }
  const event = {
    ...common,
    '@type': 'Event',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: business.name, address: postalAddress(instant) },
    organizer: { '@type': 'Organization', name: business.name, url: canonicalOf(config, business) },
  }
  if (first?.kind === 'fixed')
    return { ...event, startDate: writeParisIso(first.start), endDate: writeParisIso(first.end) }
  return { ...event, eventSchedule: instant.items.map(scheduleData) }
}

function scheduleData(item: SiteInstant['items'][number]): object {
  if (item.kind !== 'recurrent') return {}
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
  return {
    '@type': 'Schedule',
    repeatFrequency: 'P1W',
    byDay: daysOfItem(item).map((day) => `https://schema.org/${days[day - 1]}`),
    startTime: clock(item.startMinutes),
    endTime: clock(item.endMinutes),
    scheduleTimezone: 'Europe/Paris',
  }
}
