import { durations } from '@parvis/domain/kernel/durations'
import { lapsesAt, type Subscription } from '@parvis/domain/subscription/membership'
import type { Membership } from '@parvis/domain/subscription/plans'
import { type Selection, sql } from 'kysely'
import { cellOf, columnOf, type Db, rowsOf, type Tables, type Transaction } from '../../db/database.ts'

/** A subscription as known here, with what the table keeps besides its state. */
export type KnownSubscription = Subscription & {
  companyId: string
  version: number
  replaced: boolean
  priceId: string | undefined
}

const columns = [
  'subscriptions.id as subscriptionId',
  'subscriptions.company_id as companyId',
  'subscriptions.plan',
  'subscriptions.periodicity',
  'subscriptions.status',
  'subscriptions.started_at as startedAt',
  'subscriptions.period_end as periodEnd',
  'subscriptions.last_event_at as lastEventAt',
  'subscriptions.last_event_id as lastEventId',
  'subscriptions.replaced_at as replacedAt',
  'subscriptions.version',
  'subscriptions.paid_until as paidUntil',
  'subscriptions.price_id as priceId',
] as const

type Row = Selection<Tables, 'subscriptions', (typeof columns)[number]>

export async function findSubscription(db: Db, id: string): Promise<KnownSubscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .where('subscriptions.id', '=', id)
    .select([...columns])
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Subscriptions that may give the company its plan: those not replaced by a later one. */
export async function listStandingSubscriptions(db: Db, companyId: string): Promise<KnownSubscription[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .where('subscriptions.company_id', '=', companyId)
    .where('subscriptions.replaced_at', 'is', null)
    .select([...columns])
    .execute()
  return rows.map(fromRow)
}

type Bought = { companyId: string; sessionId: string; customerId: string; priceId: string | undefined }

export async function insertSubscription(
  tx: Transaction,
  subscription: Subscription,
  { companyId, sessionId, customerId, priceId }: Bought,
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      id: subscription.subscriptionId,
      company_id: companyId,
      session_id: sessionId,
      customer_id: customerId,
      price_id: priceId ?? null,
      started_at: new Date(subscription.startedAt),
      ...stateOf(subscription),
    })
    .execute()
}

/** Saves the state read at the provider unless another was saved since that reading began. */
export async function saveState(
  tx: Transaction,
  subscription: Subscription,
  { version, priceId }: { version: number; priceId: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ ...stateOf(subscription), price_id: priceId ?? null, looked_at: sql`app_now()`, version: version + 1 })
    .where('subscriptions.id', '=', subscription.subscriptionId)
    .where('subscriptions.version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markReplaced(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('subscriptions')
    .set({ replaced_at: sql`app_now()` })
    .where('subscriptions.id', 'in', [...ids])
    .execute()
}

export async function saveMembership(tx: Transaction, companyId: string, membership: Membership) {
  return await tx
    .updateTable('companies')
    .set({ membership, updated_at: sql`app_now()` })
    .where('companies.id', '=', companyId)
    .returning('companies.id')
    .executeTakeFirst()
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

/** The plans that end by themselves within seven days, unless another replaced them. */
export async function listEndingPlans(db: Db) {
  return await db
    .selectFrom('subscriptions')
    .where('subscriptions.lapses_at', '>', sql<Date>`app_now()`)
    .where('subscriptions.lapses_at', '<=', sql<Date>`app_now() + ${durations.endingPlan}::interval`)
    .where('subscriptions.status', '<>', 'ended')
    .where('subscriptions.replaced_at', 'is', null)
    .select([
      'subscriptions.id',
      'subscriptions.company_id as companyId',
      'subscriptions.plan',
      sql<Date>`subscriptions.lapses_at`.as('endsAt'),
    ])
    .execute()
}

export async function forgetLapses(tx: Transaction, companyId: string): Promise<void> {
  await sql`update subscriptions set lapses_at = null where company_id = ${companyId} and lapses_at <= app_now()`.execute(
    tx,
  )
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

function fromRow({
  startedAt,
  periodEnd,
  lastEventAt,
  replacedAt,
  paidUntil,
  priceId,
  ...rest
}: Row): KnownSubscription {
  return {
    ...rest,
    startedAt: startedAt.getTime(),
    periodEnd: periodEnd.getTime(),
    lastEventAt: lastEventAt.getTime(),
    replaced: replacedAt !== null,
    paidUntil: paidUntil?.getTime(),
    priceId: priceId ?? undefined,
  }
}
