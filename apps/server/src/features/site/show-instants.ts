import { instantCategory } from '@parvis/domain/instants/categories'
import type { InstantKind } from '@parvis/domain/instants/kind'
import { nextOccurrence, type Occurrence } from '@parvis/domain/instants/occurrences'
import type { ScheduleItem } from '@parvis/domain/instants/schedule'
import type { InstantTile } from '@parvis/domain/site/page'
import { occurrenceText, scheduleText } from '@parvis/domain/site/when.fr'
import type { Temporal } from 'temporal-polyfill'
import type { Config } from '../../config.ts'
import { scheduleItemOf } from '../instants/index.ts'
import { hrefOf, instantPath, type Place } from './addresses.ts'
import type { InstantTimeRow } from './instants.queries.ts'
import { pictureOf, square } from './pictures.ts'

/** An instant with its schedule and what it does next; `next` is undefined once all is over. */
export type SiteInstant = Omit<InstantTimeRow, 'id' | 'day_type'> & {
  items: (ScheduleItem & { id: number })[]
  next: Occurrence | undefined
}

/** Rows of times as instants, those under way first, then by what comes next (W-035). */
export function gatherInstants(rows: readonly InstantTimeRow[], now: Temporal.Instant): SiteInstant[] {
  const gathered = [...Map.groupBy(rows, ({ instantId }) => instantId).values()].flatMap((times) => {
    const first = times[0]
    if (!first) return []
    const items = times.map(scheduleItemOf)
    return [{ ...first, items, next: nextOccurrence(items, now) }]
  })
  const at = ({ next }: SiteInstant) => next?.originalStart ?? Number.POSITIVE_INFINITY
  const running = (one: SiteInstant) => (isRunning(one, now) ? 0 : 1)
  return gathered.sort((a, b) => running(a) - running(b) || at(a) - at(b) || a.instantId - b.instantId)
}

export const isRunning = ({ next }: Pick<SiteInstant, 'next'>, now: Temporal.Instant): boolean =>
  next !== undefined && next.originalStart <= now.epochMilliseconds

const kindLabels: Record<InstantKind, string> = { service: 'Service', specialOffer: 'Offre', event: 'Événement' }
export const kindLabel = (kind: InstantKind | null): string => kindLabels[kind ?? 'service']

export const categoryOfInstant = (id: number): { slug: string; label: string } =>
  instantCategory(id) ?? { slug: 'info', label: 'Info' }

export function instantCard(config: Config, place: Place, one: SiteInstant, now: Temporal.Instant): InstantTile {
  const path = instantPath(one, one)
  return {
    id: one.instantId,
    href: place.host === 'resident' ? path : hrefOf(place, one, path.slice(path.lastIndexOf('/'))),
    name: one.title,
    kind: one.kind ?? 'service',
    kindLabel: kindLabel(one.kind),
    picture: pictureOf(config, one.picture, square, ''),
    when: whenText(one, now),
    line: one.shortDescription,
    isRunning: isRunning(one, now),
  }
}

function whenText({ items, next }: SiteInstant, now: Temporal.Instant): string {
  const [first] = items
  if (!next) return 'Terminé'
  if (isRunning({ next }, now) || first?.kind === 'fixed') return occurrenceText(next, now)
  return items.map(scheduleText).join(' · ')
}
