import type { AgendaGroup } from '@parvis/domain/agenda/grouping'
import type { AnswerOf } from '@parvis/domain/api'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { cacheKey } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { presentInstant } from '../../lib/use-now.ts'

export type AgendaItem = AnswerOf<'GET /v1/instants/calendar'>[number]

/** Items per answer; a page shows them all, or as many cards as a phone draws at once. */
const pageLength = 400
const maxCards = 80
const askAgain = 5 * 60_000

/** The cursor from which an agenda is read, `<start>,<id>` as the API takes it; none from now on. */
export type AgendaStart = string | undefined

/** What comes after the cursor in these towns, every organiser included; `next` where more follows. */
export const agendaQuery = (zipCodes: readonly string[], after: AgendaStart) =>
  queryOptions({
    queryKey: cacheKey('GET /v1/instants/calendar', { query: { cityCodes: zipCodes.join(','), after } }),
    queryFn: async ({ signal }) =>
      await call('GET /v1/instants/calendar', {
        query: {
          date: presentInstant().toString({ smallestUnit: 'second' }),
          cityCodes: `[${zipCodes.join(',')}]`,
          states: 1,
          limit: pageLength,
          ...(after && { after }),
        },
        signal,
      }),
    refetchInterval: askAgain,
    placeholderData: keepPreviousData,
  })

/** The items that one page shows, no more than so many different ones; `next` is where the others follow. */
export function pageOfItems(items: readonly AgendaItem[], isShown: (item: AgendaItem) => boolean) {
  const cards = new Set<number>()
  const end = items.findIndex((item) => isShown(item) && cards.add(item.id).size > maxCards)
  const last = items[(end < 0 ? items.length : end) - 1]
  const hasMore = end >= 0 || items.length >= pageLength
  return {
    shown: items.slice(0, end < 0 ? items.length : end).filter(isShown),
    next: hasMore && last ? `${last.start},${last.id}` : undefined,
  }
}

/** The cursor at which a period begins. */
export const cursorAt = (start: number): AgendaStart =>
  `${writeParisIso(Temporal.Instant.fromEpochMilliseconds(start))},0`

/** The element of a group on the page, from its key: `0` today … `7` the seventh day, `8`, then `9 2027-03`. */
export const idOfGroup = (key: string): string => `agenda-${key.replace(' ', '-')}`

/** A moment of the day of a group in milliseconds; none for what comes after the seventh day. */
export function dayOfGroup({ key, items }: AgendaGroup<AgendaItem>, now: Temporal.Instant): number | undefined {
  // An item that is running may have begun yesterday.
  if (key === '0') return now.epochMilliseconds
  const [first] = items
  return key.length === 1 && key < '8' && first ? Date.parse(first.originalStart) : undefined
}
