import { durations } from '@parvis/domain/kernel/durations'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'

export type SignInEvent = 'sent' | 'wrong'

/** Advisory lock of a phone: one sign-in decision at a time, over all processes. */
export async function lockPhone(tx: Transaction, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 1))`.execute(tx)
}

/** Advisory locks after the phone's, always in this order: no deadlock, and parallel calls cannot exceed a budget. */
export async function lockAddresses(tx: Transaction, scopes: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(taken.scope, 2))
    from unnest(${[...scopes]}::text[]) with ordinality as taken (scope, position) order by taken.position`.execute(tx)
}

/** The block and the wrong tries of a phone since its last success: those of known browsers, or those of all others. */
export async function findPhone(
  db: Db,
  phone: string,
  { knownBrowser }: { knownBrowser: boolean },
): Promise<{ blocked: boolean; wrongSinceSuccess: number }> {
  const row = await db
    .selectFrom('sign_in_phones')
    .where('sign_in_phones.phone', '=', phone)
    .select([
      'sign_in_phones.blocked',
      `sign_in_phones.${knownBrowser ? 'browser_wrong_since_success' : 'wrong_since_success'} as wrongSinceSuccess`,
    ])
    .executeTakeFirst()
  return row ?? { blocked: false, wrongSinceSuccess: 0 }
}

/** Events of a kind in a scope during the last seconds, and the seconds until the oldest leaves that sliding window. */
export async function countEvents(
  db: Db,
  kind: SignInEvent,
  scope: string,
  seconds: number,
): Promise<{ count: number; secondsLeft: number }> {
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(at) + make_interval(secs => ${seconds}) - app_now())), 0)::int as "secondsLeft"
    from sign_in_events
    where kind = ${kind} and scope = ${scope}
      and at > app_now() - make_interval(secs => ${seconds}) and at <= app_now()`.execute(db)
  return rows[0] ?? { count: 0, secondsLeft: 0 }
}

export async function recordEvents(db: Db, kind: SignInEvent, scopes: readonly string[]): Promise<void> {
  await sql`
    insert into sign_in_events (kind, scope, at) select ${kind}, unnest(${[...scopes]}::text[]), app_now()`.execute(db)
}

/** Takes back the last event of that kind, for an act that did not happen. */
export async function forgetLastEvent(db: Db, kind: SignInEvent, scope: string): Promise<void> {
  await sql`
    delete from sign_in_events where sign_in_events.id = (
      select last.id from sign_in_events as last where last.kind = ${kind} and last.scope = ${scope}
      order by last.at desc limit 1
    )`.execute(db)
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
  await sql`
    insert into sent_codes (phone, asker, is_known, code_hash, expires_at)
    values (${phone}, ${asker}, ${isKnown}, ${codeHash}, app_now() + make_interval(secs => ${lifeSeconds}))
    on conflict (phone, asker) do update set code_hash = excluded.code_hash, wrong_tries = 0,
      is_known = excluded.is_known, expires_at = excluded.expires_at`.execute(tx)
}

/** The codes that the caller may try: a known browser its own, everybody those of unknown browsers. */
const triable = ({ asker, isKnown }: Asker) =>
  sql<boolean>`(not sent_codes.is_known or ${isKnown} and sent_codes.asker = ${asker})`

/** Takes one try of each live code that the caller may try, in one statement, so that parallel guesses cannot share a try. */
export async function takeTry(tx: Transaction, phone: string, who: Asker, tries: number): Promise<Buffer[]> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update sent_codes set wrong_tries = sent_codes.wrong_tries + 1
    where sent_codes.phone = ${phone} and sent_codes.wrong_tries < ${tries} and sent_codes.expires_at > app_now()
      and ${triable(who)}
    returning sent_codes.code_hash as "codeHash"`.execute(tx)
  return rows.map(({ codeHash }) => codeHash)
}

/** Whether the phone has a live code without tries left; its remaining seconds. */
export async function findDeadCode(db: Db, phone: string, who: Asker, tries: number): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(ceil(extract(epoch from sent_codes.expires_at - app_now())))::int as seconds from sent_codes
    where sent_codes.phone = ${phone} and sent_codes.wrong_tries >= ${tries} and sent_codes.expires_at > app_now()
      and ${triable(who)}`.execute(db)
  return rows[0]?.seconds ?? undefined
}

/** Deletes the codes of all browsers: the phone has signed in. */
export async function spendCodes(tx: Transaction, phone: string): Promise<void> {
  await tx.deleteFrom('sent_codes').where('sent_codes.phone', '=', phone).execute()
}

export async function countWrongSinceSuccess(
  tx: Transaction,
  phone: string,
  { knownBrowser }: { knownBrowser: boolean },
): Promise<void> {
  const column = sql.ref(knownBrowser ? 'browser_wrong_since_success' : 'wrong_since_success')
  await sql`
    insert into sign_in_phones (phone, ${column}) values (${phone}, 1)
    on conflict (phone) do update set ${column} = sign_in_phones.${column} + 1`.execute(tx)
}

export async function forgetWrongs(tx: Transaction, phone: string): Promise<void> {
  await tx
    .updateTable('sign_in_phones')
    .set({ wrong_since_success: 0, browser_wrong_since_success: 0 })
    .where('sign_in_phones.phone', '=', phone)
    .execute()
}

/**
 * The person of that phone, created at the first success; signing in cancels an asked deletion of the account. A profile has a birth
 * date: residents and members give names without one.
 */
export async function findOrCreateUser(tx: Transaction, phone: string): Promise<Returned> {
  const { rows } = await sql<Returned>`
    with former as (select users.delete_after from users where users.phone = ${phone})
    insert into users (phone) values (${phone})
    on conflict (phone) do update set ${returned}, phone_proved_at = app_now()
    returning id, ${whatReturned}`.execute(tx)
  const user = rows[0]
  if (!user) throw new Error('a user was neither found nor created')
  return user
}

/** Who is back: whether they have a profile, and whether an asked deletion is cancelled by it. */
type Returned = { id: number; hasProfile: boolean; wasLeaving: boolean }

const returned = sql`delete_after = null, last_used_at = app_now(), leave_told = 0, leave_told_at = null`
const whatReturned = sql`date_of_birth is not null as "hasProfile",
  exists (select from former where former.delete_after is not null) as "wasLeaving"`

/** The same of an account that proved otherwise than by its number. */
export async function returnToAccount(tx: Transaction, id: number): Promise<Returned> {
  const { rows } = await sql<Omit<Returned, 'id'>>`
    with former as (select users.delete_after from users where users.id = ${id})
    update users set ${returned} where users.id = ${id} returning ${whatReturned}`.execute(tx)
  return { id, hasProfile: rows[0]?.hasProfile ?? false, wasLeaving: rows[0]?.wasLeaving ?? false }
}

type NewSession = { userId: number; tokenHash: Buffer; device: string; provedBy?: 'passkey' | 'mail' | undefined }

export async function createSession(
  tx: Transaction,
  { userId, tokenHash, device, provedBy }: NewSession,
): Promise<void> {
  const proved = {
    ...(provedBy && { proved_at: sql<Date>`app_now()` }),
    ...(provedBy === 'passkey' && { passkey_at: sql<Date>`app_now()` }),
  }
  await tx
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: tokenHash, device, ...proved })
    .execute()
}

export async function rememberBrowser(tx: Transaction, userId: number, tokenHash: Buffer): Promise<void> {
  await tx.insertInto('known_browsers').values({ token_hash: tokenHash, user_id: userId }).execute()
}

export async function isKnownBrowser(db: Db, phone: string, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .where('known_browsers.token_hash', '=', tokenHash)
    .where('users.phone', '=', phone)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listSessions(db: Db, userId: number) {
  return await db
    .selectFrom('sessions')
    .where('sessions.user_id', '=', userId)
    .where(sql<boolean>`sessions.created_at > app_now() - ${durations.session}::interval`)
    .where(sql<boolean>`sessions.last_seen_at > app_now() - ${durations.idleSession}::interval`)
    .select([
      'sessions.id',
      'sessions.device',
      'sessions.created_at as createdAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .orderBy('sessions.last_seen_at', 'desc')
    .execute()
}

export async function findPerson(db: Db, userId: number) {
  return await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      sql<string>`coalesce(users.phone, '')`.as('phone_number'),
      'users.date_of_birth',
      'users.gender',
      'users.email',
      'users.zip_code',
      'users.city',
    ])
    .executeTakeFirstOrThrow()
}

/** The signed-in person as the portal reads it. */
export async function readWho(db: Db, { userId, isSuperAdmin }: Actor) {
  const user = await findPerson(db, userId)
  return { user, isSuperAdmin, registration: user.date_of_birth === null }
}

export type ProfileToSave = Record<
  'first_name' | 'last_name' | 'date_of_birth' | 'gender' | 'email' | 'zip_code' | 'city',
  string
>

export async function saveProfile(tx: Transaction, userId: number, profile: ProfileToSave): Promise<void> {
  await tx.updateTable('users').set(profile).where('users.id', '=', userId).execute()
}
