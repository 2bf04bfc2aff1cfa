import { comingDates, type Occurrence } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { shorten } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import type { OpenEvent } from '@parvis/domain/open/open.contract'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, toDate } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { slicedInTime } from '../../time-slices.ts'
import {
  canonicalOf,
  categoryOfInstant,
  findBusinesses,
  findTexts,
  gatherInstants,
  instantUrl,
  listDatesOfInstants,
  type SiteBusiness,
  type SiteInstant,
  withoutSeats,
} from '../site/index.ts'
import { townOfCode, townsOfZip } from '../towns/index.ts'
import { type ReadChange, writtenMoment } from './read-changes.ts'

const maxDates = 30
const maxLetters = 3_000
const htmlLetters = 12_000
const furthestDays = 365

type Shown = { instant: SiteInstant; business: SiteBusiness; html: string; at: number }

export async function readEvents(
  deps: Dependencies,
  changes: readonly ReadChange[],
  now: Temporal.Instant,
): Promise<Map<string, OpenEvent>> {
  const { db } = deps
  const ids = changes.map(({ id }) => Number(id))
  const rows = await listDatesOfInstants(db, { ids, now: toDate(now), most: maxDates + 1 })
  const instants = new Map((await gatherInstants(db, rows, now)).map((one) => [one.instantId, one]))
  const texts = await findTexts(db, ids, htmlLetters)
  const companyIds = rows.map(({ companyId }) => companyId)
  const businesses = await findBusinesses(db, companyIds)
  const items = new Map<string, OpenEvent>()
  for await (const { id, at } of slicedInTime(changes)) {
    const instant = instants.get(Number(id))
    const business = instant && businesses.get(instant.companyId)
    if (!instant || !business) continue
    items.set(id, eventOf(deps, { instant, business, html: texts.get(instant.instantId) ?? '', at }, now))
  }
  return items
}

function eventOf({ config }: Dependencies, { instant, business, html, at }: Shown, now: Temporal.Instant): OpenEvent {
  const { dates, more } = datesOf(instant, now)
  return {
    id: instant.instantId,
    url: instantUrl(config, instant, instant),
    business: { id: business.id, name: business.name, url: canonicalOf(config, business) },
    title: instant.title,
    summary: instant.shortDescription,
    text: shorten(htmlToPlainText(html), maxLetters),
    category: categoryOfInstant(instant.categoryId),
    image: instant.picture ? mediaUrl(config, instant.picture) : null,
    place: {
      address: instant.address,
      zip: instant.zipCode,
      city: instant.city,
      town: townOf(instant.zipCode, business.town),
      latitude: instant.latitude,
      longitude: instant.longitude,
    },
    state: instant.eventState,
    stateMessage: instant.eventMessage,
    dates: dates.map(dateOf),
    more,
    sequence: instant.sequence,
    updatedAt: writtenMoment(at),
  }
}

/** What runs and what comes, the nearest; of an event that is over, its last date. */
function datesOf(instant: SiteInstant, now: Temporal.Instant): { dates: Occurrence[]; more: boolean } {
  const { items, context } = withoutSeats(instant, now)
  const all = comingDates(items, momentAt(0), context)
  const coming = all.filter(({ end }) => end > now.epochMilliseconds)
  if (coming.length === 0) return { dates: all.slice(-1), more: false }
  const furthest = now.epochMilliseconds + furthestDays * 86_400_000
  const dates = coming.filter(({ originalStart }) => originalStart <= furthest).slice(0, maxDates)
  return { dates, more: dates.length < coming.length }
}

const dateOf = ({ id = 0, originalStart, end, state = 'planned', formerStart }: Occurrence) => ({
  id,
  start: writeParisIso(originalStart),
  end: writeParisIso(end),
  state,
  formerStart: formerStart ? writeParisIso(formerStart) : null,
})

/** The town of its business where the code is one of its own, else the largest town of that code. */
function townOf(zip: string, code: string): string | null {
  const own = townOfCode(code)
  return (own?.zips.includes(zip) ? own : townsOfZip(zip)[0])?.slug ?? null
}
