import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'

export type Order = AnswerOf<'GET /v1/clickAndCollect/order/:id'>

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call('GET /v1/clickAndCollect/order/:id', { params: { id: String(id) }, signal }),
  })

export type DeskView = 'todo' | 'day' | 'coming' | 'unclosed' | 'past'

/** A view of the desk; live events on orders read it again. */
export const deskQuery = (companyId: string, view: DeskView) =>
  queryOptions({
    queryKey: ['order', 'desk', companyId, view],
    queryFn: ({ signal }) => call('GET /v1/company/:id/orders', { params: { id: companyId }, query: { view }, signal }),
    refetchInterval: 60_000,
  })

/** The lists of the desk and their counts, read again. */
export function useRefreshDesk() {
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ queryKey: ['order'] }), [queryClient])
}

/** After a decision, ours or someone else's: the order and its conversation are read again (O-012, O-019). */
export function useRefreshOrder() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [['order'], ['messages'], ['discussions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
}

/** Order errors are kept as the status, as text (O-018). */
export function orderStatusText(error: unknown): string {
  return error instanceof ApiError ? String(error.status) : '500'
}

const ringEvery = 20_000

/** Rings every 20 seconds until each new request was seen on some device, on any page; answers how many wait. */
export function useOrderAlert(companyId: string, isOn: boolean): number {
  const { data } = useQuery({ ...deskQuery(companyId, 'todo'), enabled: isOn })
  const isUnseen = data?.orders.some(({ seenAt, state }) => seenAt === null && state === 'asked') ?? false
  useEffect(() => {
    if (!isUnseen) return
    const ring = () => void new Audio('/sounds/message.wav').play().catch(() => undefined)
    const timer = setInterval(ring, ringEvery)
    return () => clearInterval(timer)
  }, [isUnseen])
  return data?.counts.todo ?? 0
}
