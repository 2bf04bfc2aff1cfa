import type { AnswerOf } from '@parvis/domain/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { presentInstant } from '../../lib/use-now.ts'

export type AgendaItem = AnswerOf<'GET /v1/instants/calendar'>[number]

const askAgain = 5 * 60_000

/** What happens in these towns, whoever organises it, from now on (G-002, AMB-96). */
export const agendaQuery = (zipCodes: readonly string[]) =>
  queryOptions({
    queryKey: ['agenda', ...zipCodes],
    queryFn: ({ signal }) =>
      call('GET /v1/instants/calendar', {
        query: { date: presentInstant().toString({ smallestUnit: 'second' }), cityCodes: `[${zipCodes.join(',')}]` },
        signal,
      }),
    refetchInterval: askAgain,
    placeholderData: keepPreviousData,
  })
