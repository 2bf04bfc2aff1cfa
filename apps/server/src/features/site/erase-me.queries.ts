import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

/** Everything that is kept about a resident (W-118), as it leaves in one file. */
export async function readEverything(db: Db, userId: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ everything: Record<string, unknown> }>`
    select json_build_object(
      'firstName', users.first_name, 'phone', users.phone,
      'settings', (select to_jsonb(settings) - 'user_id' from resident_settings settings where settings.user_id = users.id),
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
      'orders', (select coalesce(json_agg(to_jsonb(o) - 'seen_at' - 'company_id' || jsonb_build_object(
          'proposals', (select coalesce(jsonb_agg(to_jsonb(p) - 'company_id' order by p.id), '[]') from order_proposals p
            where p.company_id = o.company_id and p.order_id = o.id),
          'history', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'by', e.by, 'what', e.what) order by e.id), '[]')
            from order_events e where e.company_id = o.company_id and e.order_id = o.id)
        ) order by o.created_at), '[]')
        from orders o join discussions c on c.id = o.discussion_id where c.resident_id = users.id)
    ) as everything
    from users where users.id = ${userId}`.execute(db)
  return rows[0]?.everything ?? {}
}

/** The last hour of this resident's orders still to come; undefined when none is. */
export async function findLastPickup(tx: Transaction, userId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(coalesce(orders.final_pickup_at, orders.pickup_at)) as at
    from orders join discussions on discussions.id = orders.discussion_id
    where discussions.resident_id = ${userId} and orders.status in ('pending', 'validated', 'ready')`.execute(tx)
  return rows[0]?.at ?? undefined
}

export async function listPendingOrders(tx: Transaction, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select orders.id from orders join discussions on discussions.id = orders.discussion_id
    where discussions.resident_id = ${userId} and orders.status = 'pending' order by orders.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What goes at once: follows, devices, settings, name, phone, conversations without an order still to come. */
export async function eraseResident(tx: Transaction, userId: number): Promise<void> {
  await tx.deleteFrom('follows').where('follows.user_id', '=', userId).execute()
  await tx.deleteFrom('devices').where('devices.user_id', '=', userId).execute()
  await tx.deleteFrom('resident_devices').where('resident_devices.user_id', '=', userId).execute()
  await tx.deleteFrom('resident_settings').where('resident_settings.user_id', '=', userId).execute()
  await tx.deleteFrom('resident_transfers').where('resident_transfers.user_id', '=', userId).execute()
  await tx.deleteFrom('resident_first_keys').where('resident_first_keys.user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency_keys').where('idempotency_keys.user_id', '=', userId).execute()
  await sql`
    update stored_files set dropped_at = app_now() where stored_files.dropped_at is null and stored_files.name in (
      select messages.image from messages join discussions on discussions.id = messages.discussion_id
      where discussions.resident_id = ${userId})`.execute(tx)
  await sql`
    delete from discussions where discussions.resident_id = ${userId} and not exists (
      select from orders where orders.discussion_id = discussions.id and orders.status in ('pending', 'validated', 'ready'))`.execute(
    tx,
  )
  await sql`
    delete from users where users.id = ${userId}
      and not exists (select from company_owners where company_owners.user_id = ${userId})
      and not exists (select from discussions where discussions.resident_id = ${userId})`.execute(tx)
  await sql`
    update users set first_name = null, phone = null where users.id = ${userId}
      and not exists (select from company_owners where company_owners.user_id = ${userId})`.execute(tx)
}
