import { type Duration, durations } from '@parvis/domain/kernel/durations'
import type { FollowMode } from '@parvis/domain/residents/attention'
import { cellOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql, todayInParis } from '../../db/sql.ts'
import type { PushMessage, PushPlatform } from '../../gateways/push/push.ts'
import { attentionColumns, type StoredAttention } from './attention.queries.ts'

export type FanOut = Omit<PushMessage, 'token' | 'platform'> & {
  kind: 'instant' | 'broadcast' | 'alert'
  companyId: string
  /** Kind of notice for the rules of attention; ordinary news when absent. */
  class?: 'news' | 'change' | 'alert'
  /** For a change: when what is changed begins. */
  beginsAt?: Date | undefined
  /** Only the devices that these campaigns reached. */
  among?: readonly number[]
}

/** Returns undefined when that key was accepted before. */
export async function insertCampaign(tx: Transaction, fanOut: FanOut): Promise<number | undefined> {
  return await cellOf<number>(tx)`
    insert into push_campaigns (key, kind, company_id, title, body, data, class, begins_at, topic, address, ttl, urgency,
      is_silent, among)
    values (${fanOut.key}, ${fanOut.kind}, ${fanOut.companyId}, ${fanOut.title}, ${fanOut.body}, ${JSON.stringify(fanOut.data)},
      ${fanOut.class ?? 'news'}, ${fanOut.beginsAt ?? null}, ${fanOut.topic ?? null}, ${fanOut.navigate ?? null},
      ${fanOut.ttl ?? null}, ${fanOut.urgency ?? null}, ${fanOut.isSilent ?? false}, ${fanOut.among ? [...fanOut.among] : null})
    on conflict (key) do nothing returning push_campaigns.id`
}

/** An alert that was ended, or corrected, goes no further. */
const isOver = sql`exists (
  select from alerts where push_campaigns.key = 'alert-' || alerts.id and alerts.ended_at is not null)`

/** An alert that no worker moves holds nobody up. */
const halted: Duration = '30 seconds'
const makesWay = sql`push_campaigns.class <> 'alert' and exists (
  select from push_campaigns alert
  where alert.class = 'alert' and alert.paged_at is null and alert.moved_at > app_now() - ${halted}::interval)`

export type OpenCampaign = {
  id: number
  companyId: string
  /** False for a suspended company, which sends nothing more. */
  isShown: boolean
  makesWay: boolean
  class: 'news' | 'town' | 'change' | 'alert'
  among: number[] | null
  beginsAt: Date | null
  /** Its news pass the number of the day (rule 6). */
  isTownHall: boolean
  afterUserId: number
  afterDeviceId: number
}

/** The campaign, its row locked when it still has pages to take, and the last device it looked at: one page is taken at a time. */
export async function lockOpenCampaign(tx: Transaction, campaignId: number) {
  return await rowOf<OpenCampaign>(tx)`
    select push_campaigns.id, push_campaigns.company_id as "companyId", companies.is_shown and not ${isOver} as "isShown",
      ${makesWay} as "makesWay", push_campaigns.class, push_campaigns.among, push_campaigns.begins_at as "beginsAt",
      companies.type = 'mairie' and companies.identity_status = 'verified' as "isTownHall",
      push_campaigns.after_user_id as "afterUserId", push_campaigns.after_device_id as "afterDeviceId"
    from push_campaigns join companies on companies.id = push_campaigns.company_id
    where push_campaigns.id = ${campaignId} and push_campaigns.paged_at is null for update of push_campaigns`
}

/** Advisory lock of a sender: one page at a time, so that concurrent campaigns see whom the other rang (rule 5). */
export async function lockCampaignsOf(tx: Transaction, companyId: string): Promise<void> {
  void run(tx)`select pg_advisory_xact_lock(hashtextextended(${`attention ${companyId}`}, 0))`
}

/** A device of a follower, with what the rules of attention look at. */
export type PagedDevice = StoredAttention & {
  userId: number
  deviceId: number
  token: string
  platform: PushPlatform
  mode: FollowMode
  rangRecently: boolean
  /** Number of news received today. */
  rung: number
}

/**
 * The next devices of those who followed when the campaign was accepted; its cursor moves past them. The cursor comes as
 * values: PostgreSQL then walks the index of the company's followers instead of sorting them all. The last follower's
 * devices are all in the page, because one person is decided once. `taken` counts the page, without those.
 */
export async function takeNextPage(
  tx: Transaction,
  { id, companyId, class: kind, among, afterUserId, afterDeviceId }: OpenCampaign,
  pageSize: number,
): Promise<{ taken: number; devices: PagedDevice[] }> {
  const rows = await rowsOf<PagedDevice & { taken: number }>(tx)`
    with page as materialized (
      select follows.user_id, devices.id, devices.token, devices.platform
      from follows join devices on devices.user_id = follows.user_id
      where follows.company_id = ${companyId} and follows.user_id >= ${afterUserId}
        and (follows.user_id, devices.id) > (${afterUserId}, ${afterDeviceId})
        and (${among}::bigint[] is null or exists (
          select from push_deliveries reached where reached.campaign_id = any(${among}::bigint[])
            and reached.device_mark = md5(devices.token)::uuid and reached.state in ('marked', 'sent', 'retry')))
        and (${kind} <> 'change' or not exists (
          select from push_deliveries told
          where told.campaign_id = ${id} and told.device_mark = md5(devices.token)::uuid))
        and follows.since <= (select push_campaigns.accepted_at from push_campaigns where push_campaigns.id = ${id})
      order by follows.user_id, devices.id
      limit ${pageSize}
    ), last as (
      select page.user_id, page.id from page order by page.user_id desc, page.id desc limit 1
    ), whole as materialized (
      select page.user_id, page.id, page.token, page.platform from page
      union all
      select devices.user_id, devices.id, devices.token, devices.platform
      from last join devices on devices.user_id = last.user_id and devices.id > last.id
    ), moved as (
      update push_campaigns set after_user_id = last.user_id, moved_at = app_now(),
        after_device_id = (select max(whole.id) from whole where whole.user_id = last.user_id)
      from last where push_campaigns.id = ${id}
    )
    select whole.user_id as "userId", whole.id as "deviceId", whole.token, whole.platform, follows.mode,
      coalesce(follows.rang_at > app_now() - ${durations.betweenNews}::interval, false) as "rangRecently",
      ${attentionColumns}, coalesce(days.rung, 0) as rung, (select count(*)::int from page) as taken
    from whole join follows on follows.user_id = whole.user_id and follows.company_id = ${companyId}
    left join resident_settings settings on settings.user_id = whole.user_id
    left join attention_days days on days.user_id = whole.user_id
      and days.day = ${todayInParis}`
  return { taken: rows[0]?.taken ?? 0, devices: rows }
}

export async function endPaging(tx: Transaction, campaignId: number): Promise<void> {
  void run(tx)`update push_campaigns set paged_at = app_now() where push_campaigns.id = ${campaignId}`
}

/** What every device of a campaign is sent; null: the campaign does not say it. */
export type StoredContent = Pick<PushMessage, 'title' | 'body' | 'data' | 'key' | 'isSilent'> & {
  [Name in 'navigate' | 'ttl' | 'urgency' | 'topic']: NonNullable<PushMessage[Name]> | null
}

/** Columns of `push_campaigns campaign`. */
export const contentColumns = sql`campaign.title, campaign.body, campaign.data, campaign.key, campaign.is_silent as "isSilent",
  campaign.address as navigate, campaign.ttl, campaign.urgency, campaign.topic`

export const contentOf = ({ title, body, data, key, isSilent, navigate, ttl, urgency, topic }: StoredContent) => ({
  title,
  body,
  data,
  key,
  isSilent,
  navigate: navigate ?? undefined,
  ttl: ttl ?? undefined,
  urgency: urgency ?? undefined,
  topic: topic ?? undefined,
})

/** Content of the push; undefined when the company was suspended since. */
export async function findCampaignNotice(db: Db, campaignId: number) {
  const row = await rowOf<StoredContent>(db)`
    select ${contentColumns} from push_campaigns campaign join companies on companies.id = campaign.company_id
    where campaign.id = ${campaignId} and companies.is_shown`
  return row && contentOf(row)
}
