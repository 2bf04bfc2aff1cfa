import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentSubscription } from '../../gateways/payment/payment.ts'
import { lockCompany } from '../company/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { applyMembership, readState } from './apply-membership.ts'
import { callProvider } from './call-provider.ts'
import { isKnownEvent, listReversedInvoices, recordEvent } from './payment-sessions.queries.ts'
import { findSubscription, type KnownSubscription, saveState } from './subscriptions.queries.ts'

export type ProviderEvent = { id: string; type: string }

const attempts = 8

/**
 * Brings a subscription to what the provider says of it now, whatever event called for it: any order, repetition and
 * delay of events ends in the provider's own state. The provider is asked outside the transaction; what it
 * said is applied only if nothing was applied since, else it is asked again.
 */
export async function followSubscription(
  { db, gateways }: Pick<Dependencies, 'db' | 'gateways'>,
  subscriptionId: string,
  event?: ProviderEvent,
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const known = await findSubscription(db, subscriptionId)
    if (!known) return await remember(db, event)
    const subscription = await callProvider(gateways.payment.readSubscription(subscriptionId))
    if (subscription.livemode !== gateways.payment.livemode) return await remember(db, event)
    if (await transaction(db, (tx) => apply(tx, known, subscription, event))) return
  }
  throw refusal('subscription.payment_unavailable', { retryAfter: 5 })
}

/** Optimistic lock: false when another reading was applied since this one began. */
async function apply(
  tx: Transaction,
  known: KnownSubscription,
  subscription: PaymentSubscription,
  event: ProviderEvent | undefined,
): Promise<boolean> {
  const now = await readNow(tx)
  await lockCompany(tx, known.companyId)
  if (event && (await isKnownEvent(tx, event.id))) return true
  const reversed = await listReversedInvoices(tx, known.subscriptionId)
  const { state, priceId, isNewlyUnsold } = readState(known, subscription, known, {
    readAt: now.epochMilliseconds,
    reversed,
  })
  if (!(await saveState(tx, state, { version: known.version, priceId }))) return false
  if (isNewlyUnsold) await auditPrice(tx, known, subscription)
  if (state.status === 'past_due' && known.status !== 'past_due')
    await notifyOfFact(tx, {
      companyId: known.companyId,
      kind: 'plan',
      event: `past-due-${known.subscriptionId}-${known.version}`,
      fact: { sentence: noticeTexts.paymentFailed, path: '/subscription' },
    })
  if (event) await recordEvent(tx, event.id, event.type)
  await applyMembership(tx, known.companyId, now, {
    actor: 'provider',
    subscriptionId: known.subscriptionId,
    ...(event && { event: event.type }),
  })
  return true
}

/** The price is none of ours: logged for the team, who correct it at the provider before the rights end. */
async function auditPrice(
  tx: Transaction,
  { companyId }: KnownSubscription,
  subscription: PaymentSubscription,
): Promise<void> {
  await audit(tx, {
    actor: 'provider',
    action: 'payment.price_unknown',
    object: `company:${companyId}`,
    details: {
      subscriptionId: subscription.id,
      price: subscription.price?.id,
      amountCents: subscription.price?.amountCents,
    },
  })
}

async function remember(db: Dependencies['db'], event: ProviderEvent | undefined): Promise<void> {
  if (event) await transaction(db, (tx) => recordEvent(tx, event.id, event.type))
}
