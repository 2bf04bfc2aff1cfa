import type { LegalKind } from '@parvis/domain/legal/legal'
import { Temporal } from 'temporal-polyfill'
import { cellOf, columnOf, type Db, hasRow, rowsOf, run, type Transaction } from '../../db/database.ts'

export type PublishedVersion = {
  kind: LegalKind
  version: number
  effectiveOn: Temporal.PlainDate
  publishedAt: Date
}

/** Every version of every text, the first ones first. */
export async function listVersions(db: Db): Promise<PublishedVersion[]> {
  const rows = await rowsOf<Omit<PublishedVersion, 'effectiveOn'> & { effectiveOn: string }>(db)`
    select documents.kind, documents.version, documents.effective_on as "effectiveOn", documents.published_at as "publishedAt"
    from legal_documents documents order by documents.kind, documents.version`
  return rows.map((row) => ({ ...row, effectiveOn: Temporal.PlainDate.from(row.effectiveOn) }))
}

export async function findLegalHtml(db: Db, kind: LegalKind, version: number): Promise<string | undefined> {
  return await cellOf<string>(db)`
    select legal_documents.html from legal_documents where legal_documents.kind = ${kind}
    and legal_documents.version = ${version}`
}

/** Advisory lock of a kind of text: ten concurrent publications make ten versions. */
export async function lockKind(tx: Transaction, kind: LegalKind): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`legal ${kind}`}, 0))`
}

export async function insertVersion(
  tx: Transaction,
  { kind, version, effectiveOn, html, by }: Omit<PublishedVersion, 'publishedAt'> & { html: string; by: string },
): Promise<void> {
  await run(tx)`
    insert into legal_documents (kind, version, effective_on, html, published_by)
    values (${kind}, ${version}, ${effectiveOn.toString()}, ${html}, ${by})`
}

type Accepted = { userId: number; companyId: string | undefined; kind: LegalKind; version: number }

/** Records one acceptance per person, business and version; a repeated click changes nothing. */
export async function insertAcceptance(tx: Transaction, { userId, companyId, kind, version }: Accepted): Promise<void> {
  await run(tx)`
    insert into legal_acceptances (user_id, company_id, kind, version, way)
    values (${userId}, ${companyId ?? null}, ${kind}, ${version}, 'click') on conflict do nothing`
}

type Acceptance = Omit<Accepted, 'userId' | 'companyId'> & {
  way: 'click' | 'use'
  companyId: string | null
  acceptedAt: Date
}

export async function listAcceptancesOf(db: Db, userId: number): Promise<Acceptance[]> {
  return await rowsOf<Acceptance>(db)`
    select accepted.kind, accepted.version, accepted.way, accepted.company_id as "companyId", accepted.accepted_at as "acceptedAt"
    from legal_acceptances accepted where accepted.user_id = ${userId} order by accepted.id`
}

export async function ownsCompany(db: Db, userId: number): Promise<boolean> {
  return await hasRow(db)`
    select from company_members where company_members.user_id = ${userId} and company_members.role = 'owner' limit 1`
}

/** The next owners who gave an address, by id. */
export async function listOwnersWithMail(db: Db, after: number, max: number): Promise<number[]> {
  return await columnOf<number>(db)`
    select users.id from users
    where users.id > ${after} and users.email <> '' and users.delete_after is null
      and exists (select from company_members where company_members.user_id = users.id and company_members.role = 'owner')
    order by users.id limit ${max}`
}

/** The businesses of which an owner wants terms on their devices too: off unless chosen. */
export async function listCompaniesTold(db: Db): Promise<string[]> {
  return await columnOf<string>(db)`
    select distinct notice_choices.company_id from notice_choices where notice_choices.kind = 'terms'
    and notice_choices.push is true`
}

/** Owners seen since the terms took effect who neither accepted nor left: recorded as acceptance by use. */
export async function insertAcceptancesByUse(db: Db, version: number, since: Date, max: number): Promise<void> {
  await run(db)`
    insert into legal_acceptances (user_id, company_id, kind, version, way)
    select company_members.user_id, company_members.company_id, 'terms', ${version}, 'use'
    from company_members
    where company_members.role = 'owner' and not exists (
        select from legal_acceptances
        where legal_acceptances.user_id = company_members.user_id
          and legal_acceptances.kind = 'terms' and legal_acceptances.version = ${version})
      and exists (
        select from sessions
        where sessions.user_id = company_members.user_id and sessions.last_seen_at >= ${since})
    limit ${max}
    on conflict do nothing`
}
