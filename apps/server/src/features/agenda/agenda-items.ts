import { activationTimeType } from '@parvis/domain/instants/activation-time'
import { instantCategory } from '@parvis/domain/instants/categories'
import type { Occurrence, Window } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { scheduleItemOf } from '../instants/index.ts'
import type { AgendaRow } from './agenda.queries.ts'

/** The occurrences that a window finds in the schedule of each instant, as they travel, by start then by instant. */
export function agendaItems(config: Config, rows: readonly AgendaRow[], occurrencesOf: Window) {
  const found = [...Map.groupBy(rows, ({ instantId }) => instantId).values()].flatMap((times) => {
    const instant = times[0] && instantShown(config, times[0])
    if (!instant) return []
    return occurrencesOf(times.map(scheduleItemOf)).map((occurrence) => ({ instant, occurrence }))
  })
  found.sort((a, b) => a.occurrence.start - b.occurrence.start || a.instant.id - b.instant.id)
  return found.map(({ instant, occurrence }) => agendaItem(instant, occurrence))
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
