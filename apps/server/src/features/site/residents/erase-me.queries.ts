import { durations } from '@parvis/domain/kernel/durations'
import { retention } from '@parvis/domain/kernel/retention'
import { columnOf, type Db, numberOf, rowsOf, run, type Transaction } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { pickup } from '../../orders/index.ts'

/** Orders that may still be withdrawn; which of them may is the rule's word. */
export async function listLiveOrders(tx: Transaction, userId: number): Promise<number[]> {
  return await columnOf<number>(tx)`
    select orders.id from orders join discussions on discussions.id = orders.discussion_id
    where discussions.resident_id = ${userId} and orders.state <= 'ready' order by orders.id`
}

export async function lockPerson(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`select from users where users.id = ${userId} for update`
}

/**
 * Deletes at once: follows, devices, sessions, settings, name, phone, conversations without an order. An owner loses the
 * resident's side only. Returns the deleted conversations.
 */
export async function eraseResident(tx: Transaction, userId: number): Promise<{ id: string; companyId: string }[]> {
  for (const table of [
    'follows',
    'devices',
    'resident_devices',
    'resident_settings',
    'resident_transfers',
    'resident_first_keys',
    'idempotency_keys',
    'deferred_notices',
    'deferred_messages',
    'attention_days',
    'letters',
  ] as const)
    await run(tx)`delete from ${sql.identifier(table)} where user_id = ${userId}`
  const rows = await rowsOf<{ id: string; companyId: string }>(tx)`
    delete from discussions where discussions.resident_id = ${userId}
      and not exists (select from orders where orders.discussion_id = discussions.id)
    returning discussions.id, discussions.company_id as "companyId"`
  await erasePerson(tx, userId)
  return rows
}

/** The row stays without a word of who it was while a conversation hangs on it. */
async function erasePerson(tx: Transaction, userId: number): Promise<void> {
  const isMember = sql`exists (select from company_members where company_members.user_id = ${userId})`
  await run(tx)`delete from sessions where sessions.user_id = ${userId} and not ${isMember}`
  await run(tx)`
    delete from users where users.id = ${userId} and not ${isMember}
      and not exists (select from discussions where discussions.resident_id = ${userId})`
  await run(tx)`
    update users set first_name = null, last_name = null, phone = null, email = null, date_of_birth = null, zip_code = null,
      city = null, delete_after = null, left_at = coalesce(left_at, app_now())
    where users.id = ${userId} and not ${isMember}`
}

/** Residents who erased everything and whose last order is a day past: their retained rows may be deleted. */
export async function takeLeft(db: Db, max: number, id: number | null = null): Promise<number[]> {
  return await columnOf<number>(db)`
    select users.id from users
    where users.left_at is not null and (${id}::bigint is null or users.id = ${id}) and not exists (
      select from orders join discussions on discussions.id = orders.discussion_id
      where discussions.resident_id = users.id and orders.state < 'refused'
        and ${pickup} >= app_now() - ${durations.afterPickup}::interval)
    order by users.left_at limit ${max} for update skip locked`
}

/** Deletes browsers unopened for long, with their pushes, and notes on a letter when its reader last came; returns how many. */
export async function forgetAbsentBrowsers(db: Db, max: number): Promise<number> {
  return await numberOf(db)`
    with gone as (
      delete from resident_devices where resident_devices.id in (
        select absent.id from resident_devices absent
        where absent.last_seen_at < app_now() - make_interval(days => ${retention.residentDeviceDays}::int)
        limit ${max} for update skip locked)
      returning resident_devices.user_id, resident_devices.last_seen_at
    ), noted as (
      update letters set seen_at = greatest(letters.seen_at, gone.last_seen_at) from gone
      where letters.user_id = gone.user_id
    )
    select count(*)::int from gone`
}

/** Erases whom no browser, phone, conversation, order nor letter holds since yesterday, with their follows. */
export async function eraseOrphanResidents(db: Db, max: number): Promise<number> {
  const erased = await rowsOf(db)`
    delete from users where users.id in (
      select alone.id from users alone
      where alone.alone_since < app_now() - ${durations.day}::interval and alone.phone is null
        and not exists (select from resident_devices where resident_devices.user_id = alone.id)
        and not exists (select from discussions where discussions.resident_id = alone.id)
        and not exists (select from company_members where company_members.user_id = alone.id)
        and not exists (select from letters where letters.user_id = alone.id and letters.confirmed_at is not null)
      order by alone.id limit ${max} for update skip locked) returning users.id`
  return erased.length
}
