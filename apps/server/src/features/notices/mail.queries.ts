import { cellOf, type Db, hasRow, rowsOf, run, type Transaction } from '../../db/database.ts'
import { waitsForOwner } from './notices.queries.ts'

/** The address that the person gave at registration, if any. */
export async function findMailAddress(db: Db, userId: number): Promise<string | undefined> {
  return (await cellOf<string | null>(db)`select users.email from users where users.id = ${userId}`) || undefined
}

export async function isRefusedAddress(db: Db, hash: Buffer): Promise<boolean> {
  return await hasRow(db)`select from refused_addresses where refused_addresses.address_hash = ${hash}`
}

export async function keepRefusedAddress(tx: Transaction, hash: Buffer): Promise<void> {
  await run(tx)`insert into refused_addresses (address_hash) values (${hash}) on conflict do nothing`
}

/** Switches the digest off for every business of the person. */
export async function endDigest(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`
    insert into notice_choices (user_id, company_id, kind, email)
    select members.user_id, members.company_id, 'message', false
    from members where members.user_id = ${userId}
    on conflict (user_id, company_id, kind) do update set email = false`
}

/** Claims the day; true for the one process that starts its digests. */
export async function takeDigestDay(tx: Transaction, day: string): Promise<boolean> {
  return await hasRow(tx)`insert into digest_days (day) values (${day}) on conflict do nothing returning true`
}

/** Claims a person's digest of the day, once even if the development clock repeats the day. */
export async function takeDigestOf(tx: Transaction, userId: number, day: string): Promise<boolean> {
  return await hasRow(tx)`
    insert into notice_people (user_id, digest_on) values (${userId}, ${day})
    on conflict (user_id) do update set digest_on = excluded.digest_on
    where notice_people.digest_on is distinct from excluded.digest_on
    returning user_id`
}

export type OwnerToNotify = { userId: number; conversations: number; orders: number; isNew: boolean }

/**
 * The next owners who have an address, with what waits for them in the businesses whose digest is on; `isNew`: something
 * came since they last opened the portal.
 */
export async function listOwnersToNotify(db: Db, after: number, max: number): Promise<OwnerToNotify[]> {
  return await rowsOf<OwnerToNotify>(db)`
    with owners as (
      -- Who signs out leaves the moment in users.last_used_at.
      select users.id, greatest(users.last_used_at, (select max(sessions.last_seen_at) from sessions where sessions.user_id = users.id)) as seen_at
      from users
      where users.id > ${after} and users.email <> ''
        and exists (select from members where members.user_id = users.id)
      order by users.id limit ${max}
    ), told as (
      select owners.id, owners.seen_at, members.company_id
      from owners join members on members.user_id = owners.id
      where not exists (
        select from notice_choices
        where notice_choices.user_id = owners.id and notice_choices.company_id = members.company_id
          and notice_choices.kind = 'message' and notice_choices.email is false)
    ), waiting as (
      select told.id, 1 as conversations, 0 as orders, discussions.updated_at > told.seen_at as is_new
      from told join discussions on discussions.company_id = told.company_id
      where ${waitsForOwner}
      union all
      select told.id, 0, 1, orders.created_at > told.seen_at
      from told join orders on orders.company_id = told.company_id and orders.state = 'asked'
    )
    select owners.id as "userId", coalesce(sum(waiting.conversations), 0)::int as conversations,
      coalesce(sum(waiting.orders), 0)::int as orders, coalesce(bool_or(waiting.is_new), false) as "isNew"
    from owners left join waiting on waiting.id = owners.id
    group by owners.id order by owners.id`
}
