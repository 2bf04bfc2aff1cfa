import { hasRow, rowOf, rowsOf, run, type Transaction } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import { joinBookings } from '../../bookings/index.ts'

/** How long a number without a sign of life still gives its past: numbers are given to others from 45 days on. */
const lifeDays = 45

export type PhonePerson = { id: number; isOwner: boolean; isAlive: boolean }

/**
 * The person of a phone, with whether they gave a sign of life lately. They and the caller are locked before, by id: what either owns
 * by then is read by the statements that follow.
 */
export async function lockPersonOfPhone(tx: Transaction, { userId, phone }: { userId: number; phone: string }) {
  await run(tx)`
    select from users where users.id = ${userId} or users.phone = ${phone} order by users.id for no key update`
  return await rowOf<PhonePerson>(tx)`
    select users.id,
      exists (select from company_members where company_members.user_id = users.id)
        or exists (select from passkeys where passkeys.user_id = users.id) as "isOwner",
      exists (select from sessions where sessions.user_id = users.id
        and sessions.last_seen_at > app_now() - make_interval(days => ${lifeDays}))
      or exists (select from resident_devices where resident_devices.user_id = users.id
        and resident_devices.last_seen_at > app_now() - make_interval(days => ${lifeDays})) as "isAlive"
    from users where users.phone = ${phone}`
}

export async function ownsBusiness(tx: Transaction, userId: number): Promise<boolean> {
  return await hasRow(tx)`select from company_members where company_members.user_id = ${userId} limit 1`
}

export async function savePhone(tx: Transaction, userId: number, phone: string): Promise<void> {
  await run(tx)`update users set phone = ${phone}, phone_proved_at = app_now() where users.id = ${userId}`
}

/** The number is somebody else's now: its former person keeps all rows, without it and without sessions. */
export async function takePhoneAway(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`delete from sessions where sessions.user_id = ${userId}`
  await run(tx)`
    update users set phone = null, alone_since = coalesce(users.alone_since, app_now()) where users.id = ${userId}`
}

type Joining = { from: number; into: number }

/**
 * Gives all that one resident has to another, and erases the first: one transaction, its rows locked in the order
 * people, companies, orders, conversations. Where both follow a business the earlier date stays; where both wrote to one, the
 * two conversations become one.
 */
export async function joinResidents(tx: Transaction, joining: Joining): Promise<void> {
  await lockBoth(tx, joining)
  await joinFollows(tx, joining)
  await joinBookings(tx, joining)
  await joinConversations(tx, joining)
  await joinOwn(tx, joining)
  await run(tx)`delete from users where users.id = ${joining.from}`
}

export async function lockPeople(tx: Transaction, [one, other]: readonly [number, number]): Promise<void> {
  await run(tx)`select from users where users.id in (${one}, ${other}) order by users.id for no key update`
}

async function lockBoth(tx: Transaction, { from, into }: Joining): Promise<void> {
  await lockPeople(tx, [from, into])
  await run(tx)`
    select from companies where companies.id in (
      select follows.company_id from follows where follows.user_id in (${from}, ${into}))
    order by companies.id for no key update`
  await run(tx)`
    select from orders where orders.discussion_id in (
      select discussions.id from discussions where discussions.resident_id in (${from}, ${into}))
    order by orders.id for no key update`
  await run(tx)`
    select from discussions where discussions.resident_id in (${from}, ${into})
    order by discussions.id for no key update`
}

async function joinFollows(tx: Transaction, { from, into }: Joining): Promise<void> {
  await run(tx)`
    update follows set since = least(follows.since, mine.since),
      after_broadcast = least(follows.after_broadcast, mine.after_broadcast),
      seen_until = greatest(follows.seen_until, mine.seen_until),
      rang_at = greatest(follows.rang_at, mine.rang_at), source = coalesce(follows.source, mine.source)
    from follows mine
    where follows.user_id = ${into} and mine.user_id = ${from} and mine.company_id = follows.company_id`
  // The trigger counts the followers of a company who come and go: one who moves is neither.
  await run(tx)`
    update follows set user_id = ${into} where follows.user_id = ${from} and not exists (
      select from follows theirs where theirs.user_id = ${into} and theirs.company_id = follows.company_id)`
  await run(tx)`delete from follows where follows.user_id = ${from}`
}

async function joinConversations(tx: Transaction, { from, into }: Joining): Promise<void> {
  await run(tx)`
    update discussions set resident_id = ${into} where discussions.resident_id = ${from} and not exists (
      select from discussions theirs
      where theirs.resident_id = ${into} and theirs.company_id = discussions.company_id)`
  const rows = await rowsOf<{ mine: string; theirs: string }>(tx)`
    select mine.id as mine, theirs.id as theirs from discussions mine
    join discussions theirs on theirs.company_id = mine.company_id and theirs.resident_id = ${into}
    where mine.resident_id = ${from} order by mine.id`
  for (const { mine, theirs } of rows) await joinThreads(tx, mine, theirs)
}

/** Orders and their messages name each other with the conversation: they move in one statement (decision 0015). */
async function joinThreads(tx: Transaction, mine: string, theirs: string): Promise<void> {
  await run(tx)`
    with moved_orders as (
      update orders set discussion_id = ${theirs} where orders.discussion_id = ${mine}
    )
    update messages set discussion_id = ${theirs} where messages.discussion_id = ${mine}`
  await run(tx)`
      update scheduled_messages set discussion_id = ${theirs} where scheduled_messages.discussion_id = ${mine}`
  await run(tx)`update discussion_notes set discussion_id = ${theirs} where discussion_notes.discussion_id = ${mine}`
  await run(tx)`
    update message_words set discussion_id = ${theirs}
    from discussions mine where mine.id = ${mine} and message_words.company_id = mine.company_id
      and message_words.discussion_id = ${mine}`
  await run(tx)`
    update discussions set
      blocked_by_resident = discussions.blocked_by_resident or mine.blocked_by_resident,
      blocked_by_team = discussions.blocked_by_team or mine.blocked_by_team,
      blocked_by_company = discussions.blocked_by_company or mine.blocked_by_company,
      created_at = least(discussions.created_at, mine.created_at),
      updated_at = greatest(discussions.updated_at, mine.updated_at),
      excerpt = case when mine.last_message_id > discussions.last_message_id then mine.excerpt else discussions.excerpt end,
      last_message_id = greatest(discussions.last_message_id, mine.last_message_id),
      company_unread = discussions.company_unread + mine.company_unread,
      resident_unread = discussions.resident_unread + mine.resident_unread
    from discussions mine where discussions.id = ${theirs} and mine.id = ${mine}`
  await joinTalk(tx, mine, theirs)
  await joinWaiting(tx, mine, theirs)
  await run(tx)`delete from discussions where discussions.id = ${mine}`
}

/**
 * Recomputes who wrote last from the messages themselves: the trigger that follows a conversation reads counters, which were
 * added up. A question of either conversation stays open.
 */
async function joinTalk(tx: Transaction, mine: string, theirs: string): Promise<void> {
  await run(tx)`
    update discussions set
      last_human = (
        select case when messages.from_company then 'company' else 'resident' end from messages
        where messages.discussion_id = discussions.id and messages.id = discussions.last_message_id),
      company_wrote_at = (
        select max(messages.sent_at) from messages
        where messages.discussion_id = discussions.id and messages.from_company and not messages.automatic),
      away_sent_at = greatest(discussions.away_sent_at, mine.away_sent_at),
      triage = case when discussions.triage = mine.triage then mine.triage else 'open' end,
      triage_at = greatest(discussions.triage_at, mine.triage_at)
    from discussions mine where discussions.id = ${theirs} and mine.id = ${mine}`
}

/** What waits by the name of a conversation: its owner's notice, a held push unless the other has one, a report to decide. */
async function joinWaiting(tx: Transaction, mine: string, theirs: string): Promise<void> {
  await run(tx)`update notices set object = ${theirs} where notices.object = ${mine} and notices.done_at is null`
  await run(tx)`
    update deferred_messages mine set user_id = discussions.resident_id, discussion_id = discussions.id
    from discussions where mine.discussion_id = ${mine} and discussions.id = ${theirs}
      and not exists (select from deferred_messages held where held.discussion_id = ${theirs})`
  await run(tx)`
    update reports set target_id = replace(reports.target_id, ${mine}, ${theirs})
    where reports.state = 'received' and starts_with(reports.target_id, ${mine})`
}

/** Devices, pushes, transfers, retried writes, what waits; name and settings are those of the person joined. */
async function joinOwn(tx: Transaction, { from, into }: Joining): Promise<void> {
  for (const table of [
    'resident_devices',
    'devices',
    'resident_transfers',
    'resident_first_keys',
    'order_events',
    'deferred_messages',
  ] as const)
    await run(tx)`update ${sql.identifier(table)} set user_id = ${into} where user_id = ${from}`
  await run(tx)`
    update idempotency_keys set user_id = ${into} where idempotency_keys.user_id = ${from} and not exists (
      select from idempotency_keys theirs where theirs.user_id = ${into}
        and theirs.route = idempotency_keys.route and theirs.key = idempotency_keys.key)`
  await run(tx)`
    insert into resident_settings select ${into}, quiet_from, quiet_to, daily_cap, digest_at, paused_until, hide_excerpts, town
    from resident_settings where resident_settings.user_id = ${from} on conflict do nothing`
  await run(tx)`
    insert into deferred_notices (campaign_id, user_id, due_at, is_digest, created_at, sent_at)
    select campaign_id, ${into}, due_at, is_digest, created_at, sent_at from deferred_notices
    where deferred_notices.user_id = ${from} on conflict do nothing`
  await run(tx)`
    insert into attention_days (user_id, day, rung)
    select ${into}, attention_days.day, attention_days.rung from attention_days where attention_days.user_id = ${from}
    on conflict (user_id, day) do update set rung = greatest(attention_days.rung, excluded.rung)`
  await joinLetters(tx, { from, into })
  await run(tx)`update stored_files set keeper = ${`user:${into}`} where stored_files.keeper = ${`user:${from}`}`
  await run(tx)`
    update users set first_name = coalesce(users.first_name, mine.first_name)
    from users mine where users.id = ${into} and mine.id = ${from}`
}

/** The letter that serves stays; where none does, that of the person joined. */
async function joinLetters(tx: Transaction, { from, into }: Joining): Promise<void> {
  await run(tx)`
    delete from letters where letters.user_id = ${into} and letters.confirmed_at is null and exists (
      select from letters mine where mine.user_id = ${from} and mine.confirmed_at is not null)`
  await run(tx)`
    update letters set user_id = ${into} where letters.user_id = ${from}
      and not exists (select from letters theirs where theirs.user_id = ${into})`
}
