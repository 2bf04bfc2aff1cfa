import type { AfterReading, DomainReason, DomainRowState } from '@parvis/domain/domains/own-domain'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { retention } from '@parvis/domain/kernel/retention'
import type { Membership } from '@parvis/domain/subscription/plans'
import { type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { DomainName } from './domain-name.ts'

export type DomainRow = DomainName & {
  id: number
  /** Null once the business is erased. */
  companyId: string | null
  token: string
  state: DomainRowState
  claimedAt: Date
  foundAt: Date | null
  readAt: Date | null
  pointedAt: Date | null
  missingDays: number
  missingOn: string | null
  reason: DomainReason | null
}

async function domainsOf(db: Db, where: Sql): Promise<DomainRow[]> {
  return await rowsOf<DomainRow>(db)`
    select custom_domains.id, custom_domains.company_id as "companyId", custom_domains.name, custom_domains.canonical,
      custom_domains.shown, custom_domains.token, custom_domains.state, custom_domains.claimed_at as "claimedAt",
      custom_domains.found_at as "foundAt", custom_domains.read_at as "readAt", custom_domains.pointed_at as "pointedAt",
      custom_domains.missing_days as "missingDays", custom_domains.missing_on as "missingOn", custom_domains.reason
    from custom_domains where ${where}`
}

/** The claim or domain of a company; released ones are left out. */
export async function findDomain(db: Db, companyId: string): Promise<DomainRow | undefined> {
  const where = sql`custom_domains.company_id = ${companyId} and custom_domains.state <> 'released'`
  return (await domainsOf(db, where))[0]
}

/** Every claim of a name, locked until the transaction ends, so that concurrent proofs are settled one after the other. */
export async function lockDomains(tx: Transaction, name: string): Promise<DomainRow[]> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`custom_domain ${name}`}, 0))`
  return await domainsOf(tx, sql`custom_domains.name = ${name} order by custom_domains.id for no key update`)
}

/** Domains that are served or once pointed here; of all companies, of some, or of some names. */
export async function listServedDomains(
  db: Db,
  { companies, name }: { companies?: readonly string[]; name?: string } = {},
): Promise<DomainRow[]> {
  const ofCompanies = companies ? sql`and custom_domains.company_id = any(${[...companies]}::uuid[])` : sql``
  const ofName = name === undefined ? sql`` : sql`and custom_domains.name = ${name}`
  return await domainsOf(
    db,
    sql`custom_domains.state <> 'to_prove' ${ofCompanies} ${ofName} order by custom_domains.id`,
  )
}

export async function insertClaim(
  tx: Transaction,
  companyId: string,
  { name, canonical, shown, token }: DomainName & { token: string },
): Promise<void> {
  await run(tx)`
    insert into custom_domains (company_id, name, canonical, shown, token)
    values (${companyId}, ${name}, ${canonical}, ${shown}, ${token})`
}

/** Releases a company's domains: an unproven claim is deleted, a proven domain then only redirects. */
export async function releaseDomain(tx: Transaction, id: number): Promise<void> {
  await run(tx)`
    update custom_domains set state = 'released', ended_at = app_now(), next_reading_at = null
    where custom_domains.id = ${id} and custom_domains.proven_at is not null`
  await run(tx)`delete from custom_domains where custom_domains.id = ${id} and custom_domains.proven_at is null`
}

export type DomainChange = Omit<AfterReading, 'state'> & {
  state: DomainRowState
  isPointed: boolean
  /** Saves a reading of the resolver. */
  isRead: boolean
}

export async function changeDomain(tx: Transaction, id: number, change: DomainChange): Promise<void> {
  const moment = (value: number | null) => (value === null ? null : new Date(value))
  await run(tx)`
    update custom_domains set state = ${change.state}, found_at = ${moment(change.foundAt)},
      missing_days = ${change.missingDays}, missing_on = ${change.missingOn},
      next_reading_at = ${moment(change.nextReadingAt)}, reason = ${change.reason},
      read_at = case when ${change.isRead} then app_now() else read_at end,
      proven_at = case when ${change.state} = 'proven' then coalesce(proven_at, app_now()) else proven_at end,
      pointed_at = case when ${change.isPointed} then coalesce(pointed_at, app_now()) else pointed_at end,
      ended_at = case when ${change.state} = 'stopped' then app_now() end
    where custom_domains.id = ${id}`
}

/** Marks the first request that came under this name: it points here. */
export async function markPointed(db: Db, id: number): Promise<void> {
  await run(db)`
    update custom_domains set pointed_at = app_now()
    where custom_domains.id = ${id} and custom_domains.pointed_at is null`
}

export async function listDueDomains(db: Db, limit: number) {
  return await rowsOf<{ id: number; name: string; canonical: string }>(db)`
    select custom_domains.id, custom_domains.name, custom_domains.canonical from custom_domains
    where custom_domains.next_reading_at <= app_now() order by custom_domains.next_reading_at limit ${limit}`
}

/** Deletes ended claims after twelve months. */
export async function forgetEndedDomains(db: Db): Promise<void> {
  await run(db)`
    delete from custom_domains
    where custom_domains.ended_at < app_now() - make_interval(months => ${retention.addressMonths})`
}

export async function findDecision(db: Db, name: string): Promise<{ allowed: boolean } | undefined> {
  return await rowOf<{ allowed: boolean }>(db)`
    select domain_decisions.allowed from domain_decisions where domain_decisions.name = ${name}`
}

export async function saveDecision(
  tx: Transaction,
  name: string,
  { allowed, reason, by }: { allowed: boolean; reason: string; by: string },
): Promise<void> {
  await run(tx)`
    insert into domain_decisions (name, allowed, reason, decided_by) values (${name}, ${allowed}, ${reason}, ${by})
    on conflict (name) do update set allowed = excluded.allowed, reason = excluded.reason, decided_by = excluded.decided_by`
}

/** The rights of a company to claim, and whether it is a verified town hall. */
export async function findClaimant(db: Db, companyId: string) {
  return await rowOf<{ membership: Membership; type: BusinessType; town: string | null; isVerified: boolean }>(db)`
    select companies.membership, companies.type, companies.town, companies.identity_status = 'verified' as "isVerified"
    from companies where companies.id = ${companyId}`
}

/** All claims for the desk, by state then by name. */
export async function listDomains(db: Db) {
  return await rowsOf<Pick<DomainRow, 'canonical' | 'state'> & { company: string | null }>(db)`
    select custom_domains.canonical, custom_domains.state, companies.name as company
    from custom_domains left join companies on companies.id = custom_domains.company_id
    order by custom_domains.state, custom_domains.name limit 1000`
}
