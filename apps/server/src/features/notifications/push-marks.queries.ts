import { retention } from '@parvis/domain/kernel/retention'
import { type Db, rowsOf, run, type Transaction } from '../../db/database.ts'
import type { PushPlatform } from '../../gateways/push/push.ts'
import type { PagedDevice } from './push-fan-out.queries.ts'

/** The delivery row of a device: only the worker that inserted it sends, so that a device is notified at most once. */
export type MarkedDevice = { mark: string; deviceId: number; token: string; platform: PushPlatform; attempts: number }

type RetriedDevice = MarkedDevice & { campaignId: number }

/** Seconds after which a mark of an alert was lost with its worker: it is sent again, under the same tag. */
const lostSeconds = 10
/** Marks devices for a campaign; answers those that had no mark yet. */
export async function markDevices(
  tx: Transaction,
  campaignId: number,
  devices: readonly Pick<PagedDevice, 'deviceId' | 'token' | 'platform'>[],
): Promise<MarkedDevice[]> {
  if (devices.length === 0) return []
  const rows = await rowsOf<{ mark: string; deviceId: number; attempts: number }>(tx)`
    insert into push_deliveries (campaign_id, device_mark, device_id)
    select ${campaignId}, md5(device.token)::uuid, device.id
    from unnest(${devices.map(({ deviceId }) => deviceId)}::bigint[], ${devices.map(({ token }) => token)}::text[])
      as device (id, token)
    on conflict do nothing
    returning push_deliveries.device_mark as mark, push_deliveries.device_id as "deviceId", push_deliveries.attempts`
  const known = new Map(devices.map((device) => [device.deviceId, device]))
  return rows.flatMap((row) => {
    const device = known.get(row.deviceId)
    return device ? [{ ...row, token: device.token, platform: device.platform }] : []
  })
}

/** Marks the devices of people who are told of the same thing otherwise: the campaign of that key, if there is one, passes them over. */
export async function passOver(tx: Transaction, key: string, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await run(tx)`
    insert into push_deliveries (campaign_id, device_mark, device_id, state)
    select push_campaigns.id, md5(devices.token)::uuid, devices.id, 'sent'
    from push_campaigns join devices on devices.user_id = any(${[...userIds]}::bigint[])
    where push_campaigns.key = ${key} on conflict do nothing`
}

/** Marks again the deliveries whose time to be tried again has come; a device that is gone is given up. */
export async function markDueRetries(tx: Transaction, limit: number): Promise<RetriedDevice[]> {
  return await rowsOf<RetriedDevice & { token: string | null }>(tx)`
    with due as (
      select push_deliveries.campaign_id, push_deliveries.device_mark from push_deliveries
      where push_deliveries.state = 'retry' and push_deliveries.due_at <= app_now()
        or push_deliveries.state = 'marked' and push_deliveries.due_at < app_now() - make_interval(secs => ${lostSeconds})
          and push_deliveries.campaign_id in (
            select push_campaigns.id from push_campaigns
            where push_campaigns.class = 'alert' and push_campaigns.closed_at is null)
      order by push_deliveries.due_at limit ${limit} for update skip locked
    ), tried as (
      update push_deliveries
      set attempts = push_deliveries.attempts + 1, due_at = app_now(),
        state = case when exists (
          select from devices
          where devices.id = push_deliveries.device_id and md5(devices.token)::uuid = push_deliveries.device_mark
        ) then 'marked' else 'expired' end
      from due
      where push_deliveries.campaign_id = due.campaign_id and push_deliveries.device_mark = due.device_mark
      returning push_deliveries.*
    )
    select tried.campaign_id as "campaignId", tried.device_mark as mark, tried.device_id as "deviceId",
      tried.attempts, devices.token, devices.platform
    from tried join devices on devices.id = tried.device_id
    where tried.state = 'marked'`
}

export type PushOutcome = MarkedDevice & { state: 'sent' | 'expired' | 'retry' | 'failed'; retrySeconds: number }

/**
 * Writes down what became of devices for each campaign that told them, and forgets those that are gone. An upsert, whose rows are
 * found by the unique index whatever PostgreSQL believes of the table: without statistics of a campaign under way, an update joins
 * all its marks anew for each page, which is quadratic.
 */
export async function recordOutcomes(
  db: Db,
  campaignIds: readonly number[],
  outcomes: readonly PushOutcome[],
): Promise<void> {
  for (const campaignId of campaignIds)
    await run(db)`
      insert into push_deliveries (campaign_id, device_mark, device_id, state, due_at)
      select ${campaignId}, outcome.mark, outcome.device, outcome.state, app_now() + make_interval(secs => outcome.seconds)
      from unnest(
        ${outcomes.map(({ mark }) => mark)}::uuid[],
        ${outcomes.map(({ deviceId }) => deviceId)}::bigint[],
        ${outcomes.map(({ state }) => state)}::text[],
        ${outcomes.map(({ retrySeconds }) => retrySeconds)}::int[]
      ) as outcome (mark, device, state, seconds)
      on conflict (campaign_id, device_mark) do update set state = excluded.state, due_at = excluded.due_at
      where push_deliveries.state = 'marked'`
  await forgetMarkedDevices(
    db,
    outcomes.filter(({ state }) => state === 'expired'),
  )
}

/** Forgets the devices that the push service says are gone, unless they registered anew meanwhile. */
async function forgetMarkedDevices(db: Db, gone: readonly MarkedDevice[]): Promise<void> {
  if (gone.length === 0) return
  await run(db)`
    delete from devices using unnest(
      ${gone.map(({ deviceId }) => deviceId)}::bigint[], ${gone.map(({ token }) => token)}::text[]
    ) as gone (id, token)
    where devices.id = gone.id and devices.token = gone.token`
}

/** Counts stay with the campaign; the per-device marks of old campaigns are deleted. */
export async function deleteOldMarks(db: Db): Promise<void> {
  await run(db)`
    delete from push_deliveries where (push_deliveries.campaign_id, push_deliveries.device_mark) in (
      select push_deliveries.campaign_id, push_deliveries.device_mark
      from push_campaigns join push_deliveries on push_deliveries.campaign_id = push_campaigns.id
      where push_campaigns.closed_at < app_now() - make_interval(days => ${retention.pushMarkDays})
      limit 5000
    )`
}
