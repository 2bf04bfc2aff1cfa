import type { AgendaGroup } from '@parvis/domain/agenda/grouping'
import type { AnswerOf } from '@parvis/domain/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Temporal } from 'temporal-polyfill'
import { cacheKey } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { presentInstant } from '../../lib/use-now.ts'

export type AgendaItem = AnswerOf<'GET /v1/instants/calendar'>[number]

/** Items per answer (api.md), and the most pages read for a very large town. */
const pageLength = 2_000
const maxPages = 3
const askAgain = 5 * 60_000

/** The agenda of these towns from now on, every organiser included (G-002, AMB-96). */
export const agendaQuery = (zipCodes: readonly string[]) =>
  queryOptions({
    queryKey: cacheKey('GET /v1/instants/calendar', { query: { cityCodes: zipCodes.join(',') } }),
    queryFn: async ({ signal }) => {
      const query = {
        date: presentInstant().toString({ smallestUnit: 'second' }),
        cityCodes: `[${zipCodes.join(',')}]`,
        states: 1,
      }
      const items: AgendaItem[] = []
      for (let page = 0; page < maxPages; page++) {
        const last = items.at(-1)
        const after = last ? { after: `${last.start},${last.id}` } : {}
        const next = await call('GET /v1/instants/calendar', { query: { ...query, ...after }, signal })
        items.push(...next)
        if (next.length < pageLength) break
      }
      return items
    },
    refetchInterval: askAgain,
    placeholderData: keepPreviousData,
  })

/** The element of a group on the page, from its key: `0` today … `7` the seventh day, `8`, then `9 2027-03`. */
export const idOfGroup = (key: string): string => `agenda-${key.replace(' ', '-')}`

/** A moment of the day of a group in milliseconds; none for what comes after the seventh day. */
export function dayOfGroup({ key, items }: AgendaGroup<AgendaItem>, now: Temporal.Instant): number | undefined {
  // An item that is running may have begun yesterday.
  if (key === '0') return now.epochMilliseconds
  const [first] = items
  return key.length === 1 && key < '8' && first ? Date.parse(first.originalStart) : undefined
}
