import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { purchasedMembership, replacedSubscriptions } from '@parvis/domain/subscription/membership'
import { type Membership, planLabel } from '@parvis/domain/subscription/plans'
import type { Temporal } from 'temporal-polyfill'
import { audited } from '../../db/audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { enqueue } from '../../jobs/job.ts'
import { lockCompany } from '../company/index.ts'
import { tellFact } from '../notices/index.ts'
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
  await changeMembership(tx, companyId, { from: former, to: membership, actor, ...details })
}

/**
 * Writes the plan that the company is held to have bought, for its subscriptions and for the operator's tool; its owners are
 * told when nothing bought is left (section 8 of team-and-access.md).
 */
export async function changeMembership(
  tx: Transaction,
  companyId: string,
  { actor, ...details }: MembershipCause & { from: Membership; to: Membership },
): Promise<void> {
  await audited(
    tx,
    { table: 'companies', id: companyId },
    () => saveMembership(tx, companyId, details.to),
    () => ({ actor, action: 'membership.change', object: `company:${companyId}`, details }),
  )
  await notifyLive(tx, { topic: 'company', id: companyId }, [`company:${companyId}`])
  if (details.to !== 'freemium' || details.from === 'freemium') return
  const { epochMilliseconds } = await readNow(tx)
  await tellFact(tx, {
    companyId,
    kind: 'plan',
    event: `plan-ended-${companyId}-${epochMilliseconds}`,
    fact: { sentence: noticeTexts.planEnded(planLabel(details.from)), path: '/subscription' },
  })
}
