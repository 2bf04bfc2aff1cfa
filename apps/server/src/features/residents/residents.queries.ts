import { durations } from '@parvis/domain/kernel/durations'
import type { FollowMode } from '@parvis/domain/residents/attention'
import { type Db, rowsOf, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'

export type Device = { id: number; token: string; platform: 'ios' | 'android' | 'web' }

/** Locks the company's row before its follows change: a broadcast under the same lock counts exact receivers. */
export async function lockFollowed(tx: Transaction, companyId: string) {
  const [company] = await selectFollowed(tx, { companyId })
  return company
}

const selectFollowed = prepared(
  ({ companyId }: { companyId: string }) => sql<{ followersCount: number; isShown: boolean }>`
    select companies.followers_count as "followersCount", companies.is_shown as "isShown"
    from companies where companies.id = ${companyId} for no key update`,
)

type FollowToSave = { userId: number; companyId: string; mode?: FollowMode | undefined; source?: string | undefined }
type FollowSaved = { hasChanged: boolean; mode: FollowMode }

/**
 * Inserts a follow of a company that is, or changes how it is told; the trigger counts a new one. What was broadcast before is not
 * for this follower. A person who is gone meanwhile follows nothing.
 */
export async function saveFollow(
  tx: Transaction,
  { userId, companyId, mode, source }: FollowToSave,
): Promise<FollowSaved> {
  const [saved] = await upsertFollow(tx, { userId, companyId, mode: mode ?? null, source: source ?? null })
  return saved ?? { hasChanged: false, mode: 'now' }
}

type Follow = { userId: number; companyId: string }

const upsertFollow = prepared(
  ({ userId, companyId, mode, source }: Follow & Record<'mode' | 'source', string | null>) =>
    // Of a row that was inserted, not updated, xmax is 0.
    sql<FollowSaved>`
    insert into follows (user_id, company_id, mode, source, after_broadcast)
    select users.id, companies.id, coalesce(${mode}::text, 'now'), ${source},
      coalesce((select max(broadcasts.id) from broadcasts where broadcasts.company_id = companies.id), 0)
    from companies cross join users where companies.id = ${companyId} and users.id = ${userId}
    on conflict (user_id, company_id) do update
    set mode = coalesce(${mode}::text, follows.mode), source = coalesce(follows.source, excluded.source)
    returning follows.xmax = 0 as "hasChanged", follows.mode`,
)

/** Deletes a follow, if there was one. An unfollow is counted under its likely cause, without a name. */
export async function deleteFollow(tx: Transaction, userId: number, companyId: string): Promise<FollowSaved> {
  return { hasChanged: (await endFollow(tx, { userId, companyId })).length > 0, mode: 'none' }
}

const endFollow = prepared(
  ({ userId, companyId }: Follow) => sql`
    with gone as (
      delete from follows where follows.user_id = ${userId} and follows.company_id = ${companyId}
      returning follows.company_id
    ), lost as (
      update broadcasts set lost = broadcasts.lost + 1 from gone
      where broadcasts.company_id = gone.company_id and broadcasts.sent_at > app_now() - ${durations.broadcastEffect}::interval
    )
    select true as "isGone" from gone`,
)

/** A town chosen once by an act stays unless another is named. */
export async function keepFirstTown(tx: Transaction, userId: number, companyId: string): Promise<void> {
  void updateTown(tx, { userId, companyId })
}

const updateTown = prepared(
  ({ userId, companyId }: Follow) => sql`
    update resident_settings set town = companies.town from companies
    where resident_settings.user_id = ${userId} and resident_settings.town is null and companies.id = ${companyId}`,
)

/** Which of these companies a person follows. */
export async function findFollowed(db: Db, userId: number, ids: readonly string[]): Promise<Set<string>> {
  const rows = await selectFollowedOf(db, { userId, ids })
  return new Set(rows.map(({ company_id }) => company_id))
}

const selectFollowedOf = prepared(
  ({ userId, ids }: { userId: number; ids: readonly string[] }) => sql<{ company_id: string }>`
    select follows.company_id from follows
    where follows.user_id = ${userId} and follows.company_id = any(${ids}::uuid[])`,
)

const devicesPerPerson = 20

type NewDevice = Pick<Device, 'token' | 'platform'> & { userId: number; residentDeviceId?: number }

/** The token's device becomes this person's, whose row is locked; beyond the cap the oldest ones are forgotten. */
export async function saveDevice(tx: Transaction, { userId, token, platform, residentDeviceId }: NewDevice) {
  // Thirty at once would each delete beyond twenty of the devices that it sees.
  await run(tx)`select from users where users.id = ${userId} for no key update`
  await run(tx)`
    insert into devices (user_id, token, platform, resident_device_id)
    values (${userId}, ${token}, ${platform}, ${residentDeviceId ?? null})
    on conflict (token) do update
    set user_id = excluded.user_id, platform = excluded.platform, created_at = excluded.created_at,
      resident_device_id = excluded.resident_device_id`
  await run(tx)`
    delete from devices where devices.user_id = ${userId} and devices.id in (
      select kept.id from devices as kept where kept.user_id = ${userId}
      order by kept.created_at desc, kept.id desc offset ${devicesPerPerson}
    )`
}

export async function deleteDevice(tx: Transaction, userId: number, token: string): Promise<void> {
  await run(tx)`delete from devices where devices.user_id = ${userId} and devices.token = ${token}`
}

export async function listDevices(db: Db, userId: number): Promise<Device[]> {
  return await rowsOf<Device>(db)`
    select devices.id, devices.token, devices.platform from devices where devices.user_id = ${userId} order by devices.id`
}

/** Deletes devices that the push service reports as gone; a token registered again since keeps its row. */
export async function forgetDevices(db: Db, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await run(db)`delete from devices where devices.token = any(${[...tokens]}::text[])`
}
