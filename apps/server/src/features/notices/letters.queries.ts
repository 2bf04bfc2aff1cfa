import { retention } from '@parvis/domain/kernel/retention'
import type { LetterRhythm, LetterState } from '@parvis/domain/residents/letter'
import { runQuery } from '@parvis/postgres'
import { cellOf, columnOf, type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

const isOn: Sql<boolean> = sql`letters.confirmed_at is not null and letters.refused_at is null`
const isAwaited: Sql<boolean> = sql`letters.confirmed_at is null and letters.refused_at is null
  and letters.asked_at > app_now() - make_interval(days => ${retention.letterAskDays}::int)`

export type StoredLetter = { address: string; rhythm: LetterRhythm; state: LetterState }

/** The letters of a resident: the one that serves first, then the one that is to be confirmed. */
export const lettersOf = (userId: Sql): Sql<StoredLetter> => sql<StoredLetter>`
  select letters.address, letters.rhythm,
    case when letters.refused_at is not null then 'refused' when letters.confirmed_at is null then 'waiting' else 'on' end as state
  from letters where letters.user_id = ${userId} and (${isOn} or ${isAwaited} or letters.refused_at is not null)
  order by ${isOn} desc, ${isAwaited} desc, letters.asked_at desc`

export async function listLettersOf(db: Db, userId: number): Promise<StoredLetter[]> {
  return await runQuery(db, lettersOf(sql`${userId}`))
}

export type AskedLetter = { userId: number; address: string; mailbox: Buffer; rhythm: LetterRhythm }

/** Notes an address to be confirmed, in the stead of another one that was; false when it is confirmed already. */
export async function askLetter(tx: Transaction, { userId, address, mailbox, rhythm }: AskedLetter): Promise<boolean> {
  await run(tx)`
    delete from letters where letters.user_id = ${userId} and letters.address_hash <> ${mailbox} and not (${isOn})`
  return await hasRow(tx)`
    insert into letters (user_id, address, address_hash, rhythm) values (${userId}, ${address}, ${mailbox}, ${rhythm})
    on conflict (user_id, address_hash) do update
    set address = excluded.address, rhythm = excluded.rhythm, asked_at = app_now(), confirmed_at = null, refused_at = null
    where not (${isOn}) returning letters.user_id`
}

/** The rhythm of a resident's letters; of a confirmed one, on all devices of its mailbox. */
export async function changeRhythm(tx: Transaction, userId: number, rhythm: LetterRhythm): Promise<void> {
  await run(tx)`
    update letters set rhythm = ${rhythm} where letters.user_id = ${userId} or ${isOn} and letters.address_hash in (
      select mine.address_hash from letters mine
      where mine.user_id = ${userId} and mine.confirmed_at is not null)`
}

/**
 * Confirms a mailbox for every resident who asked for it in the last days: one click serves all devices of one reader. Their
 * former address is forgotten. False when nobody asks for it any more.
 */
export async function confirmLetters(tx: Transaction, mailbox: Buffer): Promise<boolean> {
  await run(tx)`
    update letters set
      confirmed_at = case when letters.asked_at <= letters.confirmed_at then letters.confirmed_at else app_now() end,
      sent_until = coalesce(letters.sent_until, app_now()),
      rhythm = (select latest.rhythm from letters latest where latest.address_hash = ${mailbox}
        order by latest.asked_at desc limit 1)
    where letters.address_hash = ${mailbox} and (${isOn} or ${isAwaited})`
  await run(tx)`
    delete from letters using letters confirmed
    where confirmed.address_hash = ${mailbox} and confirmed.confirmed_at is not null
      and letters.user_id = confirmed.user_id and letters.address_hash <> ${mailbox} and letters.confirmed_at is not null`
  return await hasRow(tx)`select from letters where letters.address_hash = ${mailbox} and ${isOn} limit 1`
}

/** Forgets a mailbox: no letter leaves to it any more, from no device. */
export async function endLetters(tx: Transaction, mailbox: Buffer): Promise<void> {
  await run(tx)`delete from letters where letters.address_hash = ${mailbox}`
}

/** Forgets the letters of a resident, and those of their other devices to the same mailbox. */
export async function endLettersOf(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`
    delete from letters where letters.user_id = ${userId} or letters.address_hash in (
      select mine.address_hash from letters mine
      where mine.user_id = ${userId} and mine.confirmed_at is not null)`
}

/** A mailbox that does not exist, or whose reader says that it is not theirs: said in the settings, never written to again. */
export async function refuseLetters(db: Db, mailbox: Buffer): Promise<void> {
  await run(db)`update letters set refused_at = app_now() where letters.address_hash = ${mailbox}`
}

/** Where a letter goes now; `isAsked`: the mail that asks may go to an address that is not confirmed. */
export async function findMailbox(db: Db, mailbox: Buffer, isAsked = false) {
  return await rowOf<{ address: string; askedAt: Date | null }>(db)`
    select letters.address, letters.confirmed_at as "askedAt" from letters
    where letters.address_hash = ${mailbox} and (${isOn} or ${isAsked} and ${isAwaited})
    order by letters.confirmed_at limit 1`
}

/** The confirmed mailbox of a resident whom no push reaches. */
export async function findUnpushedMailbox(db: Db, userId: number): Promise<Buffer | undefined> {
  return await cellOf<Buffer>(db)`
    select letters.address_hash as mailbox from letters
    where letters.user_id = ${userId} and ${isOn}
      and not exists (select from devices where devices.user_id = letters.user_id)`
}

export type DueLetter = { userId: number; mailbox: Buffer; sentUntil: Date; confirmedAt: Date }
export type LetterDay = { day: string; minutes: number; isWeekday: boolean }

/**
 * The letters of the next mailboxes whose hour has come, all devices of each, locked until the end of the transaction; nobody has
 * looked at them today. A pause of one device holds the whole letter back.
 */
export async function lockDueLetters(tx: Transaction, { day, minutes, isWeekday }: LetterDay, max: number) {
  const isLeft = sql`letters.sent_on is distinct from ${day}::date and ${isOn}`
  return await rowsOf<DueLetter>(tx)`
    select letters.user_id as "userId", letters.address_hash as mailbox, letters.sent_until as "sentUntil",
      letters.confirmed_at as "confirmedAt"
    from letters where ${isLeft} and letters.address_hash in (
      select letters.address_hash from letters
      left join resident_settings settings on settings.user_id = letters.user_id
      where ${isLeft} and (letters.rhythm = 'daily' or ${isWeekday})
      group by letters.address_hash
      having min(coalesce(settings.digest_at, 1080)) <= ${minutes}
        and coalesce(max(settings.paused_until), '-infinity') <= app_now()
      limit ${max})
    order by letters.user_id for no key update of letters`
}

/** Notes that these were looked at today, and up to when the news were read. */
export async function markLetters(tx: Transaction, due: readonly DueLetter[], day: string, until: Date): Promise<void> {
  await run(tx)`
    update letters set sent_on = ${day}, sent_until = greatest(letters.sent_until, ${until})
    from unnest(${due.map(({ userId }) => userId)}::bigint[], ${due.map(({ mailbox }) => mailbox)}::bytea[]) as one (user_id, hash)
    where letters.user_id = one.user_id and letters.address_hash = one.hash`
}

/** Whether a reader visited the site since then: their browsers, and those forgotten meanwhile. */
const wasSeenSince = (moment: Sql) => sql<boolean>`exists (
  select from letters same left join resident_devices known on known.user_id = same.user_id
  where same.address_hash = letters.address_hash and greatest(known.last_seen_at, same.seen_at) >= ${moment})`

/** Marks as asked the mailboxes that gave no sign of life for years, and answers them. */
export async function askSilentLetters(tx: Transaction, max: number): Promise<Buffer[]> {
  const limit = sql`app_now() - make_interval(months => ${retention.letterMonths}::int)`
  return await columnOf<Buffer>(tx)`
    update letters set asked_at = app_now() where (letters.user_id, letters.address_hash) in (
      select letters.user_id, letters.address_hash from letters
      where ${isOn} and greatest(letters.asked_at, letters.confirmed_at) < ${limit} and not ${wasSeenSince(limit)}
      limit ${max} for no key update skip locked)
    returning letters.address_hash as mailbox`
}

/** Ends the letters whose question stayed without answer. */
export async function endSilentLetters(tx: Transaction): Promise<void> {
  await run(tx)`
    delete from letters where letters.asked_at > letters.confirmed_at
      and letters.asked_at < app_now() - make_interval(days => ${retention.letterSilentDays}::int)
      and not ${wasSeenSince(sql`letters.asked_at`)}`
}
