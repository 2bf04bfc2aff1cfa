import type { AnswerOf } from '@parvis/domain/api'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pagesQuery, query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { readsOf } from '../../api/reads-of.ts'
import { useChange } from '../../api/use-change.ts'
import { ring } from '../../lib/alert-sound.ts'
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
    ...pagesQuery('GET /v1/company/:id/orders', asked, ({ next }) => (next ? { before: next } : undefined)),
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

/** Whether the desk shows orders: they outlive the plan that takes them. */
export const areUnderWay = (counts: Partial<Record<DeskView, number>> = {}): boolean =>
  Object.values(counts).some((count) => count > 0)

/**
 * Rings every 20 seconds until each new request was seen on some device; returns how many orders wait, the conversation of each
 * unseen one, and whether there is an order under way. A shop that takes none is asked about once: none comes that would ring.
 */
export function useOrderAlert(): { todo: number; unseen: (string | null)[]; isUnderWay: boolean } {
  const { type, cacActive } = useCompany()
  const refetchInterval = cacActive && deskQuery.refetchInterval
  const { data } = useQuery({ ...deskQuery, refetchInterval, enabled: offersOf(type).clickAndCollect })
  const unseen = data?.orders.filter(({ seenAt, state }) => seenAt === null && state === 'asked') ?? []
  const isUnseen = unseen.length > 0
  useEffect(() => {
    if (!isUnseen) return
    const timer = setInterval(ring, ringEvery)
    return () => clearInterval(timer)
  }, [isUnseen])
  const conversations = unseen.map(({ discussionId }) => discussionId)
  return { todo: data?.counts.todo ?? 0, unseen: conversations, isUnderWay: areUnderWay(data?.counts) }
}
