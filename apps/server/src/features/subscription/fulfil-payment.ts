import { transaction } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentSession, PaymentSubscription } from '../../gateways/payment/payment.ts'
import { enqueue } from '../../jobs/job.ts'
import { lockCompany } from '../company/index.ts'
import { applyMembership, readState } from './apply-membership.ts'
import { callProvider } from './call-provider.ts'
import type { ProviderEvent } from './follow-subscription.ts'
import { lockSession, type PaymentSessionRow, recordEvent, settleSession } from './payment-sessions.queries.ts'
import { insertSubscription } from './subscriptions.queries.ts'

/** Who reports that a payment may be done, and the provider's date of it. */
export type Occasion = { actor: string; event?: ProviderEvent & { createdAt: number } }

type PaymentDeps = Pick<Dependencies, 'db' | 'gateways'>

/**
 * Fulfils a payment, whoever reports it first: browser, webhook or reconciler. The session is read again at the provider and
 * compared with what was asked; the plan is given once, together with the payment, in one transaction. 502 when the
 * provider is silent: nothing is decided, and a later report finishes.
 */
export async function fulfilPayment(
  deps: PaymentDeps,
  asked: PaymentSessionRow,
  occasion: Occasion,
): Promise<'paid' | 'unpaid'> {
  if (asked.state !== 'open') return asked.state === 'paid' ? 'paid' : 'unpaid'
  const { payment } = deps.gateways
  const session = await callProvider(payment.readSession(asked.id))
  if (session.status !== 'paid' || session.subscriptionId === undefined) {
    if (session.state === 'expired') await close(deps, asked, 'expired', occasion)
    return 'unpaid'
  }
  if (!isAsAsked(asked, session, payment.livemode)) {
    await close(deps, asked, 'refused', occasion)
    return 'unpaid'
  }
  const subscription = await callProvider(payment.readSubscription(session.subscriptionId))
  await transaction(deps.db, (tx) => give(tx, asked, subscription, occasion))
  return 'paid'
}

/** Compares price, plan, company and mode with what was asked; a difference gives nothing. */
function isAsAsked(asked: PaymentSessionRow, session: PaymentSession, livemode: boolean): boolean {
  const { companyId, planId, periodicity } = session.metadata
  return (
    session.amountCents === asked.amountCents &&
    session.currency === asked.currency &&
    session.mode === 'subscription' &&
    session.livemode === livemode &&
    companyId === asked.companyId &&
    planId === asked.plan &&
    periodicity === asked.periodicity
  )
}

async function give(
  tx: Transaction,
  asked: PaymentSessionRow,
  subscription: PaymentSubscription,
  { actor, event }: Occasion,
): Promise<void> {
  const now = await readNow(tx)
  await lockCompany(tx, asked.companyId)
  if (event) await recordEvent(tx, event.id, event.type)
  if ((await lockSession(tx, asked.id)).state !== 'open') return

  const purchase = { plan: asked.plan, periodicity: asked.periodicity, startedAt: paidAt(asked, now, event) }
  const { state, priceId } = readState(undefined, subscription, purchase, { readAt: now.epochMilliseconds })
  await settleSession(tx, asked.id, 'paid')
  const { companyId, id: sessionId } = asked
  await insertSubscription(tx, state, { companyId, sessionId, customerId: subscription.customerId, priceId })
  await applyMembership(tx, asked.companyId, now, {
    actor,
    subscriptionId: subscription.id,
    event: event?.type ?? 'validate',
  })
  // What the provider said between our reading and now concerned a subscription we did not know yet.
  await enqueue(tx, 'follow-subscription', { subscriptionId: subscription.id })
}

/** Of two payments in one second of the provider's clock, the page opened last is the last one bought. */
function paidAt(asked: PaymentSessionRow, now: Temporal.Instant, event: Occasion['event']): number {
  return event ? Math.max(event.createdAt * 1_000, asked.createdAt.getTime()) : now.epochMilliseconds
}

async function close(
  { db }: PaymentDeps,
  asked: PaymentSessionRow,
  state: 'expired' | 'refused',
  { actor }: Occasion,
): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await lockSession(tx, asked.id)).state !== 'open') return
    await settleSession(tx, asked.id, state)
    await audit(tx, {
      actor,
      action: `payment.${state}`,
      object: `company:${asked.companyId}`,
      details: { session: asked.id },
    })
  })
}
