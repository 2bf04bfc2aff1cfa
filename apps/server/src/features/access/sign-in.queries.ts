import { cellOf, columnOf, type Db, rowOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export type SignInEvent = 'sent' | 'wrong'

/** Advisory lock of a phone: one sign-in decision at a time, over all processes. */
export async function lockPhone(tx: Transaction, phone: string): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${phone}, 1))`
}

/** Advisory locks after the phone's, always in this order: no deadlock, and parallel calls cannot exceed a budget. */
export async function lockAddresses(tx: Transaction, scopes: readonly string[]): Promise<void> {
  await run(tx)`
    select pg_advisory_xact_lock(hashtextextended(taken.scope, 2))
    from unnest(${[...scopes]}::text[]) with ordinality as taken (scope, position) order by taken.position`
}

/** The block and the wrong tries of a phone since its last success: those of known browsers, or those of all others. */
export async function findPhone(db: Db, phone: string, { knownBrowser }: { knownBrowser: boolean }) {
  const row = await rowOf<{ blocked: boolean; wrongSinceSuccess: number }>(db)`
    select sign_in_phones.blocked, sign_in_phones.${wrongsOf(knownBrowser)} as "wrongSinceSuccess"
    from sign_in_phones where sign_in_phones.phone = ${phone}`
  return row ?? { blocked: false, wrongSinceSuccess: 0 }
}

/** The wrong tries of browsers that signed in with the phone before, or of all others. */
const wrongsOf = (knownBrowser: boolean) =>
  sql.identifier(knownBrowser ? 'browser_wrong_since_success' : 'wrong_since_success')

/** Events of a kind in a scope during the last seconds, and the seconds until the oldest leaves that sliding window. */
export async function countEvents(db: Db, kind: SignInEvent, scope: string, seconds: number) {
  const row = await rowOf<{ count: number; secondsLeft: number }>(db)`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(at) + make_interval(secs => ${seconds}) - app_now())), 0)::int as "secondsLeft"
    from sign_in_events
    where kind = ${kind} and scope = ${scope}
      and at > app_now() - make_interval(secs => ${seconds}) and at <= app_now()`
  return row ?? { count: 0, secondsLeft: 0 }
}

export async function recordEvents(db: Db, kind: SignInEvent, scopes: readonly string[]): Promise<void> {
  await run(db)`
    insert into sign_in_events (kind, scope, at) select ${kind}, unnest(${[...scopes]}::text[]), app_now()`
}

/** Takes back the last event of that kind, for an act that did not happen. */
export async function forgetLastEvent(db: Db, kind: SignInEvent, scope: string): Promise<void> {
  await run(db)`
    delete from sign_in_events where sign_in_events.id = (
      select last.id from sign_in_events as last where last.kind = ${kind} and last.scope = ${scope}
      order by last.at desc limit 1
    )`
}

/** The browser that a code is bound to: the device cookie of a known browser, a nonce, or none (empty bytes). */
export type Asker = { asker: Buffer; isKnown: boolean }

/** Replaces the code of this browser; codes of other browsers stay valid. */
export async function saveCode(
  tx: Transaction,
  phone: string,
  { asker, isKnown }: Asker,
  codeHash: Buffer,
  lifeSeconds: number,
): Promise<void> {
  await run(tx)`
    insert into sent_codes (phone, asker, is_known, code_hash, expires_at)
    values (${phone}, ${asker}, ${isKnown}, ${codeHash}, app_now() + make_interval(secs => ${lifeSeconds}))
    on conflict (phone, asker) do update set code_hash = excluded.code_hash, wrong_tries = 0,
      is_known = excluded.is_known, expires_at = excluded.expires_at`
}

/** The codes that the caller may try: a known browser its own, everybody those of unknown browsers. */
const triable = ({ asker, isKnown }: Asker) =>
  sql<boolean>`(not sent_codes.is_known or ${isKnown} and sent_codes.asker = ${asker})`

/** Takes one try of each live code that the caller may try, in one statement, so that parallel guesses cannot share a try. */
export async function takeTry(tx: Transaction, phone: string, who: Asker, tries: number): Promise<Buffer[]> {
  return await columnOf<Buffer>(tx)`
    update sent_codes set wrong_tries = sent_codes.wrong_tries + 1
    where sent_codes.phone = ${phone} and sent_codes.wrong_tries < ${tries} and sent_codes.expires_at > app_now()
      and ${triable(who)}
    returning sent_codes.code_hash`
}

/** Whether the phone has a live code without tries left; its remaining seconds. */
export async function findDeadCode(db: Db, phone: string, who: Asker, tries: number): Promise<number | undefined> {
  const seconds = await cellOf<number | null>(db)`
    select max(ceil(extract(epoch from sent_codes.expires_at - app_now())))::int from sent_codes
    where sent_codes.phone = ${phone} and sent_codes.wrong_tries >= ${tries} and sent_codes.expires_at > app_now()
      and ${triable(who)}`
  return seconds ?? undefined
}

/** Deletes the codes of all browsers: the phone has signed in, or is to sign in anew. */
export async function spendCodes(tx: Transaction, phone: string): Promise<void> {
  await run(tx)`delete from sent_codes where sent_codes.phone = ${phone}`
}

/** Forgets what was sent to and guessed for the phone, so that its budgets are whole again. */
export async function resetCounters(tx: Transaction, phone: string): Promise<void> {
  const scopes = [`phone:${phone}`, `browser:${phone}`]
  await run(tx)`delete from sign_in_events where sign_in_events.scope = any(${scopes})`
}

export async function countWrongSinceSuccess(
  tx: Transaction,
  phone: string,
  { knownBrowser }: { knownBrowser: boolean },
): Promise<void> {
  const column = wrongsOf(knownBrowser)
  await run(tx)`
    insert into sign_in_phones (phone, ${column}) values (${phone}, 1)
    on conflict (phone) do update set ${column} = sign_in_phones.${column} + 1`
}

export async function forgetWrongs(tx: Transaction, phone: string): Promise<void> {
  await run(tx)`
    update sign_in_phones set wrong_since_success = 0, browser_wrong_since_success = 0
    where sign_in_phones.phone = ${phone}`
}
