import { cellOf, columnOf, type Db, rowsOf, run } from '../db/database.ts'
import type { DnsRecords } from './tables.queries.ts'

export type OutboxEntry = { kind: 'sms' | 'push' | 'webhook' | 'email'; to: string; text: string; payload?: unknown }

/** Entries that the substitutes "sent", read at /v1/dev/outbox. */
export async function putInOutbox(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ kind, to, text, payload }) => ({ kind, to, text, payload: payload ?? null }))
  await run(db)`
    insert into outbox (kind, recipient, text, payload)
    select entry.kind, entry."to", entry.text, nullif(entry.payload, 'null')
    from json_to_recordset(${JSON.stringify(rows)}::json) as entry(kind text, "to" text, text text, payload jsonb)`
}

type StoredEntry = OutboxEntry & { id: number; payload: unknown; sentAt: Date }

export async function listOutbox(db: Db, kind: string | undefined, to: string | undefined): Promise<StoredEntry[]> {
  return await rowsOf<StoredEntry>(db)`
    select outbox.id, outbox.kind, outbox.recipient as "to", outbox.text, outbox.payload, outbox.sent_at as "sentAt"
    from outbox
    where (${kind || null}::text is null or outbox.kind = ${kind}) and (${to || null}::text is null or outbox.recipient = ${to})
    order by outbox.id desc limit 200`
}

/** Shifts app_now() so that it reads that instant and ticks on; null gives real time back. */
export async function shiftClock(db: Db, now: string | null): Promise<void> {
  // Deletes the digests of days after the new moment: a repeated day has its morning again.
  await run(db)`delete from digest_days`
  if (now === null) {
    await run(db)`delete from clock_offset`
    return
  }
  await run(db)`
    insert into clock_offset (shift) values (${now}::timestamptz - clock_timestamp())
    on conflict (only_row) do update set shift = excluded.shift`
}

/** Replaces the records of one name in the embedded DNS. */
export async function putDnsRecords(db: Db, records: DnsRecords): Promise<void> {
  await run(db)`
    insert into dns_records (name, records) values (${records.name}, ${JSON.stringify(records)}::jsonb)
    on conflict (name) do update set records = excluded.records`
}

export async function listDnsRecords(db: Db, name: string | undefined): Promise<DnsRecords[]> {
  return await columnOf<DnsRecords>(db)`
    select dns_records.records from dns_records
    where ${name || null}::text is null or dns_records.name = ${name} order by dns_records.name limit 200`
}

/** Records as the gateway reads them; undefined while the name's servers are silent. */
export async function findDnsRecords(db: Db, name: string) {
  const [found] = await listDnsRecords(db, name)
  if (found?.silent) return { texts: undefined, pointers: undefined }
  return {
    texts: found?.txt ?? [],
    pointers: { names: found?.cname ? [found.cname] : [], addresses: found?.addresses ?? [] },
  }
}

/** The first business whose plan gives it a web address. */
export async function findPremiumSubdomain(db: Db): Promise<string | undefined> {
  return await cellOf<string>(db)`
    select companies.subdomain from companies
    where companies.membership in ('premium', 'digital') and companies.is_shown and companies.subdomain is not null
    order by companies.created_at limit 1`
}
