import { setImmediate } from 'node:timers/promises'
import { activationTimeType } from '@parvis/domain/instants/activation-time'
import { instantCategory } from '@parvis/domain/instants/categories'
import type { Occurrence, Window } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { scheduleItemOf } from '../instants/index.ts'
import type { AgendaRow } from './agenda.queries.ts'

/** Of one answer; whoever wants more asks again after the last one. */
export const maxItems = 2_000
/** Occurrences worked out before other calls have their turn. */
const sliceLength = 2_000

/** The start of an occurrence and its instant: what the agenda is ordered by. */
export type AgendaCursor = { start: number; id: number }
type Found = { instant: InstantShown; occurrence: Occurrence }

/**
 * The occurrences that a window finds in the schedule of each instant, as they travel, by start then by instant: the
 * nearest ones after the cursor. Worked out in slices, between which the event loop answers other calls.
 */
export async function agendaItems(
  config: Config,
  rows: readonly AgendaRow[],
  occurrencesOf: Window,
  after: AgendaCursor = { start: Number.NEGATIVE_INFINITY, id: 0 },
) {
  let found: Found[] = []
  let looked = 0
  for (const times of Map.groupBy(rows, ({ instantId }) => instantId).values()) {
    const instant = times[0] && instantShown(config, times[0])
    if (!instant) continue
    for (const occurrence of occurrencesOf(times.map(scheduleItemOf))) {
      looked++
      if (isAfter({ instant, occurrence }, after)) found.push({ instant, occurrence })
    }
    looked += times.length
    if (looked < sliceLength) continue
    looked = 0
    if (found.length > 3 * maxItems) found = nearest(found)
    await setImmediate()
  }
  return nearest(found).map(({ instant, occurrence }) => agendaItem(instant, occurrence))
}

function isAfter({ instant, occurrence }: Found, { start, id }: AgendaCursor): boolean {
  return occurrence.start > start || (occurrence.start === start && instant.id > id)
}

/** The first ones, with all those of the last one's instant and start: the cursor tells no two of them apart. */
function nearest(found: Found[]): Found[] {
  found.sort((a, b) => a.occurrence.start - b.occurrence.start || a.instant.id - b.instant.id)
  const last = found[maxItems - 1]
  if (!last) return found
  const cursor = { start: last.occurrence.start, id: last.instant.id }
  const end = found.findIndex((one, index) => index >= maxItems && isAfter(one, cursor))
  return end < 0 ? found : found.slice(0, end)
}

type InstantShown = ReturnType<typeof instantShown>

/** What is the same for all occurrences of an instant. */
function instantShown(config: Config, row: AgendaRow) {
  return {
    id: row.instantId,
    title: row.title,
    description: row.shortDescription,
    category: instantCategory(row.categoryId)?.slug ?? '',
    position: { latitude: row.latitude, longitude: row.longitude },
    businessId: row.companyId,
    businessName: row.companyName,
    address: `${row.address}, ${row.zipCode} ${row.city}`,
    pictureUrl: mediaUrl(config, row.picture),
  }
}

/** Hundreds for each call: written out, which the engine makes several times faster than it spreads. */
function agendaItem(instant: InstantShown, { start, originalStart, end, preview }: Occurrence) {
  const shownFrom = writeParisIso(start)
  return {
    id: instant.id,
    title: instant.title,
    description: instant.description,
    category: instant.category,
    position: instant.position,
    businessId: instant.businessId,
    businessName: instant.businessName,
    address: instant.address,
    pictureUrl: instant.pictureUrl,
    delay: activationTimeType(preview),
    start: shownFrom,
    end: writeParisIso(end),
    originalStart: preview ? writeParisIso(originalStart) : shownFrom,
  }
}
