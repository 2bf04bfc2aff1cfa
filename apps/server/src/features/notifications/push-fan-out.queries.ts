import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { PushMessage, PushPlatform } from '../../gateways/push/push.ts'

export type FanOut = Omit<PushMessage, 'token' | 'platform'> & {
  kind: 'instant' | 'broadcast'
  companyId: string
  /** What it is for the rules of attention; ordinary news when absent. */
  class?: 'news' | 'town' | 'change'
}

/** A device marked for a campaign: only who marked it may send to it. */
export type MarkedDevice = { mark: string; deviceId: number; token: string; platform: PushPlatform; attempts: number }

/** Undefined when that key was accepted before. */
export async function insertCampaign(tx: Transaction, fanOut: FanOut): Promise<number | undefined> {
  const row = await tx
    .insertInto('push_campaigns')
    .values({
      key: fanOut.key,
      kind: fanOut.kind,
      company_id: fanOut.companyId,
      title: fanOut.title,
      body: fanOut.body,
      data: JSON.stringify(fanOut.data),
      class: fanOut.class ?? 'news',
      address: fanOut.navigate ?? null,
      ttl: fanOut.ttl ?? null,
      urgency: fanOut.urgency ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('push_campaigns.id')
    .executeTakeFirst()
  return row?.id
}

/** A campaign with pages to take, and the last device it looked at. */
export type OpenCampaign = {
  id: number
  companyId: string
  /** Residents see its company: a suspended one tells nobody more (W-104). */
  isShown: boolean
  afterUserId: number
  afterDeviceId: number
}

/** The campaign, its row locked when it still has pages to take: one page is taken at a time. */
export async function lockOpenCampaign(tx: Transaction, campaignId: number): Promise<OpenCampaign | undefined> {
  return await tx
    .selectFrom('push_campaigns')
    .innerJoin('companies', 'companies.id', 'push_campaigns.company_id')
    .where('push_campaigns.id', '=', campaignId)
    .where('push_campaigns.paged_at', 'is', null)
    .select([
      'push_campaigns.id',
      'push_campaigns.company_id as companyId',
      'companies.is_shown as isShown',
      'push_campaigns.after_user_id as afterUserId',
      'push_campaigns.after_device_id as afterDeviceId',
    ])
    .forUpdate('push_campaigns')
    .executeTakeFirst()
}

/**
 * Marks the next devices of those who followed when the campaign was accepted, and moves its cursor past them.
 * The cursor comes as values: PostgreSQL then walks the index of the company's followers instead of sorting them all.
 * `taken` counts the devices looked at, 0 at the end; `devices` are the ones that had no mark yet.
 */
export async function markNextPage(
  tx: Transaction,
  { id, companyId, afterUserId, afterDeviceId }: OpenCampaign,
  pageSize: number,
): Promise<{ taken: number; devices: MarkedDevice[] }> {
  const { rows } = await sql<MarkedDevice & { taken: number }>`
    with page as materialized (
      select follows.user_id, devices.id, devices.token, devices.platform
      from follows join devices on devices.user_id = follows.user_id
      where follows.company_id = ${companyId} and follows.user_id >= ${afterUserId}
        and (follows.user_id, devices.id) > (${afterUserId}, ${afterDeviceId})
        and follows.since <= (select push_campaigns.accepted_at from push_campaigns where push_campaigns.id = ${id})
      order by follows.user_id, devices.id
      limit ${pageSize}
    ), moved as (
      update push_campaigns set after_user_id = last.user_id, after_device_id = last.id, moved_at = app_now()
      from (select page.user_id, page.id from page order by page.user_id desc, page.id desc limit 1) last
      where push_campaigns.id = ${id}
    ), marked as (
      insert into push_deliveries (campaign_id, device_mark, device_id)
      select ${id}, md5(page.token)::uuid, page.id from page
      on conflict do nothing
      returning push_deliveries.device_mark, push_deliveries.device_id, push_deliveries.attempts
    )
    select marked.device_mark as mark, marked.device_id as "deviceId", marked.attempts,
      page.token, page.platform, (select count(*)::int from page) as taken
    from page left join marked on marked.device_id = page.id`.execute(tx)
  return { taken: rows[0]?.taken ?? 0, devices: rows.filter(({ mark }) => mark !== null).map(toDevice) }
}

export async function endPaging(tx: Transaction, campaignId: number): Promise<void> {
  await tx
    .updateTable('push_campaigns')
    .set({ paged_at: sql`app_now()` })
    .where('push_campaigns.id', '=', campaignId)
    .execute()
}

/** What devices are told; nothing of a company that was suspended since. */
export async function findNotice(db: Db, campaignId: number) {
  const row = await db
    .selectFrom('push_campaigns')
    .innerJoin('companies', 'companies.id', 'push_campaigns.company_id')
    .where('push_campaigns.id', '=', campaignId)
    .where('companies.is_shown', '=', true)
    .select([
      'push_campaigns.title',
      'push_campaigns.body',
      'push_campaigns.data',
      'push_campaigns.key',
      'push_campaigns.address',
      'push_campaigns.ttl',
      'push_campaigns.urgency',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { address, ttl, urgency, ...notice } = row
  return { ...notice, navigate: address ?? undefined, ttl: ttl ?? undefined, urgency: urgency ?? undefined }
}

export type Outcome = { mark: string; state: 'sent' | 'expired' | 'retry' | 'failed'; retrySeconds: number }

export async function recordOutcomes(db: Db, campaignId: number, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update push_deliveries
    set state = outcome.state, due_at = app_now() + make_interval(secs => outcome.seconds)
    from unnest(
      ${outcomes.map(({ mark }) => mark)}::uuid[],
      ${outcomes.map(({ state }) => state)}::text[],
      ${outcomes.map(({ retrySeconds }) => retrySeconds)}::int[]
    ) as outcome (mark, state, seconds)
    where push_deliveries.campaign_id = ${campaignId}
      and push_deliveries.device_mark = outcome.mark and push_deliveries.state = 'marked'`.execute(db)
}

/** Forgets the devices that the push service says are gone, unless they registered anew meanwhile. */
export async function forgetDevices(db: Db, gone: readonly MarkedDevice[]): Promise<void> {
  if (gone.length === 0) return
  await sql`
    delete from devices using unnest(
      ${gone.map(({ deviceId }) => deviceId)}::bigint[], ${gone.map(({ token }) => token)}::text[]
    ) as gone (id, token)
    where devices.id = gone.id and devices.token = gone.token`.execute(db)
}

function toDevice({ mark, deviceId, token, platform, attempts }: MarkedDevice): MarkedDevice {
  return { mark, deviceId, token, platform, attempts }
}
