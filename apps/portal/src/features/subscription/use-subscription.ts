import type { AnswerOf } from '@parvis/domain/api'
import { withVat } from '@parvis/domain/kernel/money'
import type { Periodicity } from '@parvis/domain/subscription/plans'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useCompanyId } from '../../lib/session.ts'

export type SoldPlan = AnswerOf<'GET /v1/plans'>[number]
export type Subscription = AnswerOf<'GET /v1/company/:id/subscription'>
export type Offer = Subscription['offers'][number]['offer']

/** The one source of prices and features (AMB-64). */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => call('GET /v1/plans', { signal }),
  staleTime: 60 * 60_000,
})

export const subscriptionQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['subscription', companyId],
    queryFn: ({ signal }) => call('GET /v1/company/:id/subscription', { params: { id: companyId }, signal }),
  })

/** Cents billed at each period, tax excluded and included. */
export function pricesOf(plan: SoldPlan, periodicity: Periodicity): { excludingTax: number; includingTax: number } {
  const excludingTax = Math.round((periodicity === 'monthly' ? plan.monthly_price : plan.promo_price) * 100)
  return { excludingTax, includingTax: withVat(excludingTax) }
}

/** Opens the payment page, once: the button stays locked while the browser leaves (S-028). */
export function useBuyPlan() {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: (wanted: { plan: SoldPlan['id']; periodicity: Periodicity }) =>
      call('POST /v1/payment/create/paymentSession', {
        body: { companyId, subscriptionId: wanted.plan, periodicity: wanted.periodicity },
        as: 'multipart',
      }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}
