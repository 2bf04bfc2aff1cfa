import { formerAddressDays, freshProofMinutes, phoneProofDays } from '@parvis/domain/access/second-proof'
import { cellOf, type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

export type Account = {
  id: number
  phone: string | null
  hasProfile: boolean
  hasPasskey: boolean
  /** Member of a company today, or super admin: what a recycled number must not open. */
  isProfessional: boolean
  /** The number last proved itself before it could have been given to somebody else. */
  isStale: boolean
}

/** Locks an account's row, by its number or its id, and answers what decides whether a code by SMS is enough. */
export async function lockAccount(tx: Transaction, by: { phone: string } | { id: number }) {
  const which = 'phone' in by ? sql`users.phone = ${by.phone}` : sql`users.id = ${by.id}`
  return await rowOf<Account>(tx)`
    select users.id, users.phone, users.date_of_birth is not null as "hasProfile", ${hasPasskey} as "hasPasskey",
      users.is_super_admin or exists (select from members where members.user_id = users.id) as "isProfessional",
      users.phone_proved_at < app_now() - make_interval(days => ${phoneProofDays}) as "isStale"
    from users where ${which} for no key update of users`
}

const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`

/** The address that receives the codes: a changed one does after seven days, the former one until then. */
const codeAddress = sql<string | null>`case
  when users.email_changed_at > app_now() - make_interval(days => ${formerAddressDays}) then users.email_before
  else users.email end`

/** Whether a second proof, at that moment, still counts. */
const isFresh = (provedAt: Sql) =>
  sql<boolean>`coalesce(${provedAt} > app_now() - make_interval(mins => ${freshProofMinutes}), false)`

type ProofWays = { isProved: boolean; isProvedByPasskey: boolean; address: string | null; hasPasskey: boolean }

/** How a person may prove, and whether this session just was; `sessionId` is none for a sign-in that was refused. */
export async function findWays(db: Db, userId: number, sessionId = 0): Promise<ProofWays> {
  const row = await rowOf<ProofWays>(db)`
    select ${isFresh(sql`sessions.proved_at`)} as "isProved", ${isFresh(sql`sessions.passkey_at`)} as "isProvedByPasskey",
      nullif(${codeAddress}, '') as address, ${hasPasskey} as "hasPasskey"
    from users left join sessions on sessions.user_id = users.id and sessions.id = ${sessionId}
    where users.id = ${userId}`
  return row ?? { isProved: false, isProvedByPasskey: false, address: null, hasPasskey: false }
}

export async function markProved(tx: Transaction, sessionId: number, byPasskey: boolean): Promise<Date> {
  const provedAt = await cellOf<Date>(tx)`
    update sessions set proved_at = app_now()${byPasskey ? sql`, passkey_at = app_now()` : sql``}
    where sessions.id = ${sessionId} returning sessions.proved_at`
  if (!provedAt) throw new Error('the session has ended')
  return provedAt
}

/** A new code cancels the former one and its tries. */
export async function saveMailCode(tx: Transaction, userId: number, codeHash: Buffer, minutes: number): Promise<void> {
  await run(tx)`
    insert into mail_codes (user_id, code_hash, expires_at)
    values (${userId}, ${codeHash}, app_now() + make_interval(mins => ${minutes}))
    on conflict (user_id) do update set code_hash = excluded.code_hash, wrong_tries = 0,
      expires_at = excluded.expires_at`
}

/** Takes one try of the living code, so that parallel guesses cannot share it; `triesLeft` is negative without one. */
export async function takeMailTry(tx: Transaction, userId: number, tries: number) {
  return await rowOf<{ codeHash: Buffer; triesLeft: number; secondsLeft: number }>(tx)`
    update mail_codes set wrong_tries = least(mail_codes.wrong_tries + 1, ${tries + 1})
    where mail_codes.user_id = ${userId} and mail_codes.expires_at > app_now()
    returning mail_codes.code_hash as "codeHash", ${tries} - mail_codes.wrong_tries as "triesLeft",
      ceil(extract(epoch from mail_codes.expires_at - app_now()))::int as "secondsLeft"`
}

export async function spendMailCode(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`delete from mail_codes where mail_codes.user_id = ${userId}`
}

type Challenge = { hash: Buffer; kind: 'create' | 'use'; userId?: number }

export async function saveChallenge(db: Db, { hash, kind, userId }: Challenge, minutes: number): Promise<void> {
  await run(db)`
    insert into passkey_challenges (hash, kind, user_id, expires_at)
    values (${hash}, ${kind}, ${userId ?? null}, app_now() + make_interval(mins => ${minutes}))`
}

/** Takes a living challenge of that kind and person: of parallel answers one finds it. */
export async function takeChallenge(tx: Transaction, { hash, kind, userId }: Challenge): Promise<boolean> {
  return await hasRow(tx)`
    delete from passkey_challenges
    where passkey_challenges.hash = ${hash} and passkey_challenges.kind = ${kind}
      and passkey_challenges.user_id is not distinct from ${userId ?? null}::bigint
      and passkey_challenges.expires_at > app_now()
    returning true`
}

type NewPasskey = { userId: number; credentialId: Buffer; publicKey: Buffer; counter: number; label: string }
type Passkey = NewPasskey & { id: number; createdAt: Date; lastUsedAt: Date | null }

const passkeys = sql`
  select passkeys.id, passkeys.user_id as "userId", passkeys.credential_id as "credentialId", passkeys.public_key as "publicKey",
    passkeys.counter, passkeys.label, passkeys.created_at as "createdAt", passkeys.last_used_at as "lastUsedAt"
  from passkeys`

export async function findPasskey(db: Db, credentialId: Buffer): Promise<Passkey | undefined> {
  return await rowOf<Passkey>(db)`${passkeys} where passkeys.credential_id = ${credentialId}`
}

export async function listPasskeysOf(db: Db, userId: number): Promise<Passkey[]> {
  return await rowsOf<Passkey>(db)`${passkeys} where passkeys.user_id = ${userId} order by passkeys.id`
}

/** False when the credential is already known, to whomever it belongs. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey): Promise<boolean> {
  const { userId, credentialId, publicKey, counter, label } = passkey
  return await hasRow(tx)`
    insert into passkeys (user_id, credential_id, public_key, counter, label)
    values (${userId}, ${credentialId}, ${publicKey}, ${counter}, ${label})
    on conflict (credential_id) do nothing returning true`
}

/** Whether one member of the company today has a passkey. */
export async function isPasskeyInTeam(db: Db, companyId: string): Promise<boolean> {
  return await hasRow(db)`
    select from members join passkeys on passkeys.user_id = members.user_id
    where members.company_id = ${companyId} limit 1`
}

export async function noteUse(tx: Transaction, id: number, counter: number): Promise<void> {
  await run(tx)`
    update passkeys set counter = ${counter}, last_used_at = app_now() where passkeys.id = ${id}`
}

/** False when the person has no such passkey. */
export async function savePasskeyLabel(tx: Transaction, userId: number, { id, label }: { id: number; label: string }) {
  return await hasRow(tx)`
    update passkeys set label = ${label} where passkeys.user_id = ${userId} and passkeys.id = ${id} returning true`
}

/** Removes one passkey of a person, or all of them; returns how many there were. */
export async function deletePasskeys(tx: Transaction, userId: number, id?: number): Promise<number> {
  const removed = await rowsOf(tx)`
    delete from passkeys where passkeys.user_id = ${userId} and passkeys.id = coalesce(${id ?? null}, passkeys.id)
    returning true`
  return removed.length
}

/** The number leaves the account, which keeps everything else, its sessions too. */
export async function releasePhone(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`update users set phone = null where users.id = ${userId}`
}

/** Gives the account a number that has just proved itself; its other sessions end. */
export async function saveNewPhone(tx: Transaction, userId: number, phone: string, sessionId: number): Promise<void> {
  await run(tx)`update users set phone = ${phone}, phone_proved_at = app_now() where users.id = ${userId}`
  await run(tx)`delete from sessions where sessions.user_id = ${userId} and sessions.id <> ${sessionId}`
}

/** Counts the number as proved now (operator's `let-in`). */
export async function countAsProved(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`update users set phone_proved_at = app_now() where users.id = ${userId}`
}

/**
 * Locks the person and keeps the address that receives the codes beside a new one; `before` is none where the change counts at once.
 */
export async function saveFormerAddress(tx: Transaction, userId: number, before: string | null): Promise<void> {
  await run(tx)`
    update users set email_before = ${before}, email_changed_at = ${before === null ? null : sql`app_now()`}
    where users.id = ${userId}`
}
