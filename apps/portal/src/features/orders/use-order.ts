import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'

export type Order = AnswerOf<'GET /v1/clickAndCollect/order/:id'>

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call('GET /v1/clickAndCollect/order/:id', { params: { id: String(id) }, signal }),
  })

/** After a decision, ours or someone else's: the order and its conversation are read again (O-012, O-019). */
export function useRefreshOrder(id: number) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [['order', id], ['messages'], ['discussions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
}

/** Order errors are kept as the status, as text (O-018). */
export function orderStatusText(error: unknown): string {
  return error instanceof ApiError ? String(error.status) : '500'
}
