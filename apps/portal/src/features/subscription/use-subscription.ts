import type { AnswerOf } from '@parvis/domain/api'
import { withVat } from '@parvis/domain/kernel/french-format'
import type { Periodicity, Price } from '@parvis/domain/subscription/plans'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { query } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'
import { browserStorage } from '../../lib/storage.ts'

export type SoldPlan = AnswerOf<'GET /v1/plans'>[number]
export type OwnSubscription = AnswerOf<'GET /v1/company/:id/subscription'>
export type Offer = OwnSubscription['offers'][number]['offer']

/** The one source of prices and features. */
export const plansQuery = { ...query('GET /v1/plans'), staleTime: 60 * 60_000 }

export const subscriptionQuery = query('GET /v1/company/:id/subscription')

/** Cents billed at each period, tax excluded and included. */
export function pricesOf(plan: SoldPlan, periodicity: Periodicity): Price {
  const excludingTax = Math.round((periodicity === 'monthly' ? plan.monthly_price : plan.promo_price) * 100)
  return { excludingTax, includingTax: withVat(excludingTax) }
}

const leftToPay = 'left-to-pay'

/** Whether this tab went to the payment page: coming back unpaid is then its own doing. */
export const hasLeftToPay = () => browserStorage('sessionStorage').getItem(leftToPay) === 'yes'

type Wanted = { plan: SoldPlan['id']; periodicity: Periodicity }

/** Opens the payment page, once: the buttons stay locked while the browser leaves, not when it comes back. */
export function useBuyPlan(onFailure: (error: unknown) => void) {
  const companyId = useCompanyId()
  // A ref, because the second click of a double click comes before React renders the disabled button.
  const isLeaving = useRef(false)
  const { mutate, reset, isPending, isSuccess, variables } = useMutation({
    mutationFn: (wanted: Wanted) =>
      call('POST /v1/payment/create/paymentSession', {
        body: { companyId, subscriptionId: wanted.plan, periodicity: wanted.periodicity },
        as: 'multipart',
      }),
    onSuccess: ({ url }) => {
      browserStorage('sessionStorage').setItem(leftToPay, 'yes')
      window.location.assign(url)
    },
    onError: (error) => {
      isLeaving.current = false
      onFailure(error)
    },
  })
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isLeaving.current = false
      reset()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  const buy = (wanted: Wanted) => {
    if (isLeaving.current) return
    isLeaving.current = true
    mutate(wanted)
  }
  return { buy, buying: isPending || isSuccess ? variables?.plan : undefined }
}
