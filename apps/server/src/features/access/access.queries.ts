import type { AnswerOf } from '@parvis/domain/api'
import type { TypedPerson } from '@parvis/domain/registration/account-form'
import { changed, type Db, hasRow, inserted, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Actor } from '../../http/actor.ts'
import { isLivingSession } from '../../http/authorize.queries.ts'

/**
 * The person of that phone, created at the first success; signing in cancels an asked deletion of the account. A profile has a birth
 * date: residents and members give names without one.
 */
export async function findOrCreateUser(tx: Transaction, phone: string): Promise<Returned> {
  const user = await rowOf<Returned>(tx)`
    with former as (select users.delete_after from users where users.phone = ${phone})
    insert into users (phone) values (${phone})
    on conflict (phone) do update set ${returned}, phone_proved_at = app_now()
    returning id, ${whatReturned}`
  if (!user) throw new Error('a user was neither found nor created')
  return user
}

/** Who is back: whether they have a profile, and whether an asked deletion is cancelled by it. */
type Returned = { id: number; hasProfile: boolean; wasLeaving: boolean }

const returned = sql`delete_after = null, last_used_at = app_now(), leave_warnings = 0, leave_warned_at = null`
const whatReturned = sql`date_of_birth is not null as "hasProfile",
  exists (select from former where former.delete_after is not null) as "wasLeaving"`

/** The same of an account that proved otherwise than by its number. */
export async function returnToAccount(tx: Transaction, id: number): Promise<Returned> {
  const row = await rowOf<Omit<Returned, 'id'>>(tx)`
    with former as (select users.delete_after from users where users.id = ${id})
    update users set ${returned} where users.id = ${id} returning ${whatReturned}`
  return { id, hasProfile: row?.hasProfile ?? false, wasLeaving: row?.wasLeaving ?? false }
}

type NewSession = { userId: number; tokenHash: Buffer; device: string; provedBy?: 'passkey' | 'mail' | undefined }

export async function createSession(
  tx: Transaction,
  { userId, tokenHash, device, provedBy }: NewSession,
): Promise<void> {
  const proved = {
    ...(provedBy && { proved_at: sql`app_now()` }),
    ...(provedBy === 'passkey' && { passkey_at: sql`app_now()` }),
  }
  await run(tx)`insert into sessions ${inserted({ user_id: userId, token_hash: tokenHash, device, ...proved })}`
}

export async function rememberBrowser(tx: Transaction, userId: number, tokenHash: Buffer): Promise<void> {
  await run(tx)`insert into known_browsers (token_hash, user_id) values (${tokenHash}, ${userId})`
}

export async function isKnownBrowser(db: Db, phone: string, tokenHash: Buffer): Promise<boolean> {
  return await hasRow(db)`
    select from known_browsers join users on users.id = known_browsers.user_id
    where known_browsers.token_hash = ${tokenHash} and users.phone = ${phone}`
}

export async function deleteSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  return await hasRow(db)`
    delete from sessions where sessions.id = ${sessionId} and sessions.user_id = ${userId} returning true`
}

export async function listSessions(db: Db, userId: number) {
  return await rowsOf<{ id: number; device: string; createdAt: Date; lastSeenAt: Date }>(db)`
    select sessions.id, sessions.device, sessions.created_at as "createdAt", sessions.last_seen_at as "lastSeenAt"
    from sessions join users on users.id = sessions.user_id
    where sessions.user_id = ${userId} and ${isLivingSession}
    order by sessions.last_seen_at desc`
}

type Person = AnswerOf<'POST /v1/profile/update'>

export async function findPerson(db: Db, userId: number): Promise<Person> {
  const person = await rowOf<Person>(db)`
    select users.id, users.first_name, users.last_name, coalesce(users.phone, '') as phone_number, users.date_of_birth,
      users.gender, users.email, users.zip_code, users.city
    from users where users.id = ${userId}`
  if (!person) throw new Error('the person of a session exists')
  return person
}

/** The signed-in person as the portal reads it. */
export async function readWho(db: Db, { userId, isSuperAdmin }: Actor) {
  const user = await findPerson(db, userId)
  return { user, isSuperAdmin, registration: user.date_of_birth === null }
}

type ProfileToSave = Omit<TypedPerson, 'phone_number'> & { gender: string }

export async function saveProfile(tx: Transaction, userId: number, profile: ProfileToSave): Promise<void> {
  await run(tx)`update users set ${changed(profile)} where users.id = ${userId}`
}
