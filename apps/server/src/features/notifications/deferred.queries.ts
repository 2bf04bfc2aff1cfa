import { maxDeferredHours } from '@parvis/domain/residents/attention'
import { type Db, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { PushPlatform } from '../../gateways/push/push.ts'
import { attentionColumns, type StoredAttention } from './attention.queries.ts'
import { contentColumns, type StoredContent } from './push-fan-out.queries.ts'

export type WaitingResident = StoredAttention & { userId: number }

/** Residents with something whose time has come, locked until the end of the transaction; another worker's are skipped. */
export async function lockWaitingResidents(tx: Transaction, limit: number): Promise<WaitingResident[]> {
  return await rowsOf<WaitingResident>(tx)`
    select settings.user_id as "userId", ${attentionColumns}
    from (select distinct deferred_notices.user_id from deferred_notices
      where deferred_notices.sent_at is null and deferred_notices.due_at <= app_now()) as due
    join resident_settings settings on settings.user_id = due.user_id
    limit ${limit} for no key update of settings skip locked`
}

/** Of an instant that residents are shown, if its business is. */
export const isListed = sql<boolean>`instants.is_enabled and not instants.is_draft`

/** An instant that is still worth telling: shown, with a date to come that is neither cancelled nor postponed without another. */
export const isStillOn = (instantId: Sql) => sql<boolean>`exists (
  select from instants join instant_times times on times.instant_id = instants.id
  where instants.id = ${instantId} and ${isListed}
    and times.shown_until > app_now() and 'cancelled' not in (instants.event_state, times.state)
    and (times.former_start is not null or 'postponed' not in (instants.event_state, times.state)))`

export type DeferredNotice = StoredContent & {
  campaignId: number
  userId: number
  attempts: number
  /** Deletes deferred notices that are dropped. */
  isDropped: boolean
}

/**
 * Deferred notices of these residents that are due, newest first. Dropped ones: the business suspended or no longer followed, deferred for
 * 36 hours, the instant over, paused, deleted, cancelled or postponed without a date, unless that is the change itself.
 */
export async function listDueDeferred(tx: Transaction, userIds: readonly number[]): Promise<DeferredNotice[]> {
  return await rowsOf<DeferredNotice>(tx)`
    select deferred.campaign_id as "campaignId", deferred.user_id as "userId", deferred.attempts, ${contentColumns},
      (not companies.is_shown or follows.user_id is null or follows.mode = 'none'
        or campaign.kind = 'alert' and exists (
          select from alerts where campaign.key = 'alert-' || alerts.id and (alerts.ended_at is not null or alerts.until <= app_now()))
        or deferred.created_at < app_now() - make_interval(hours => ${maxDeferredHours})
        or (campaign.kind = 'instant' and campaign.class <> 'change' and not ${isStillOn(sql`(campaign.data ->> 'instantId')::bigint`)})) as "isDropped"
    from deferred_notices deferred
    join push_campaigns campaign on campaign.id = deferred.campaign_id
    join companies on companies.id = campaign.company_id
    left join follows on follows.user_id = deferred.user_id and follows.company_id = campaign.company_id
    where deferred.user_id = any(${[...userIds]}::bigint[]) and deferred.sent_at is null and deferred.due_at <= app_now()
    order by deferred.user_id, deferred.campaign_id desc`
}

type Notices = readonly Pick<DeferredNotice, 'campaignId' | 'userId'>[]
const pairs = (notices: Notices) => sql`unnest(${notices.map(({ campaignId }) => campaignId)}::bigint[],
  ${notices.map(({ userId }) => userId)}::bigint[]) as one (campaign_id, user_id)`

export async function dropNotices(tx: Transaction, notices: Notices): Promise<void> {
  await run(tx)`delete from deferred_notices using ${pairs(notices)}
    where deferred_notices.campaign_id = one.campaign_id and deferred_notices.user_id = one.user_id`
}

/** Claimed before they are sent: a crash between the two loses them, never sends them twice. */
export async function claimNotices(tx: Transaction, notices: Notices): Promise<void> {
  await run(tx)`
      update deferred_notices set sent_at = app_now(), attempts = deferred_notices.attempts + 1 from ${pairs(notices)}
    where deferred_notices.campaign_id = one.campaign_id and deferred_notices.user_id = one.user_id`
}

/** No push service accepted them: due again at that time. */
export async function returnNotices(tx: Transaction, notices: Notices, seconds: number): Promise<void> {
  await run(tx)`update deferred_notices set sent_at = null, due_at = app_now() + make_interval(secs => ${seconds})
    from ${pairs(notices)}
    where deferred_notices.campaign_id = one.campaign_id and deferred_notices.user_id = one.user_id`
  await run(tx)`delete from push_deliveries using ${pairs(notices)}, devices
    where push_deliveries.campaign_id = one.campaign_id and devices.user_id = one.user_id
      and push_deliveries.device_id = devices.id`
}

/** Stays deferred: the resident has paused or moved the quiet hours meanwhile. */
export async function postponeNotices(tx: Transaction, userId: number, until: Date): Promise<void> {
  await run(tx)`update deferred_notices set due_at = ${until}
    where deferred_notices.user_id = ${userId} and deferred_notices.sent_at is null and deferred_notices.due_at <= app_now()`
}

export type OwnedDevice = { userId: number; deviceId: number; token: string; platform: PushPlatform }

export async function listDevicesOf(db: Db, userIds: readonly number[]): Promise<OwnedDevice[]> {
  return await rowsOf<OwnedDevice>(db)`
    select devices.user_id as "userId", devices.id as "deviceId", devices.token, devices.platform from devices
    where devices.user_id = any(${[...userIds]}::bigint[]) order by devices.id`
}
