import { durations } from '@parvis/domain/kernel/durations'
import { lapsesAt, type Subscription } from '@parvis/domain/subscription/membership'
import type { Membership, PaidPlanId } from '@parvis/domain/subscription/plans'
import {
  cellOf,
  changed,
  columnOf,
  type Db,
  hasRow,
  inserted,
  rowOf,
  rowsOf,
  run,
  type Transaction,
} from '../../db/database.ts'
import { milliseconds, sql } from '../../db/sql.ts'

/** A subscription as known here, with what the table keeps besides its state. */
export type KnownSubscription = Subscription & {
  companyId: string
  /** For optimistic locking: what was read at the provider is applied only if the version has not moved since. */
  version: number
  /** The provider's price that it was bought with. */
  priceId: string | undefined
}

type Row = Omit<KnownSubscription, 'paidUntil' | 'priceId'> & { paidUntil: number | null; priceId: string | null }

const columns = sql`subscriptions.id as "subscriptionId", subscriptions.company_id as "companyId", subscriptions.plan,
  subscriptions.periodicity, subscriptions.status, ${milliseconds(sql`subscriptions.started_at`)} as "startedAt",
  ${milliseconds(sql`subscriptions.period_end`)} as "periodEnd",
  ${milliseconds(sql`subscriptions.last_event_at`)} as "lastEventAt", subscriptions.last_event_id as "lastEventId",
  subscriptions.version, ${milliseconds(sql`subscriptions.paid_until`)} as "paidUntil", subscriptions.price_id as "priceId"`

export async function findSubscription(db: Db, id: string): Promise<KnownSubscription | undefined> {
  const row = await rowOf<Row>(db)`select ${columns} from subscriptions where subscriptions.id = ${id}`
  return row && fromRow(row)
}

/** Subscriptions that may give the company its plan: those not replaced by a later one. */
export async function listStandingSubscriptions(db: Db, companyId: string): Promise<KnownSubscription[]> {
  const rows = await rowsOf<Row>(db)`
    select ${columns} from subscriptions
    where subscriptions.company_id = ${companyId} and subscriptions.replaced_at is null`
  return rows.map(fromRow)
}

type Bought = { companyId: string; sessionId: string; customerId: string; priceId: string | undefined }

export async function insertSubscription(
  tx: Transaction,
  subscription: Subscription,
  { companyId, sessionId, customerId, priceId }: Bought,
): Promise<void> {
  const bought = {
    id: subscription.subscriptionId,
    company_id: companyId,
    session_id: sessionId,
    customer_id: customerId,
    price_id: priceId ?? null,
    started_at: new Date(subscription.startedAt),
  }
  await run(tx)`insert into subscriptions ${inserted({ ...bought, ...stateOf(subscription) })}`
}

/** Saves the state read at the provider unless another was saved since that reading began. */
export async function saveState(
  tx: Transaction,
  subscription: Subscription,
  { version, priceId }: { version: number; priceId: string | undefined },
): Promise<boolean> {
  return await hasRow(tx)`
    update subscriptions set ${changed({ ...stateOf(subscription), price_id: priceId ?? null })}, looked_at = app_now(),
      version = ${version + 1}
    where subscriptions.id = ${subscription.subscriptionId} and subscriptions.version = ${version} returning id`
}

export async function markReplaced(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await run(tx)`update subscriptions set replaced_at = app_now() where subscriptions.id = any(${[...ids]}::text[])`
}

export async function saveMembership(tx: Transaction, companyId: string, membership: Membership) {
  return await rowOf<{ id: string }>(tx)`
    update companies set membership = ${membership}, updated_at = app_now() where companies.id = ${companyId} returning id`
}

/** The provider's customer of the company, the latest one. */
export async function findCustomer(db: Db, companyId: string): Promise<string | undefined> {
  return await cellOf<string>(db)`
    select subscriptions.customer_id from subscriptions
    where subscriptions.company_id = ${companyId} order by subscriptions.started_at desc limit 1`
}

export async function findCompanyEmail(db: Db, companyId: string): Promise<string | undefined> {
  const value = await cellOf<string | null>(db)`
    select companies.email from companies where companies.id = ${companyId}`
  return value ?? undefined
}

/** Companies whose plan ended by itself: a cancelled or unpaid subscription reached the end of its period. */
export async function listLapsedCompanies(db: Db, max: number): Promise<string[]> {
  return await columnOf<string>(db)`
    select distinct company_id from subscriptions
    where lapses_at <= app_now() limit ${max}`
}

type EndingPlan = { id: string; companyId: string; plan: PaidPlanId; endsAt: Date }

/** The plans that end by themselves within seven days, unless another replaced them. */
export async function listEndingPlans(db: Db): Promise<EndingPlan[]> {
  return await rowsOf<EndingPlan>(db)`
    select subscriptions.id, subscriptions.company_id as "companyId", subscriptions.plan, subscriptions.lapses_at as "endsAt"
    from subscriptions
    where subscriptions.lapses_at > app_now() and subscriptions.lapses_at <= app_now() + ${durations.endingPlan}::interval
      and subscriptions.status <> 'ended' and subscriptions.replaced_at is null`
}

export async function forgetLapses(tx: Transaction, companyId: string): Promise<void> {
  await run(tx)`update subscriptions set lapses_at = null where company_id = ${companyId} and lapses_at <= app_now()`
}

/**
 * Subscriptions to read again: a period that ended without news, one replaced and not yet ended, or one that is not paid:
 * every hour while it may still be in time, then every day.
 */
export async function takeSilentSubscriptions(db: Db, max: number) {
  return await rowsOf<{ id: string; replaced: boolean }>(db)`
    update subscriptions set looked_at = app_now() where id in (
      select id from subscriptions
      where status <> 'ended'
        and (period_end < app_now() - ${durations.hour}::interval or replaced_at < app_now() - ${durations.replacedPlan}::interval
          or paid_until < period_end or status = 'past_due')
        and (lapses_at is not null or replaced_at is not null or period_end < app_now() - ${durations.hour}::interval
          or looked_at < app_now() - ${durations.day}::interval or looked_at > app_now())
        and (looked_at < app_now() - ${durations.hour}::interval or replaced_at is not null or looked_at > app_now())
      order by looked_at limit ${max} for update skip locked)
    returning id, replaced_at is not null as replaced`
}

/**
 * The running subscriptions that end because of this person's asked deletion, or go on since they signed in again: of
 * businesses that everybody who owns them leaves, and none that was cancelled by hand. Answers those that changed.
 */
export async function markEndsForDeletion(tx: Transaction, userId: number, on: boolean): Promise<string[]> {
  return await columnOf<string>(tx)`
    update subscriptions set ends_for_deletion = ${on}
    where ends_for_deletion <> ${on} and replaced_at is null
      and (not ${on} or (status in ('active', 'past_due') and not exists (
        select from company_members others join users on users.id = others.user_id
        where others.company_id = subscriptions.company_id and others.role = 'owner' and users.delete_after is null)))
      and company_id in (select company_members.company_id from company_members
        where company_members.user_id = ${userId} and company_members.role = 'owner')
    returning id`
}

export async function findEndsForDeletion(db: Db, id: string): Promise<boolean | undefined> {
  return await cellOf<boolean>(db)`
    select subscriptions.ends_for_deletion from subscriptions where subscriptions.id = ${id}`
}

function stateOf(subscription: Subscription) {
  const lapse = lapsesAt(subscription)
  return {
    plan: subscription.plan,
    periodicity: subscription.periodicity,
    status: subscription.status,
    paid_until: subscription.paidUntil === undefined ? null : new Date(subscription.paidUntil),
    period_end: new Date(subscription.periodEnd),
    lapses_at: lapse === undefined ? null : new Date(lapse),
    last_event_at: new Date(subscription.lastEventAt),
    last_event_id: subscription.lastEventId,
  }
}

function fromRow({ paidUntil, priceId, ...row }: Row): KnownSubscription {
  return { ...row, paidUntil: paidUntil ?? undefined, priceId: priceId ?? undefined }
}
