import { formatDay } from '@parvis/domain/kernel/french-format'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { planLabel } from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import { z } from 'zod'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { eachAlone, enqueue, type Job, type PeriodicTask } from '../../jobs/job.ts'
import { notifyOfFact } from '../notices/index.ts'
import { applyMembership, providerTries } from './apply-membership.ts'
import { followSubscription } from './follow-subscription.ts'
import { fulfilPayment } from './fulfil-payment.ts'
import { findSession, forgetOldEvents, takeUnvisitedSessions } from './payment-sessions.queries.ts'
import {
  findEndsForDeletion,
  forgetLapses,
  listEndingPlans,
  listLapsedCompanies,
  markEndsForDeletion,
  takeSilentSubscriptions,
} from './subscriptions.queries.ts'

const payloadSchema = z.object({ subscriptionId: z.string() })
const max = 100

export const paymentJobs: Job[] = [
  {
    name: 'end-subscription',
    run: async (deps, payload) => await endSubscription(deps, payloadSchema.parse(payload).subscriptionId),
  },
  {
    name: 'renew-or-end-subscription',
    run: async (deps, payload) => await renewOrEnd(deps, payloadSchema.parse(payload).subscriptionId),
  },
  {
    name: 'follow-subscription',
    run: async (deps, payload) => await followSubscription(deps, payloadSchema.parse(payload).subscriptionId),
  },
]

export const paymentTasks: PeriodicTask[] = [
  { name: 'reconcile-payments', everySeconds: 300, run: reconcilePayments },
  { name: 'end-lapsed-memberships', everySeconds: 10, run: endLapsedMemberships },
  { name: 'ending-plans', everySeconds: 300, run: notifyEndingPlans },
]

/** Ends at the provider a subscription that a newer one replaced: never two bills. */
async function endSubscription(deps: Dependencies, subscriptionId: string): Promise<void> {
  await deps.gateways.payment.endSubscription(subscriptionId, `end-${subscriptionId}`)
  await followSubscription(deps, subscriptionId)
}

/**
 * Follows an asked deletion of the account at the provider: nothing more is billed after the period, or it goes on when its
 * owner signs in again within the delay. To be called in the transaction that changes `users.delete_after`.
 */
export async function followDeletion(tx: Transaction, userId: number, isAsked: boolean): Promise<void> {
  for (const subscriptionId of await markEndsForDeletion(tx, userId, isAsked)) {
    await enqueue(tx, 'renew-or-end-subscription', { subscriptionId }, { attempts: providerTries })
  }
}

/** Repeated until the row did not change meanwhile: of two concurrent jobs the last decision stays at the provider. */
async function renewOrEnd(deps: Dependencies, subscriptionId: string): Promise<void> {
  let said: boolean | undefined
  for (
    let ends = await findEndsForDeletion(deps.db, subscriptionId);
    ends !== said && ends !== undefined;
    ends = await findEndsForDeletion(deps.db, subscriptionId)
  ) {
    await deps.gateways.payment.endAtPeriodEnd(subscriptionId, ends)
    said = ends
  }
  await followSubscription(deps, subscriptionId)
}

/**
 * Finishes paid sessions whose browser never came back and whose webhook was lost, and asks again after silent subscriptions.
 * @internal
 */
export async function reconcilePayments(deps: Dependencies): Promise<void> {
  const [sessions, silent] = [await takeUnvisitedSessions(deps.db, max), await takeSilentSubscriptions(deps.db, max)]
  await forgetOldEvents(deps.db)
  await eachAlone([...sessions, ...silent], async (one) => {
    if (typeof one === 'object')
      return await (one.replaced ? endSubscription(deps, one.id) : followSubscription(deps, one.id))
    const asked = await findSession(deps.db, one)
    if (asked) await fulfilPayment(deps, asked, { actor: 'system' })
  })
}

/**
 * Companies go back to what they still have once a cancelled or unpaid period is over.
 * @internal
 */
export async function endLapsedMemberships({ db }: Dependencies): Promise<void> {
  await eachAlone(await listLapsedCompanies(db, max), (companyId) =>
    transaction(db, async (tx) => {
      await applyMembership(tx, companyId, await readNow(tx), { actor: 'system', event: 'period ended' })
      await forgetLapses(tx, companyId)
    }),
  )
}

/**
 * Periodic task: notifies owners once, a week before a plan ends by itself, cancelled or unpaid (section 8 of
 * team-and-access.md). @internal
 */
export async function notifyEndingPlans({ db }: Dependencies): Promise<void> {
  await eachAlone(await listEndingPlans(db), async ({ id, companyId, plan, endsAt }) => {
    const day = parisDay(toInstant(endsAt))
    const sentence = noticeTexts.planEnds(planLabel(plan), formatDay(endsAt))
    const fact = { sentence, path: '/subscription', outcome: noticeTexts.withoutPlan }
    await transaction(db, (tx) => notifyOfFact(tx, { companyId, kind: 'plan', event: `plan-ends-${id}-${day}`, fact }))
  })
}
