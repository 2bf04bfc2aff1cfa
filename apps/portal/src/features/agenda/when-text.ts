import type { DayOfRun } from '@parvis/domain/agenda/grouping'
import { formatWeekday } from '@parvis/domain/kernel/french-format'
import { parisDay as parisDayOf } from '@parvis/domain/kernel/paris-time'
import { distanceKm, formatDistance } from '@parvis/domain/kernel/place'
import { clockText } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import type { AgendaItem } from './agenda.queries.ts'

/** `14 h 30 – 18 h` where the group is a day, `En cours, jusqu’à 18 h`, else with the day: `mercredi 12 mars, 14 h 30 – 18 h`. */
export function whenText(
  { originalStart, end }: Pick<AgendaItem, 'originalStart' | 'end'>,
  now: Temporal.Instant,
  run?: DayOfRun,
): string {
  if (run) return `jour ${run.day} sur ${run.of}`
  const start = Temporal.Instant.from(originalStart)
  if (Temporal.Instant.compare(start, now) <= 0) return `En cours, jusqu’à ${clockText(Temporal.Instant.from(end))}`
  const hours = `${clockText(start)} – ${clockText(Temporal.Instant.from(end))}`
  const isNear = parisDayOf(now).until(parisDayOf(start)).days <= 7
  return isNear ? hours : `${formatWeekday(originalStart)}, ${hours}`
}

type Position = { latitude: number | null; longitude: number | null }

const pointOf = ({ latitude, longitude }: Position) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** From the company to the instant, when both are on the map. */
export function distanceBetween(from: Position, to: Position): string | undefined {
  const [here, there] = [pointOf(from), pointOf(to)]
  return here && there ? formatDistance(distanceKm(here, there)) : undefined
}
