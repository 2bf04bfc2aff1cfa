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
  return [...Map.groupBy(rows, ({ instantId }) => instantId).values()]
    .flatMap((times) => occurrencesOf(times.map(scheduleItemOf)).map((occurrence) => ({ row: times[0], occurrence })))
    .sort((a, b) => order(a.occurrence) - order(b.occurrence) || (a.row?.instantId ?? 0) - (b.row?.instantId ?? 0))
    .flatMap(({ row, occurrence }) => (row ? agendaItem(config, row, occurrence) : []))
}

function order({ start }: Occurrence): number {
  return start
}

function agendaItem(config: Config, row: AgendaRow, occurrence: Occurrence) {
  return {
    id: row.instantId,
    title: row.title,
    description: row.shortDescription,
    category: instantCategory(row.categoryId)?.slug ?? '',
    position: { latitude: row.latitude, longitude: row.longitude },
    delay: activationTimeType(occurrence.preview),
    start: writeParisIso(occurrence.start),
    end: writeParisIso(occurrence.end),
    originalStart: writeParisIso(occurrence.originalStart),
    businessId: row.companyId,
    pictureUrl: mediaUrl(config, row.picture),
  }
}
