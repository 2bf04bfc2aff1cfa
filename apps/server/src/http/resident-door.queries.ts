import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { durations } from '@parvis/domain/kernel/durations'
import { retention } from '@parvis/domain/kernel/retention'
import { refusal } from '@parvis/domain/refusals'
import { limitsOf, type Membership } from '@parvis/domain/subscription/plans'
import { cellOf, type Db, hasRow, numberOf, rowsOf, run, type Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { sql } from '../db/sql.ts'

/** A device that was seen lately enough to count. */
export const selectDevice = prepared(
  ({ secretHash }: { secretHash: Buffer }) => sql<{
    deviceId: number
    userId: number
    isStale: boolean
    isOld: boolean
  }>`
    select device.id as "deviceId", device.user_id as "userId",
      device.last_seen_at < app_now() - ${durations.deviceUse}::interval as "isStale",
      device.renewed_at <= app_now() - ${durations.deviceRenewal}::interval as "isOld"
    from resident_devices device where device.secret_hash = ${secretHash}
      and device.last_seen_at > app_now() - make_interval(days => ${retention.residentDeviceDays}::int)`,
)

/**
 * Locks the person of a call before any other row (docs/spec/next.md, section 3): identities are joined and erased under the same
 * lock. 401 SESSION_UNKNOWN once that is done.
 */
export async function lockCaller(tx: Transaction, userId: number) {
  const [person] = await selectResident(tx, { userId })
  if (!person) throw refusal('request.session_unknown')
  return person
}

const selectResident = prepared(
  ({ userId }: { userId: number }) => sql<{ firstName: string | null; hasPhone: boolean }>`
    select users.first_name as "firstName", users.phone is not null as "hasPhone"
    from users where users.id = ${userId} and users.left_at is null for no key update`,
)

export async function touchDevice(db: Db, deviceId: number): Promise<void> {
  await run(db)`
    update resident_devices set last_seen_at = app_now() where resident_devices.id = ${deviceId}`
}

/** Extends a device's life; false when a concurrent answer has just done it. */
export async function renewDevice(db: Db, deviceId: number): Promise<boolean> {
  return await hasRow(db)`
    update resident_devices set renewed_at = app_now(), last_seen_at = app_now()
    where resident_devices.id = ${deviceId}
      and resident_devices.renewed_at <= app_now() - ${durations.deviceRenewal}::interval returning true`
}

/** A person without phone nor name, with the settings of whoever begins. */
export async function insertResident(tx: Transaction): Promise<number> {
  const id = await cellOf<number>(tx)`insert into users (phone) values (null) returning id`
  if (id === undefined) throw new Error('a resident is made')
  await run(tx)`insert into resident_settings (user_id) values (${id})`
  return id
}

export async function deleteResident(tx: Transaction, userId: number): Promise<void> {
  await run(tx)`delete from users where users.id = ${userId}`
}

export async function insertDevice(tx: Transaction, device: { userId: number; secretHash: Buffer; name: string }) {
  return await numberOf(tx)`
    insert into resident_devices (user_id, secret_hash, name)
    values (${device.userId}, ${device.secretHash}, ${device.name}) returning resident_devices.id`
}

/** Advisory lock of the key of a first act: a retry waits for the end of the first try. */
export async function lockFirstKey(tx: Transaction, keyHash: Buffer): Promise<number | undefined> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${keyHash.toString('hex')}, 9))`
  return await cellOf<number>(tx)`
    select resident_first_keys.user_id from resident_first_keys
    where resident_first_keys.key_hash = ${keyHash}
      and resident_first_keys.created_at > app_now() - ${durations.firstAct}::interval`
}

export async function keepFirstKey(tx: Transaction, keyHash: Buffer, userId: number): Promise<void> {
  await run(tx)`
    insert into resident_first_keys (key_hash, user_id) values (${keyHash}, ${userId})
    on conflict (key_hash) do update set user_id = excluded.user_id, created_at = app_now()`
}

/**
 * Whether a company that residents see holds this subdomain and its plan, or its type, gives it one: its premium site may send a follow.
 * The rule of `siteUrl`.
 */
export async function isLiveSubdomain(db: Db, subdomain: string): Promise<boolean> {
  const rows = await rowsOf<{ type: BusinessType; membership: Membership }>(db)`
    select companies.type, companies.membership from companies
    where companies.subdomain = ${subdomain} and companies.is_shown`
  return rows.some(({ type, membership }) => limitsOf(type, membership).hasSubdomain)
}
