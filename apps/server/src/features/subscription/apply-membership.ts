import { purchasedMembership, replacedSubscriptions } from '@parvis/domain/subscription/membership'
import type { Temporal } from 'temporal-polyfill'
import { audit, hashRow } from '../../db/audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { enqueue } from '../../jobs/enqueue.queries.ts'
import { lockCompany } from '../company/index.ts'
import { listStandingSubscriptions, markReplaced, saveMembership } from './subscriptions.queries.ts'

/** What made the membership change, for the audit trail: never more than ids. */
export type MembershipCause = { actor: string; subscriptionId?: string; event?: string }

/**
 * Gives the company the plan of its subscriptions, under the company's lock, with a line of audit when it changes.
 * Subscriptions that a newer one replaces give nothing any more and are ended at the provider by a job (S-053).
 */
export async function applyMembership(
  tx: Transaction,
  companyId: string,
  now: Temporal.Instant,
  { actor, ...details }: MembershipCause,
): Promise<void> {
  const { purchased: former } = await lockCompany(tx, companyId)
  const subscriptions = await listStandingSubscriptions(tx, companyId)
  const replaced = replacedSubscriptions(subscriptions, now.epochMilliseconds).map((one) => one.subscriptionId)
  await markReplaced(tx, replaced)
  for (const subscriptionId of replaced) {
    await enqueue(tx, 'end-subscription', { subscriptionId }, { key: `end-subscription ${subscriptionId}` })
  }

  const membership = purchasedMembership(subscriptions, now.epochMilliseconds)
  if (membership === former) return
  const row = { table: 'companies', id: companyId } as const
  const before = await hashRow(tx, row)
  await saveMembership(tx, companyId, membership)
  await audit(tx, {
    actor,
    action: 'membership.change',
    object: `company:${companyId}`,
    details: { from: former, to: membership, ...details },
    change: { row, before },
  })
  await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
}
