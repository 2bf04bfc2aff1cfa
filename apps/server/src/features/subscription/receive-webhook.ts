import { refusal } from '@parvis/domain/refusals'
import { audit } from '../../db/audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentEvent } from '../../gateways/payment/payment.ts'
import { followSubscription } from './follow-subscription.ts'
import { fulfilPayment } from './fulfil-payment.ts'
import { findSession, isKnownEvent, recordEvent } from './payment-sessions.queries.ts'

type World = Pick<Dependencies, 'db' | 'gateways'>

/**
 * What the provider tells: at least once, in any order, days late (F12). The event is only a reason to read the object
 * again at the provider. 400 without a right and recent signature; an answer other than 200 makes the provider try again.
 */
export async function receiveWebhook(deps: World, rawBody: Buffer, signature: string | undefined): Promise<void> {
  const { db, gateways } = deps
  const now = await readNow(db)
  const event = gateways.payment.parseWebhook(rawBody, signature, now.epochMilliseconds / 1_000)
  if (!event) throw refusal('request.validation')
  if (event.livemode !== gateways.payment.livemode || (await isKnownEvent(db, event.id))) return
  await follow(deps, event)
}

async function follow(deps: World, event: PaymentEvent): Promise<void> {
  if ('sessionId' in event) {
    const asked = await findSession(deps.db, event.sessionId)
    if (!asked) return await noteUnknown(deps, event, event.sessionId)
    await fulfilPayment(deps, asked, { actor: 'provider', event })
  } else if ('subscriptionId' in event && event.subscriptionId) {
    return await followSubscription(deps, event.subscriptionId, event)
  }
  await transaction(deps.db, (tx) => recordEvent(tx, event.id, event.type))
}

/** A session of a business erased since, or of another product on the same account: an operator reads it, nothing is done. */
async function noteUnknown({ db }: World, { id, type }: PaymentEvent, sessionId: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await recordEvent(tx, id, type))) return
    await audit(tx, { actor: 'provider', action: 'payment.unknown', object: `payment:${sessionId}`, details: { type } })
  })
}
