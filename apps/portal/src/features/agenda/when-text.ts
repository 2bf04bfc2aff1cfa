import type { DayOfRun } from '@parvis/domain/agenda/grouping'
import { formatTime, formatWeekday } from '@parvis/domain/kernel/french-format'
import { parisDay as parisDayOf } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import type { AgendaItem } from './agenda.queries.ts'

/** `14:30 – 18:00` where the group is a day, `En cours, jusqu’à 18:00`, else with the day: `mercredi 12 mars, 14:30 – 18:00`. */
export function whenText(
  { originalStart, end }: Pick<AgendaItem, 'originalStart' | 'end'>,
  now: Temporal.Instant,
  run?: DayOfRun,
): string {
  if (run) return `jour ${run.day} sur ${run.of}`
  const start = Temporal.Instant.from(originalStart)
  if (Temporal.Instant.compare(start, now) <= 0) return `En cours, jusqu’à ${formatTime(end)}`
  const hours = `${formatTime(originalStart)} – ${formatTime(end)}`
  const isNear = parisDayOf(now).until(parisDayOf(start)).days <= 7
  return isNear ? hours : `${formatWeekday(originalStart)}, ${hours}`
}
