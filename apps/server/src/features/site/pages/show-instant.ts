import { runBetween } from '@parvis/domain/agenda/grouping'
import { categoryLabel } from '@parvis/domain/company/categories'
import { comingDates, nextOccurrence } from '@parvis/domain/instants/occurrences'
import { formatDayWithoutYear } from '@parvis/domain/kernel/french-format'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { capitalise } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { InstantContent } from '@parvis/domain/site/page'
import { dateText, hoursText, longDay, relativeDay, scheduleText, shortDay } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../../config.ts'
import { momentAt } from '../../../db/clock.ts'
import { businessUrl, canonicalOf, hrefOf, instantPath, residentHome, type SiteBase } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { utcStamp } from '../feeds/ical-text.ts'
import { pictureHome, pictureOf, profilePictureOf, square } from '../pictures.ts'
import { bookingForm } from './booking-form.ts'
import { instantData, pastDate } from './instant-data.ts'
import { openingWithChanges } from './opening.ts'
import type { PageParts } from './reading.ts'
import { breadcrumbData, crumbs, feedsOf, firstWords, placeLines, townLink } from './show-business.ts'
import {
  atOpeningHours,
  categoryOfInstant,
  instantCard,
  isPlanned,
  kindLabel,
  type SiteInstant,
  stateShown,
} from './show-instants.ts'

type Shown = {
  business: SiteBusiness
  instant: SiteInstant
  html: string | undefined
  others: readonly SiteInstant[]
  now: Temporal.Instant
}

const indexedDays = 30

export function showInstant(
  config: Config,
  base: SiteBase,
  { business, instant, html, others, now }: Shown,
): PageParts {
  const path = instantPath(business, instant)
  const own = path.slice(path.lastIndexOf('/'))
  const address = `${residentHome(config)}${path}`
  const pictures = pictureHome(config, base)
  const picture = pictureOf(pictures, instant.picture, square, instant.title)
  const trail = [...crumbs(config, base, business), { href: hrefOf(base, business, own), name: instant.title }]
  const text = htmlToPlainText(html ?? '')
  return {
    title: `${instant.title} — ${business.name}`,
    description: firstWords(
      [instant.shortDescription, text].filter(Boolean).join(' '),
      `${instant.title}, par ${business.name}`,
    ),
    canonical: canonicalOf(config, business, own),
    isIndexed: business.isVerified && !isLongOver(instant, now),
    image: picture,
    feeds: [
      { href: `${address}.ics`, type: 'text/calendar', title: `Agenda : ${instant.title}` },
      ...feedsOf(businessUrl(config, business), business.name),
    ],
    jsonLd: [...instantData(config, { business, instant, now }), breadcrumbData(config, trail)],
    breadcrumb: trail,
    ...townLink(base, business),
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
      ...spanOf(instant),
      dates: otherDates(instant, now),
      booking: bookingForm(instant, now, base.host === 'resident' ? null : address),
      place: placeLines(instant),
      text: [instant.shortDescription, text].filter(Boolean).join('\n\n'),
      business: {
        name: business.name,
        href: hrefOf(base, business),
        category: categoryLabel(business.category, business.type),
        picture: profilePictureOf(pictures, business),
        state: openingWithChanges(business.plan, now),
      },
      calendar: calendarOf(instant, address),
      others: others.map((one) => instantCard(config, base, one, now)),
      address,
    },
  }
}

/** « Terminé » once over, what has become of it with the shop's message and its day, « Bientôt » during the two hours before. */
function wordsOf({ next, context, stateAt }: SiteInstant, now: Temporal.Instant): InstantContent['words'] {
  if (!next) return [{ word: 'Terminé' }]
  const { word, message } = isPlanned(next) ? {} : stateShown(next)
  if (word) {
    const day = context.whole && stateAt ? `Annoncé le ${formatDayWithoutYear(stateAt)}.` : ''
    return [{ word, ...((message || day) && { message: [message, day].filter(Boolean).join(' ') }) }]
  }
  const isPreview = next.start <= now.epochMilliseconds && now.epochMilliseconds < next.originalStart
  return isPreview ? [{ word: 'Bientôt' }] : []
}

function whenLines({ items, context, next }: SiteInstant, now: Temporal.Instant): string[] {
  const [first] = items
  if (first?.kind === 'fixed') {
    const last = items.findLast((item) => item.kind === 'fixed') ?? first
    const [start, end] = next ? [momentAt(next.originalStart), momentAt(next.end)] : [last.start, last.end]
    const { first: from, last: to } = runBetween(start, end)
    return [dateText(start, end), ...(from.equals(to) ? [] : [hoursText(start, end, shortDay(from))])]
  }
  const lines = items.length === 0 && context.linked ? [atOpeningHours] : items.map(scheduleText)
  if (!next) return lines
  const running = next.originalStart <= now.epochMilliseconds
  const day = parisDay(momentAt(next.originalStart))
  return [...lines, running ? 'En ce moment' : `Prochaine fois ${relativeDay(day, parisDay(now))}`]
}

/** The date that is read first, for parsers (h-event). */
function spanOf({ items, next }: SiteInstant): Pick<InstantContent, 'span'> {
  const last = items.findLast((item) => item.kind === 'fixed')
  const date = next ?? pastDate(last)
  return date ? { span: { start: writeParisIso(date.originalStart), end: writeParisIso(date.end) } } : {}
}

/** The dates beside the one that is read first, each with what has become of it alone. */
function otherDates({ items, context, next }: SiteInstant, now: Temporal.Instant): InstantContent['dates'] {
  return comingDates(items, now, context)
    .filter(({ id }) => id !== next?.id)
    .map((one) => {
      const [start, end] = [momentAt(one.originalStart), momentAt(one.end)]
      const isAsWhole = !one.seats && one.state === context.whole?.state
      const { word, message, isStruck } = isAsWhole ? {} : stateShown(one)
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

const calendarOf = (instant: SiteInstant, url: string): InstantContent['calendar'] =>
  instant.next && instant.next.state !== 'cancelled' ? { ics: `${url}.ics`, google: googleLink(instant, url) } : null

/** The form of Google's own calendar, opened only when it is clicked. */
function googleLink({ title, next, address, zipCode, city }: SiteInstant, url: string): string | null {
  if (!next) return null
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utcStamp(next.originalStart)}/${utcStamp(next.end)}`,
    details: url,
    location: [address, zipCode, city].filter(Boolean).join(', '),
    ctz: 'Europe/Paris',
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
