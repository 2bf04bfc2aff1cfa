import { titleWithState } from '@parvis/domain/instants/event-state'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import { comingDates, type Occurrence } from '@parvis/domain/instants/occurrences'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import { dateText } from '@parvis/domain/site/when.fr'
import { ofTown } from '@parvis/domain/towns/slug'
import type { Temporal } from 'temporal-polyfill'
import type { Town } from '../towns/index.ts'
import { businessPath, instantPath, residentHome } from './addresses.ts'
import type { SiteBusiness } from './businesses.queries.ts'
import { calendarEvents, feedMoment } from './calendar-events.ts'
import { type IcalLine, icalText, parisZone, utcStamp, writeIcal } from './ical-text.ts'
import { listTimesInZips, listTimesOfCompanies } from './instants.queries.ts'
import { caching, type SiteAnswer } from './page-answer.ts'
import { pictureOf, square } from './pictures.ts'
import { type Reading, tagOf, townTags } from './reading.ts'
import { categoryOfInstant, gatherInstants, linesText, type SiteInstant, stateShown } from './show-instants.ts'

/** Subject of a feed: a town, one business, or one instant. */
type Of = { town: Town } | { business: SiteBusiness } | { instant: SiteInstant }

async function instantsOf({ deps: { db }, now }: Reading, of: Of): Promise<SiteInstant[]> {
  if ('instant' in of) return [of.instant]
  const rows = 'town' in of ? await listTimesInZips(db, of.town.zips) : await listTimesOfCompanies(db, [of.business.id])
  return await gatherInstants(db, rows, now)
}

function nameOf(of: Of): { name: string; path: string; tags: string[] } {
  if ('town' in of) return { name: `Agenda ${ofTown(of.town.name)}`, path: `/${of.town.slug}`, tags: townTags(of.town) }
  if ('business' in of)
    return { name: of.business.name, path: businessPath(of.business), tags: [tagOf(of.business.id)] }
  const { instant } = of
  return { name: instant.title, path: instantPath(instant, instant), tags: [tagOf(instant.companyId)] }
}

const newest = (instants: readonly SiteInstant[], now: Temporal.Instant): Date =>
  new Date(Math.max(0, ...instants.map(({ modifiedAt }) => modifiedAt.getTime())) || now.epochMilliseconds)

/** `agenda.ics` (W-085): one event per date, a weekly line as one event with its rule, names that nothing changes. */
export async function calendarFeed(reading: Reading, of: Of): Promise<SiteAnswer> {
  const { deps, now, address } = reading
  const category = instantCategoryOf(address.query.get('categorie') ?? '')
  const all = await instantsOf(reading, of)
  const instants = category ? all.filter(({ categoryId }) => categoryId === category.id) : all
  const { name, path, tags } = nameOf(of)
  const url = `${residentHome(deps.config)}${path}`
  const file = 'instant' in of ? `${url}.ics` : `${url}/agenda.ics`
  const lines: IcalLine[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Parvis//Agenda//FR'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', icalText(name)],
    ['X-WR-CALNAME', icalText(name)],
    ['SOURCE;VALUE=URI', file],
    ['URL', url],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT4H'],
    ['X-PUBLISHED-TTL', 'PT4H'],
    ...parisZone,
    ...instants.flatMap((instant) => eventsOf(reading, instant)),
    ['END', 'VCALENDAR'],
  ]
  return {
    status: 200,
    type: 'text/calendar; charset=utf-8',
    body: writeIcal(lines),
    cache: caching.feed,
    lastModified: newest(instants, now),
    tags: [...tags, ...instants.map(({ companyId }) => tagOf(companyId))],
  }
}

function eventsOf({ deps: { config }, now }: Reading, instant: SiteInstant): IcalLine[] {
  const url = `${residentHome(config)}${instantPath(instant, instant)}`
  const { host } = new URL(residentHome(config))
  const text = [instant.shortDescription, htmlToPlainText(instant.longDescription)].filter(Boolean).join('\n\n')
  const place = [instant.address, `${instant.zipCode} ${instant.city}`.trim()].filter(Boolean).join(', ')
  return calendarEvents(instant, now).flatMap(({ uid, times, occurrence = {} }): IcalLine[] => [
    ['BEGIN', 'VEVENT'],
    ['UID', `instant-${instant.instantId}-${uid}@${host}`],
    // The time of the last change, not of this answer, so that an unchanged feed keeps its ETag.
    ['DTSTAMP', utcStamp(instant.modifiedAt)],
    ['LAST-MODIFIED', utcStamp(instant.modifiedAt)],
    ['SEQUENCE', String(instant.sequence)],
    ['STATUS', statusOf(occurrence)],
    ...times,
    ['SUMMARY', icalText(titleWithState(instant.title, occurrence.state ?? 'planned'))],
    ['DESCRIPTION', icalText([occurrence.message, text, url].filter(Boolean).join('\n\n'))],
    ...(place ? ([['LOCATION', icalText(place)]] as const) : []),
    ...(instant.latitude !== null && instant.longitude !== null
      ? ([['GEO', `${instant.latitude};${instant.longitude}`]] as const)
      : []),
    ['CATEGORIES', icalText(categoryOfInstant(instant.categoryId).label)],
    ['URL', url],
    [
      'IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/jpeg',
      pictureOf(config.mediaOrigin, instant.picture, square, '').src,
    ],
    ['END', 'VEVENT'],
  ])
}

function statusOf({ state, formerStart }: Pick<Occurrence, 'state' | 'formerStart'>): string {
  if (state === 'cancelled') return 'CANCELLED'
  return state === 'postponed' && !formerStart ? 'TENTATIVE' : 'CONFIRMED'
}

const maxEntries = 50

/** `flux.xml` (W-086): Atom, the newest first. */
export async function newsFeed(reading: Reading, of: Of): Promise<SiteAnswer> {
  const { deps, now } = reading
  const instants = (await instantsOf(reading, of))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.instantId - a.instantId)
    .slice(0, maxEntries)
  const { name, path, tags } = nameOf(of)
  const url = `${residentHome(deps.config)}${path}`
  return atomFeed({
    url,
    name,
    author: 'business' in of ? of.business.name : name,
    updated: newest(instants, now),
    entries: instants.map((one) => entryOf(reading, one)),
    tags: [...tags, ...instants.map(({ companyId }) => tagOf(companyId))],
  })
}

type Feed = { url: string; name: string; author: string; updated: Date; entries: readonly string[]; tags: string[] }

/** An Atom feed at `{url}/flux.xml` (RFC 4287); its entries are XML. */
export function atomFeed({ url, name, author, updated, entries, tags }: Feed): SiteAnswer {
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">',
    `<id>${xml(`${url}/flux.xml`)}</id>`,
    `<title>${xml(name)}</title>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${url}/flux.xml`)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<author><name>${xml(author)}</name></author>`,
    ...entries,
    '</feed>',
  ].join('\n')
  const type = 'application/atom+xml; charset=utf-8'
  return { status: 200, type, body, cache: caching.feed, lastModified: updated, tags }
}

/** Every date to come, or the lines of the week. */
function datesInWords({ items, context }: SiteInstant, now: Temporal.Instant): string {
  const dates = comingDates(items, now, context)
  if (dates.length === 0) return linesText(items)
  return dates.map(({ originalStart, end }) => dateText(feedMoment(originalStart), feedMoment(end))).join(' · ')
}

function entryOf({ deps: { config }, now }: Reading, instant: SiteInstant): string {
  const url = `${residentHome(config)}${instantPath(instant, instant)}`
  const { host } = new URL(residentHome(config))
  const { word, message } = instant.next ? stateShown(instant.next) : {}
  const when = [word, message, datesInWords(instant, now)].filter(Boolean).join(' — ')
  const picture = pictureOf(config.mediaOrigin, instant.picture, square, '').src
  const html = `<p><img src="${xml(picture)}" alt="" width="500" height="500"/></p><p>${xml(when)}</p><p>${xml(instant.shortDescription)}</p><p>${xml(htmlToPlainText(instant.longDescription))}</p>`
  return [
    '<entry>',
    `<id>tag:${host},2026:instant-${instant.instantId}</id>`,
    `<title>${xml(titleWithState(instant.title, instant.next?.state ?? 'planned'))}</title>`,
    `<published>${instant.createdAt.toISOString()}</published>`,
    `<updated>${instant.modifiedAt.toISOString()}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<author><name>${xml(instant.companyName)}</name></author>`,
    `<category term="${categoryOfInstant(instant.categoryId).slug}" label="${xml(categoryOfInstant(instant.categoryId).label)}"/>`,
    `<summary>${xml([when, instant.shortDescription].filter(Boolean).join(' — '))}</summary>`,
    `<content type="html">${xml(html)}</content>`,
    '</entry>',
  ].join('\n')
}

/** Characters that XML 1.0 has no place for are left out. */
export function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
