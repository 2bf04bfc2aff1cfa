import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Pointers } from '../gateways/dns/dns.ts'
import { type DevelopmentTables, type DnsRecords, withTables } from './tables.queries.ts'

export type OutboxEntry = { kind: DevelopmentTables['outbox']['kind']; to: string; text: string; payload?: unknown }

/** Entries that the substitutes "sent", read at /v1/dev/outbox. */
export async function putInOutbox(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  await withTables(db)
    .insertInto('outbox')
    .values(
      entries.map(({ kind, to, text, payload }) => ({
        kind,
        recipient: to,
        text,
        payload: payload === undefined ? null : JSON.stringify(payload),
      })),
    )
    .execute()
}

export async function listOutbox(db: Db, kind: string | undefined, to: string | undefined) {
  let query = withTables(db).selectFrom('outbox')
  if (kind) query = query.where('outbox.kind', '=', kind as OutboxEntry['kind'])
  if (to) query = query.where('outbox.recipient', '=', to)
  return await query
    .select([
      'outbox.id',
      'outbox.kind',
      'outbox.recipient as to',
      'outbox.text',
      'outbox.payload',
      'outbox.sent_at as sentAt',
    ])
    .orderBy('outbox.id', 'desc')
    .limit(200)
    .execute()
}

/** Shifts app_now() so that it reads that instant and ticks on; null gives real time back. */
export async function shiftClock(db: Db, now: string | null): Promise<void> {
  // Deletes the digests of days after the new moment: a repeated day has its morning again.
  await sql`delete from digest_days`.execute(db)
  if (now === null) {
    await sql`delete from clock_offset`.execute(db)
    return
  }
  await sql`
    insert into clock_offset (shift) values (${now}::timestamptz - clock_timestamp())
    on conflict (only_row) do update set shift = excluded.shift`.execute(db)
}

/** Replaces the records of one name in the embedded DNS. */
export async function putDnsRecords(db: Db, records: DnsRecords): Promise<void> {
  await withTables(db)
    .insertInto('dns_records')
    .values({ name: records.name, records: JSON.stringify(records) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ records: JSON.stringify(records) }))
    .execute()
}

export async function listDnsRecords(db: Db, name: string | undefined): Promise<DnsRecords[]> {
  let query = withTables(db).selectFrom('dns_records')
  if (name) query = query.where('dns_records.name', '=', name)
  const rows = await query.select('dns_records.records').orderBy('dns_records.name').limit(200).execute()
  return rows.map(({ records }) => records as unknown as DnsRecords)
}

/** Records as the gateway reads them; undefined while the name's servers are silent. */
export async function findDnsRecords(
  db: Db,
  name: string,
): Promise<{ texts: readonly string[] | undefined; pointers: Pointers | undefined }> {
  const [found] = await listDnsRecords(db, name)
  if (found?.silent) return { texts: undefined, pointers: undefined }
  return {
    texts: found?.txt ?? [],
    pointers: { names: found?.cname ? [found.cname] : [], addresses: found?.addresses ?? [] },
  }
}

/** The first business whose plan gives it a web address. */
export async function findPremiumSubdomain(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('companies')
    .where('companies.membership', 'in', ['premium', 'digital'])
    .where('companies.is_shown', '=', true)
    .where('companies.subdomain', 'is not', null)
    .select('companies.subdomain')
    .orderBy('companies.created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.subdomain ?? undefined
}
