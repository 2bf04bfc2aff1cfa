import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { type Role, roles } from '@parvis/domain/kernel/roles'
import {
  type NoticeFact,
  type NoticeKind,
  type NoticeStep,
  noticeRoles,
  orderSteps,
} from '@parvis/domain/notices/notices'
import { alertDelays } from '@parvis/domain/orders/order-settings'
import type { Membership } from '@parvis/domain/subscription/plans'
import { notify } from '@parvis/postgres'
import { type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import type { Audience } from '../../db/live-hub.ts'
import { liveNotice } from '../../db/notify.queries.ts'
import { prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'

export type Happened = {
  companyId: string
  kind: NoticeKind
  object: string
  /** Deduplication key: an event announced again under the same key is announced once. */
  event: string
  fact?: NoticeFact
  /** The one member whom it concerns, whatever their role. */
  only?: number
  /** The event is announced here only: no duplicate needs to be looked for. */
  isFirst?: boolean
}

/**
 * Inserts one row per event and member whose role is told of the kind, except the person who acted, due at once: the
 * periodic task computes when it rings. Written in the event's transaction, so that a kill loses none, and once per
 * event.
 */
export async function insertNotices(tx: Transaction, byUserId: number | null, happened: Happened): Promise<void> {
  const { companyId, kind, object, event, fact = {}, only = 0, isFirst = false } = happened
  const least = only === 0 ? noticeRoles[kind] : roles[0]
  const toAdd = { companyId, kind, least, object, event, facts: JSON.stringify(fact), by: byUserId ?? 0, only }
  const added = (isFirst ? addFirst : addOnce)(tx, toAdd)
  await notify(
    tx,
    added.then((rows) => tells(object, rows)),
  )
}

function tells(object: string, rows: readonly { userId: number }[]) {
  const to = [...new Set(rows.map(({ userId }): Audience => `user:${userId}`))]
  return to.length > 0 ? [liveNotice({ topic: 'notice', id: object }, to)] : []
}

type ToAdd = Omit<Happened, 'fact' | 'isFirst' | 'only'> & { least: Role; facts: string; by: number; only: number }
const adding = (unlessKnown: Sql) =>
  prepared(
    (toAdd: ToAdd) => sql<{ userId: number }>`${addition(toAdd)} ${unlessKnown} returning notices.user_id as "userId"`,
  )
const addOnce = adding(sql`on conflict (key) do nothing`)
const addFirst = adding(sql``)

const addition = ({ companyId, kind, least, object, event, facts, by, only }: ToAdd) => sql`
  insert into notices (key, company_id, user_id, kind, step, object, facts, due_at)
  select ${event} || '-new-' || members.user_id, members.company_id, members.user_id, ${kind}, 'new',
    ${object}, ${facts}::jsonb, app_now()
  from members where members.company_id = ${companyId} and members.user_id <> ${by} and members.role >= ${least}::member_role
    and ${only}::bigint in (0, members.user_id)`

const [, ...reminderSteps] = orderSteps
const [shortestDelay] = alertDelays

/**
 * Adds the reminders of an order beside the notice that announces it, once (their keys are unique). They are looked at after the
 * shortest delay of a reminder, then postponed to the moment that the hours of the shop give.
 */
export async function insertReminders(db: Db, noticeId: number): Promise<void> {
  await run(db)`
    insert into notices (key, company_id, user_id, kind, step, object, due_at)
    select 'order-' || notices.object || '-' || reminders.step || '-' || notices.user_id, notices.company_id, notices.user_id,
      'reminder', reminders.step, notices.object, notices.created_at + make_interval(mins => ${shortestDelay})
    from notices cross join unnest(${reminderSteps}::text[]) as reminders (step)
    where notices.id = ${noticeId} on conflict (key) do nothing`
}

/**
 * The oldest notices that are due, and whether they announce an order; `app_now()` stands in a subquery, so that it bounds the
 * index scan instead of being evaluated per row.
 */
export async function listDueNotices(db: Db, max: number): Promise<{ id: number; isNewOrder: boolean }[]> {
  return await rowsOf<{ id: number; isNewOrder: boolean }>(db)`
    select notices.id, notices.kind = 'order' as "isNewOrder" from notices
    where notices.done_at is null and notices.due_at <= (select app_now())
    order by notices.due_at, notices.id limit ${max}`
}

/** How long the oldest notice that is due has waited; 0 when none does. Retried ones are due later. */
export async function measureLateness(db: Db) {
  const row = await rowOf<{ seconds: number }>(db)`
    select coalesce(extract(epoch from app_now() - min(notices.due_at)), 0)::float8 as seconds from notices
    where notices.done_at is null and notices.due_at <= app_now()`
  return row ?? { seconds: 0 }
}

export type DueNotice = {
  id: number
  key: string
  companyId: string
  companyName: string
  /** The person works for another business too. */
  hasSeveral: boolean
  type: BusinessType
  membership: Membership
  hoursVersion: number
  zipCode: string
  alertMinutes: number
  userId: number
  phone: string | null
  kind: NoticeKind
  step: NoticeStep
  object: string
  createdAt: Date
  attempts: number
  facts: Partial<NoticeFact>
}

const noticeOf = (id: number) => sql`select
  notices.id, notices.key, notices.company_id as "companyId", companies.name as "companyName", companies.type,
  (select count(*) > 1 from members where members.user_id = notices.user_id) as "hasSeveral",
  companies.membership, companies.hours_version as "hoursVersion", companies.zip_code as "zipCode",
  coalesce((select order_settings.alert_minutes from order_settings where order_settings.company_id = notices.company_id), 10)
    as "alertMinutes",
  notices.user_id as "userId", users.phone, notices.kind, notices.step, notices.object,
  notices.created_at as "createdAt", notices.attempts, notices.facts
  from notices join companies on companies.id = notices.company_id join users on users.id = notices.user_id
  where notices.id = ${id} and notices.done_at is null`

/** The subject of a notice, without a lock. */
export async function findNotice(db: Db, id: number): Promise<DueNotice | undefined> {
  return await rowOf<DueNotice>(db)`${noticeOf(id)}`
}

/** Locks a due notice until the transaction ends; undefined when another process has it, or it is done. */
export async function lockNotice(tx: Transaction, id: number, now: 'due' | 'any'): Promise<DueNotice | undefined> {
  return await rowOf<DueNotice>(tx)`
    ${noticeOf(id)} ${now === 'due' ? sql`and notices.due_at <= app_now()` : sql``}
    for update of notices skip locked`
}

export type OrderToNotify = {
  isAsked: boolean
  isSeen: boolean
  createdAt: Date
  pickupAt: Date
  content: string
  firstName: string
  discussionId: string | null
}

/**
 * Locks the order's row, so that whoever looks at it or decides waits for the sending, and none begins after. `busy` when
 * somebody holds it, unless the caller waits: a SMS that was taken from the month is sent by whoever took it.
 */
export async function lockOrderToNotify(
  tx: Transaction,
  orderId: number,
  isWaiting: boolean,
): Promise<OrderToNotify | undefined | 'busy'> {
  const row = await rowOf<OrderToNotify>(tx)`
    select orders.state = 'asked' as "isAsked", orders.seen_at is not null as "isSeen",
      orders.created_at as "createdAt", orders.pickup_at as "pickupAt", orders.content,
      coalesce(orders.customer_name, users.first_name, '') as "firstName", orders.discussion_id as "discussionId"
    from orders
    left join discussions on discussions.id = orders.discussion_id left join users on users.id = discussions.resident_id
    where orders.id = ${orderId}
    for no key update of orders ${isWaiting ? sql`` : sql`skip locked`}`
  if (row) return row
  return (await hasRow(tx)`select from orders where orders.id = ${orderId}`) ? 'busy' : undefined
}

/** Waits for the owner: not read, in a conversation that neither the resident nor the team closed. */
export const waitsForOwner = sql<boolean>`(discussions.company_unread > 0 and not discussions.blocked_by_resident and not discussions.blocked_by_team)`

export type MessageForOwner = { isUnread: boolean; firstName: string; excerpt: string }

export async function findMessageForOwner(db: Db, discussionId: string): Promise<MessageForOwner | undefined> {
  return await rowOf<MessageForOwner>(db)`
    select ${waitsForOwner} as "isUnread", coalesce(users.first_name, '') as "firstName", discussions.excerpt
    from discussions left join users on users.id = discussions.resident_id
    where discussions.id = ${discussionId}`
}

/** The other messages due at the same moment, counted in this notification. */
export async function takeGrouped(tx: Transaction, { id, userId, companyId }: DueNotice): Promise<number> {
  const rows = await rowsOf(tx)`
    update notices set done_at = app_now(), outcome = 'grouped'
    where notices.id in (
      select others.id from notices others
      where others.user_id = ${userId} and others.company_id = ${companyId} and others.kind = 'message'
        and others.done_at is null and others.id <> ${id} and others.due_at <= app_now()
        and exists (select from discussions where discussions.id::text = others.object and ${waitsForOwner})
      for update skip locked)
    returning notices.id`
  return rows.length
}

export async function endNotice(
  tx: Transaction,
  id: number,
  outcome: 'sent' | 'stopped' | 'off' | 'lost',
): Promise<void> {
  await run(tx)`update notices set done_at = app_now(), outcome = ${outcome} where notices.id = ${id}`
}

export async function postponeNotice(tx: Db, id: number, dueAt: Date, tries: 0 | 1 = 0): Promise<void> {
  await run(tx)`
    update notices set due_at = ${dueAt}, attempts = notices.attempts + ${tries} where notices.id = ${id}`
}

const thisMonth = sql`date_trunc('month', app_now() at time zone 'Europe/Paris')::date`

/** Takes one SMS of the month's number, or none: of fifty concurrent takes with one left, one succeeds. */
export async function takeSms(tx: Transaction, companyId: string, max: number): Promise<boolean> {
  if (max <= 0) return false
  return await hasRow(tx)`
    insert into sms_use (company_id, month, used) values (${companyId}, ${thisMonth}, 1)
    on conflict (company_id, month) do update set used = sms_use.used + 1 where sms_use.used < ${max}
    returning used`
}

/** The SMS that the person's businesses used this month, and how many their plans give. */
export async function readSmsUse(db: Db, userId: number) {
  return await rowOf<{ type: BusinessType; membership: Membership; used: number }>(db)`
    select companies.type, companies.membership, coalesce(sms_use.used, 0) as used
    from members join companies on companies.id = members.company_id
    left join sms_use on sms_use.company_id = companies.id and sms_use.month = ${thisMonth}
    where members.user_id = ${userId} order by companies.id limit 1`
}
