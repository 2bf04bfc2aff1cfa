import { retention } from '@parvis/domain/kernel/retention'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

/** The rate limits that count by person: they are exported with the rest. Those by IP address name nobody. */
const personalLimits = ['writes', 'messages', 'new-conversations']

const clockOf = (minutes: string) => sql`to_char(make_interval(mins => ${sql.ref(minutes)}), 'HH24:MI')`

/** Everything that is kept about a resident (W-118), as it leaves in one file. */
export async function readEverything(db: Db, userId: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ everything: Record<string, unknown> }>`
    select json_build_object(
      'firstName', users.first_name, 'phone', users.phone,
      'settings', (select json_build_object('town', s.town, 'quietFrom', ${clockOf('s.quiet_from')}, 'quietTo', ${clockOf('s.quiet_to')},
          'dailyCap', s.daily_cap, 'digestAt', ${clockOf('s.digest_at')}, 'pausedUntil', s.paused_until, 'hideExcerpts', s.hide_excerpts)
        from resident_settings s where s.user_id = users.id),
      'devices', (select coalesce(json_agg(json_build_object('name', d.name, 'createdAt', d.created_at, 'lastSeenAt', d.last_seen_at)), '[]')
        from resident_devices d where d.user_id = users.id),
      'push', (select coalesce(json_agg(json_build_object('platform', d.platform, 'token', d.token)), '[]')
        from devices d where d.user_id = users.id),
      'follows', (select coalesce(json_agg(json_build_object('company', companies.name, 'since', f.since, 'mode', f.mode,
          'source', f.source, 'seenUntil', f.seen_until)), '[]')
        from follows f join companies on companies.id = f.company_id where f.user_id = users.id),
      'conversations', (select coalesce(json_agg(json_build_object('company', companies.name, 'createdAt', c.created_at,
          'messages', (select coalesce(json_agg(json_build_object('fromCompany', m.from_company, 'text', m.text,
            'image', m.image, 'sentAt', m.sent_at) order by m.id), '[]') from messages m where m.discussion_id = c.id))), '[]')
        from discussions c join companies on companies.id = c.company_id where c.resident_id = users.id),
      'orders', (select coalesce(json_agg(jsonb_build_object('company', companies.name, 'createdAt', o.created_at,
          'pickupAt', o.pickup_at, 'content', o.content, 'couponMessage', o.coupon_message, 'flexible', o.flexible,
          'maxTotal', o.max_total_cents / 100.0, 'picture', o.picture, 'customerName', o.customer_name,
          'status', o.status, 'phase', o.phase, 'decidedAt', o.decided_at, 'finalPickupAt', o.final_pickup_at,
          'finalContent', o.final_content, 'total', o.total_cents / 100.0, 'code', o.code, 'cancelMessage', o.cancel_message,
          'proposals', (select coalesce(jsonb_agg(jsonb_build_object('at', p.created_at, 'pickupAt', p.pickup_at,
              'content', p.content, 'total', p.total_cents / 100.0, 'note', p.note, 'expiresAt', p.expires_at) order by p.id), '[]')
            from order_proposals p where p.company_id = o.company_id and p.order_id = o.id),
          'history', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'by', e.by, 'what', e.what) order by e.id), '[]')
            from order_events e where e.company_id = o.company_id and e.order_id = o.id)
        ) order by o.created_at), '[]')
        from orders o join discussions c on c.id = o.discussion_id join companies on companies.id = o.company_id
        where c.resident_id = users.id),
      'counters', json_build_object(
        'limits', (select coalesce(json_agg(json_build_object('name', w.name, 'since', w.window_start, 'used', w.used) order by w.name), '[]')
          from rate_windows w where w.name = any(${personalLimits}::text[]) and w.subject = 'user:' || users.id),
        'notifications', (select coalesce(json_agg(json_build_object('day', a.day, 'rung', a.rung) order by a.day), '[]')
          from attention_days a where a.user_id = users.id))
    ) as everything
    from users where users.id = ${userId}`.execute(db)
  return rows[0]?.everything ?? {}
}

/** Orders that may still be withdrawn; which of them may is the rule's word. */
export async function listLiveOrders(tx: Transaction, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select orders.id from orders join discussions on discussions.id = orders.discussion_id
    where discussions.resident_id = ${userId} and orders.status in ('pending', 'validated', 'ready') order by orders.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function lockPerson(tx: Transaction, userId: number): Promise<void> {
  await sql`select from users where users.id = ${userId} for update`.execute(tx)
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
    'held_notices',
    'held_messages',
    'attention_days',
  ] as const)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  const gone = sql`discussions.resident_id = ${userId} and not exists (
    select from orders where orders.discussion_id = discussions.id)`
  await sql`
    update stored_files set dropped_at = app_now() where stored_files.dropped_at is null and stored_files.name in (
      select messages.image from messages join discussions on discussions.id = messages.discussion_id where ${gone})`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; companyId: string }>`
    delete from discussions where ${gone} returning discussions.id, discussions.company_id as "companyId"`.execute(tx)
  await erasePerson(tx, userId)
  return rows
}

/** The row stays without a word of who it was while a conversation hangs on it. */
async function erasePerson(tx: Transaction, userId: number): Promise<void> {
  const isMember = sql`exists (select from company_members where company_members.user_id = ${userId})`
  await sql`delete from sessions where sessions.user_id = ${userId} and not ${isMember}`.execute(tx)
  await sql`
    delete from users where users.id = ${userId} and not ${isMember}
      and not exists (select from discussions where discussions.resident_id = ${userId})`.execute(tx)
  await sql`
    update users set first_name = null, last_name = null, phone = null, email = null, date_of_birth = null, zip_code = null,
      city = null, delete_after = null, left_at = coalesce(left_at, app_now())
    where users.id = ${userId} and not ${isMember}`.execute(tx)
}

/** Residents who erased everything and whose last order is a day past: their retained rows may be deleted. */
export async function takeLeft(tx: Transaction, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users
    where users.left_at is not null and not exists (
      select from orders join discussions on discussions.id = orders.discussion_id
      where discussions.resident_id = users.id and orders.status <> 'cancelled'
        and coalesce(orders.final_pickup_at, orders.pickup_at) >= app_now() - interval '1 day')
    order by users.left_at limit ${max} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes browsers unopened for long, with their pushes; returns how many (W-058). */
export async function forgetAbsentBrowsers(db: Db, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from resident_devices where resident_devices.id in (
      select absent.id from resident_devices absent
      where absent.last_seen_at < app_now() - make_interval(days => ${retention.residentDeviceDays}::int)
      limit ${max} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Erases whom no browser, phone, conversation nor order holds since yesterday, with their follows (W-058). */
export async function eraseOrphanResidents(db: Db, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from users where users.id in (
      select alone.id from users alone
      where alone.alone_since < app_now() - interval '1 day' and alone.phone is null
        and not exists (select from resident_devices where resident_devices.user_id = alone.id)
        and not exists (select from discussions where discussions.resident_id = alone.id)
        and not exists (select from company_members where company_members.user_id = alone.id)
      order by alone.id limit ${max} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
