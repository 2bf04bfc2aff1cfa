import { retention } from '@parvis/domain/kernel/retention'
import { cellOf, columnOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { resetCounters, spendCodes } from '../access/index.ts'

/** Schedules the erasure of the account in `days` and ends every session; returns the moment. */
export async function scheduleErasure(tx: Transaction, userId: number, days: number): Promise<Date> {
  const at = await cellOf<Date>(tx)`
    update users set delete_after = app_now() + make_interval(days => ${days}) where id = ${userId}
    returning delete_after`
  await run(tx)`delete from sessions where sessions.user_id = ${userId}`
  if (!at) throw new Error('the person of a session exists')
  return at
}

export async function listAccountsToErase(db: Db, limit: number): Promise<number[]> {
  return await columnOf<number>(db)`
    select id from users where delete_after <= app_now() order by delete_after limit ${limit}`
}

/** Locks the person's row until the transaction ends; undefined when they signed in again meanwhile. */
export async function lockAccountToErase(tx: Transaction, userId: number) {
  return await rowOf<{ phone: string | null }>(tx)`
    select phone from users where id = ${userId} and delete_after <= app_now() for update`
}

/** Businesses without another owner: they are erased with their owner, whoever else works for them by then. */
export async function listSoleCompanies(tx: Transaction, userId: number): Promise<string[]> {
  return await columnOf<string>(tx)`
    select mine.company_id from company_members mine
    where mine.user_id = ${userId} and mine.role = 'owner' and not exists (
      select from company_members others
      where others.company_id = mine.company_id and others.role = 'owner' and others.user_id <> ${userId})`
}

/** Businesses with other members, of which the person is the last owner. */
export async function listTeamsLeftAlone(tx: Transaction, userId: number): Promise<string[]> {
  return await columnOf<string>(tx)`
    select mine.company_id from company_members mine
    where mine.user_id = ${userId} and ${leavesTeamAlone} order by mine.company_id`
}

/** Of a row `mine`: the only owner who stays, while others work there. */
const leavesTeamAlone = sql`mine.role = 'owner'
  and exists (select from members where members.company_id = mine.company_id and members.user_id <> mine.user_id)
  and not exists (
    select from company_members others join users on users.id = others.user_id
    where others.company_id = mine.company_id and others.role = 'owner' and others.user_id <> mine.user_id
      and users.delete_after is null)`

export async function listLiveSubscriptions(tx: Transaction, companyIds: readonly string[]): Promise<string[]> {
  return await columnOf<string>(tx)`
    select id from subscriptions where company_id = any(${[...companyIds]}::uuid[]) and status <> 'ended'`
}

/** Columns with file names, except those of conversations; `ids`: the set that the row's id belongs to. */
export const picturesOf = (ids: Sql) => sql`
  select unnest(array[profile_picture, cover_picture]) as name from companies where id = ${ids}
  union all select name from cac_pictures where company_id = ${ids}
  union all select name from company_photos where company_id = ${ids}
  union all select picture from instants where company_id = ${ids}
  union all select image from broadcasts where company_id = ${ids}
  union all select image from quick_replies where company_id = ${ids}
  union all select image from scheduled_messages where company_id = ${ids}`

/** What identifies a person who could publish for a business, as JSON text; undefined of anybody else. */
export async function readAuthor(tx: Transaction, userId: number): Promise<string | undefined> {
  return await cellOf<string>(tx)`
    select jsonb_build_object('phone', users.phone, 'firstName', users.first_name, 'lastName', users.last_name,
      'dateOfBirth', users.date_of_birth, 'email', users.email, 'zipCode', users.zip_code, 'city', users.city,
      'since', users.created_at, 'businesses', jsonb_agg(jsonb_build_object('id', companies.id, 'name', companies.name,
        'registryCode', companies.registry_code, 'role', company_members.role)))::text
    from users join company_members on company_members.user_id = users.id
    join companies on companies.id = company_members.company_id
    where users.id = ${userId} group by users.id`
}

export async function insertErasedAuthor(tx: Transaction, userId: number, identity: Buffer): Promise<void> {
  await run(tx)`insert into erased_authors (user_id, identity) values (${userId}, ${identity})`
}

export async function listErasedAuthors(db: Db) {
  return await rowsOf<{ userId: number; identity: Buffer; erasedAt: Date }>(db)`
    select authors.user_id as "userId", authors.identity, authors.erased_at as "erasedAt"
    from erased_authors authors order by authors.erased_at`
}

/** What a push to a resident asks of their settings; undefined once they are gone. */
export async function findNoticeSettings(db: Db, userId: number) {
  return await rowOf<{ hidesExcerpts: boolean; now: Date }>(db)`
    select coalesce(settings.hide_excerpts, false) as "hidesExcerpts", app_now() as now
    from users left join resident_settings settings on settings.user_id = users.id where users.id = ${userId}`
}

/** Deletes the person, those businesses and all dependent rows; the audit trail keeps bare ids. */
export async function eraseAccount(
  tx: Transaction,
  userId: number,
  phone: string | null,
  companyIds: readonly string[],
): Promise<void> {
  await run(tx)`delete from companies where id = any(${[...companyIds]}::uuid[])`
  await run(tx)`delete from idempotency_keys where idempotency_keys.user_id = ${userId}`
  if (phone !== null) {
    await spendCodes(tx, phone)
    await resetCounters(tx, phone)
    // A blocked phone stays blocked: erasing the account does not lift the block.
    await run(tx)`delete from sign_in_phones where sign_in_phones.phone = ${phone} and not sign_in_phones.blocked`
  }
  await run(tx)`delete from users where users.id = ${userId}`
}

export type UnusedAccount = { id: number; warnings: number; hasPhone: boolean }

/**
 * Takes the next inactive accounts whose next step is due: first warning, second warning, or erasure. Left out: the team, payers,
 * whoever is signed in or has a browser of the residents' site, residents without phone (they go with their browser).
 */
export async function takeUnusedAccounts(tx: Transaction, limit: number): Promise<UnusedAccount[]> {
  const [first, second] = retention.inactiveAccountWarningDays
  return await rowsOf<UnusedAccount>(tx)`
    select users.id, users.leave_warnings as warnings, users.phone is not null as "hasPhone" from users
    where (users.phone is not null or exists (select from company_members where company_members.user_id = users.id))
      and users.delete_after is null and not users.is_super_admin
      and users.last_used_at < app_now() - make_interval(months => ${retention.inactiveAccountMonths}, days => -${first}::int)
      and (users.leave_warnings = 0
        or users.leave_warnings = 1 and users.leave_warned_at < app_now() - make_interval(days => ${first - second})
        or users.leave_warnings = 2 and users.leave_warned_at < app_now() - make_interval(days => ${second}))
      and not exists (select from sessions where sessions.user_id = users.id)
      and not exists (select from resident_devices where resident_devices.user_id = users.id
        and resident_devices.last_seen_at > app_now() - make_interval(months => ${retention.inactiveAccountMonths}))
      and not exists (select from company_members mine where mine.user_id = users.id and ${leavesTeamAlone})
      and not exists (select from company_members join subscriptions using (company_id)
        where company_members.user_id = users.id and company_members.role = 'owner' and subscriptions.status <> 'ended')
    order by users.last_used_at limit ${limit} for update of users skip locked`
}

export async function markWarned(tx: Transaction, userId: number, warnings: number): Promise<void> {
  await run(tx)`update users set leave_warnings = ${warnings}, leave_warned_at = app_now() where id = ${userId}`
}

/** The phone to warn and the day of the erasure; undefined when the owner has signed in meanwhile. */
export async function findWarned(db: Db, userId: number, warnings: number) {
  const [first, second] = retention.inactiveAccountWarningDays
  const days = warnings === 1 ? first : second
  return await rowOf<{ phone: string; goesAt: Date }>(db)`
    select phone, leave_warned_at + make_interval(days => ${days}) as "goesAt" from users
    where id = ${userId} and leave_warnings = ${warnings} and phone is not null`
}
