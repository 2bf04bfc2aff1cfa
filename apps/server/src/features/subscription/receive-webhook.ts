import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentCharge } from '../../gateways/payment/payment.ts'
import type { PaymentEvent } from '../../gateways/payment/payment-events.ts'
import { callProvider } from './call-provider.ts'
import { followSubscription } from './follow-subscription.ts'
import { fulfilPayment } from './fulfil-payment.ts'
import {
  findSession,
  isKnownEvent,
  listUnsettledSessions,
  recordEvent,
  saveReversal,
} from './payment-sessions.queries.ts'
import { findSubscription } from './subscriptions.queries.ts'

type PaymentDeps = Pick<Dependencies, 'db' | 'gateways'>

/**
 * What the provider tells: at least once, in any order, days late. The event is only a reason to read the object
 * again at the provider. 400 without a right and recent signature; an answer other than 200 makes the provider try again.
 */
export async function receiveWebhook(deps: PaymentDeps, rawBody: Buffer, signature: string | undefined): Promise<void> {
  const { db, gateways } = deps
  const now = await readNow(db)
  const event = gateways.payment.parseWebhook(rawBody, signature, now.epochMilliseconds / 1_000)
  if (!event) throw refusal('request.validation')
  if (event.livemode !== gateways.payment.livemode || (await isKnownEvent(db, event.id))) return
  await follow(deps, event)
}

async function follow(deps: PaymentDeps, event: PaymentEvent): Promise<void> {
  if ('sessionId' in event) {
    const asked = await findSession(deps.db, event.sessionId)
    if (!asked) return await noteUnknown(deps, event, event.sessionId)
    await fulfilPayment(deps, asked, { actor: 'provider', event })
  } else if ('chargeId' in event) {
    return await followCharge(deps, event)
  } else if (event.subscriptionId) {
    return await followSubscription(deps, event.subscriptionId, event)
  }
  await transaction(deps.db, (tx) => recordEvent(tx, event.id, event.type))
}

/**
 * A payment given back, disputed or won again: while its money is not ours, its invoice's period does not count as paid.
 * The charge is read again after the writing, so that of two events at once the last word stays.
 */
async function followCharge(deps: PaymentDeps, event: Extract<PaymentEvent, { chargeId: string }>): Promise<void> {
  const { payment } = deps.gateways
  let charge = await callProvider(payment.readCharge(event.chargeId))
  if (charge.reversal && charge.subscriptionId) await fulfilItsPayment(deps, charge.subscriptionId)
  let written: PaymentCharge
  do {
    written = charge
    if (written.livemode === payment.livemode) await transaction(deps.db, (tx) => noteReversal(tx, written))
    charge = await callProvider(payment.readCharge(event.chargeId))
  } while (charge.reversal !== written.reversal)
  if (charge.subscriptionId) return await followSubscription(deps, charge.subscriptionId, event)
  await transaction(deps.db, (tx) => recordEvent(tx, event.id, event.type))
}

/**
 * Gives the plan of a payment that nobody told of yet, before its reversal is written: a reversal without its subscription would be
 * forgotten, and the plan given later as if it were paid.
 */
async function fulfilItsPayment(deps: PaymentDeps, subscriptionId: string): Promise<void> {
  if (await findSubscription(deps.db, subscriptionId)) return
  const { metadata } = await callProvider(deps.gateways.payment.readSubscription(subscriptionId))
  const { companyId = '' } = metadata
  // Another product of the same account has other metadata.
  if (!isUuidV4(companyId)) return
  for (const asked of await listUnsettledSessions(deps.db, companyId))
    await fulfilPayment(deps, asked, { actor: 'provider' })
}

async function noteReversal(tx: Transaction, charge: PaymentCharge): Promise<void> {
  const { id, subscriptionId, invoiceId, reversal: kind, refundedCents, amountCents } = charge
  const known = subscriptionId && (await findSubscription(tx, subscriptionId))
  if (!known || !invoiceId || !(await saveReversal(tx, { invoiceId, subscriptionId, kind }))) return
  await audit(tx, {
    actor: 'provider',
    action: `payment.${kind ?? 'reversal_ended'}`,
    object: `company:${known.companyId}`,
    details: { charge: id, amountCents, refundedCents },
  })
}

/** A session of a business erased since, or of another product on the same account: an operator reads it, nothing is done. */
async function noteUnknown({ db }: PaymentDeps, { id, type }: PaymentEvent, sessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await recordEvent(tx, id, type))) return
    await audit(tx, { actor: 'provider', action: 'payment.unknown', object: `payment:${sessionId}`, details: { type } })
  })
}
