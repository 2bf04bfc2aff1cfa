import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { presentInstant } from '../../lib/use-now.ts'

export type AgendaItem = AnswerOf<'GET /v1/instants/calendar'>[number]

const askAgain = 5 * 60_000

/** What happens in the town, whoever organises it, from now on (G-002, AMB-96). */
export const agendaQuery = (zipCode: string) =>
  queryOptions({
    queryKey: ['agenda', zipCode],
    queryFn: ({ signal }) =>
      call('GET /v1/instants/calendar', {
        query: { date: presentInstant().toString({ smallestUnit: 'second' }), cityCodes: `[${zipCode}]` },
        signal,
      }),
    refetchInterval: askAgain,
  })
