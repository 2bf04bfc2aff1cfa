import type { AnswerOf } from '@parvis/domain/api'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pagesKey, query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { readsOf } from '../../api/reads-of.ts'
import { useChange } from '../../api/use-change.ts'
import { ring } from '../../lib/alert-sound.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'

export type ShownOrder = AnswerOf<'GET /v1/clickAndCollect/order/:id'>

export const orderQuery = (id: number) => query('GET /v1/clickAndCollect/order/:id', { params: { id } })

export type DeskView = 'todo' | 'day' | 'coming' | 'unclosed' | 'past'

/** What waits for an answer, and how many are in each view; live events on orders read it again. */
export const deskQuery = {
  ...query('GET /v1/company/:id/orders', { query: { view: 'todo' } }),
  refetchInterval: 60_000,
}

/** The orders of a view, a hundred at a time. */
export function useDeskPages(asked: { view: DeskView; q: string; day: string }) {
  return useInfiniteQuery({
    queryKey: pagesKey('GET /v1/company/:id/orders', { query: asked }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /v1/company/:id/orders', { query: { ...asked, before: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: 60_000,
  })
}

export type TotalsBy = 'day' | 'week' | 'month'

export const totalsQuery = (asked: { from: string; to: string; by: TotalsBy }) =>
  query('GET /v1/company/:id/orders/totals', { query: asked })

export type DeskSettings = AnswerOf<'GET /v1/company/:id/order-settings'>

const settingsQuery = {
  ...query('GET /v1/company/:id/order-settings'),
  // A pause and a rush end by themselves.
  refetchInterval: 30_000,
}

/** How the business takes orders, its pause and its rush; nothing where its plan has no orders, which the call refuses. */
export function useDeskSettings() {
  const { subscription } = useCompany()
  return useQuery({ ...settingsQuery, enabled: subscription.hasClickAndCollect })
}

/** A change of the settings. A refusal shows in a toast, unless the form shows it. */
export const useChangeDesk = (isQuiet?: boolean) => useChange<DeskSettings>(settingsQuery, { isQuiet })

/** After a decision, ours or someone else's: the order, the lists of the desk and the conversation are read again. */
export const refreshOrders = () => refresh(...readsOf.order)

const ringEvery = 20_000

/**
 * Rings every 20 seconds until each new request was seen on some device; returns how many orders wait, and the
 * conversation of each unseen one.
 */
export function useOrderAlert(isOn = false): { todo: number; unseen: (string | null)[] } {
  const { data } = useQuery({ ...deskQuery, enabled: isOn })
  const unseen = data?.orders.filter(({ seenAt, state }) => seenAt === null && state === 'asked') ?? []
  const isUnseen = unseen.length > 0
  useEffect(() => {
    if (!isUnseen) return
    const timer = setInterval(ring, ringEvery)
    return () => clearInterval(timer)
  }, [isUnseen])
  return { todo: data?.counts.todo ?? 0, unseen: unseen.map(({ discussionId }) => discussionId) }
}
