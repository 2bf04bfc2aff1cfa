import { standingText } from '@parvis/domain/bookings/booking-texts.fr'
import { titleWithState } from '@parvis/domain/instants/event-state'
import { comingDates } from '@parvis/domain/instants/occurrences'
import { escapeMarkup } from '@parvis/domain/kernel/text'
import { dateText, otherDatesText } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, toDate } from '../../../db/clock.ts'
import { slicedInTime } from '../../../time-slices.ts'
import { selectNewest } from '../../agenda/index.ts'
import type { Town } from '../../towns/index.ts'
import { instantUrl, residentHome } from '../addresses.ts'
import type { SiteBusiness } from '../businesses.queries.ts'
import { caching, type SiteAnswer } from '../hosts/page-answer.ts'
import { listInstantsOf, listTimesOfInstants } from '../instants.queries.ts'
import { type Reading, tagOf } from '../pages/reading.ts'
import {
  categoryOfInstant,
  gatherInstants,
  linesText,
  type SiteInstant,
  stateShown,
  withoutSeats,
} from '../pages/show-instants.ts'
import { pictureOf, square } from '../pictures.ts'
import { nameOf, newest, textsOf } from './feed-subject.ts'

const maxEntries = 50

/** `flux.xml`: Atom, the newest first. */
export async function newsFeed(reading: Reading, of: { town: Town } | { business: SiteBusiness }): Promise<SiteAnswer> {
  const { deps, now } = reading
  const { db } = deps
  const ids =
    'town' in of
      ? (await selectNewest(db, { zips: of.town.zips, most: maxEntries })).map(({ id }) => id)
      : (await listInstantsOf(db, { ids: [of.business.id], since: toDate(now), limit: maxEntries })).map(
          ({ instantId }) => instantId,
        )
  const gathered = await gatherInstants(db, await listTimesOfInstants(db, { ids: ids.slice(0, maxEntries) }), now)
  const instants = gathered.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.instantId - a.instantId)
  const textOf = await textsOf(reading, instants)
  const { name, path, tags } = nameOf(of)
  const entries: string[] = []
  for await (const instant of slicedInTime(instants)) entries.push(entryOf(reading, instant, textOf(instant)))
  return atomFeed({
    url: `${residentHome(deps.config)}${path}`,
    name,
    author: 'business' in of ? of.business.name : name,
    updated: newest(instants, now),
    entries,
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

const maxDatesInWords = 10

/** The dates to come, ten at most, or the lines of the week. */
function datesInWords({ items, context }: SiteInstant, now: Temporal.Instant): string {
  const dates = comingDates(items, now, context)
  if (dates.length === 0) return linesText(items)
  const words = dates
    .slice(0, maxDatesInWords)
    .map(({ originalStart, end }) => dateText(momentAt(originalStart), momentAt(end)))
  return `${words.join(' · ')}${otherDatesText(Math.max(0, dates.length - maxDatesInWords))}`
}

function entryOf({ deps: { config }, now }: Reading, counted: SiteInstant, text: string): string {
  const instant = withoutSeats(counted, now)
  const seats = counted.next?.seats
  const url = instantUrl(config, instant, instant)
  const { word, message } = instant.next ? stateShown(instant.next) : {}
  const when = [word, message, datesInWords(instant, now), seats && standingText(seats)].filter(Boolean).join(' — ')
  const picture = pictureOf(config.mediaOrigin, instant.picture, square, '').src
  const html = `<p><img src="${xml(picture)}" alt="" width="500" height="500"/></p><p>${xml(when)}</p><p>${xml(instant.shortDescription)}</p><p>${xml(text)}</p>`
  const { slug, label } = categoryOfInstant(instant.categoryId)
  return atomEntry({
    name: `instant-${instant.instantId}`,
    url,
    title: titleWithState(instant.title, instant.next?.state ?? 'planned'),
    published: instant.createdAt,
    updated: instant.modifiedAt,
    author: instant.companyName,
    summary: [when, instant.shortDescription].filter(Boolean).join(' — '),
    more: [`<category term="${slug}" label="${xml(label)}"/>`, `<content type="html">${xml(html)}</content>`],
  })
}

type Entry = {
  name: string
  url: string
  title: string
  published: Date
  updated: Date
  author: string
  summary: string
  more: readonly string[]
}

export const atomEntry = ({ name, url, title, published, updated, author, summary, more }: Entry): string =>
  [
    '<entry>',
    `<id>tag:${new URL(url).host},2026:${name}</id>`,
    `<title>${xml(title)}</title>`,
    `<published>${published.toISOString()}</published>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<author><name>${xml(author)}</name></author>`,
    `<summary>${xml(summary)}</summary>`,
    ...more,
    '</entry>',
  ].join('\n')

/** Characters that XML 1.0 has no place for are left out. */
export const xml = (text: string): string =>
  escapeMarkup(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))
