import type { Duration } from '@parvis/domain/kernel/durations'
import { type Db, rowOf, rowsOf, run } from '../../db/database.ts'
import { todayInParis } from '../../db/sql.ts'
import type { OpenCampaign } from './push-fan-out.queries.ts'

/** A mark that old was lost with its worker. */
const lostInCrash: Duration = '2 minutes'
/** A campaign whose next page nobody took for so long is taken up again. */
const stalled: Duration = '3 seconds'
/** What the team is shown of pushes. */
const recent: Duration = '30 days'

type ClosedCampaign = { id: number; key: string; companyId: string; failed: number; unsent: number }

/** Counts the outcome of campaigns without work left; a mark that was lost in a crash counts as unsent. */
export async function closeCampaigns(db: Db): Promise<ClosedCampaign[]> {
  return await rowsOf<ClosedCampaign>(db)`
    with ended as (
      select push_campaigns.id from push_campaigns
      where push_campaigns.closed_at is null and push_campaigns.paged_at < app_now() - ${lostInCrash}::interval
        and not exists (
          select from push_deliveries
          where push_deliveries.campaign_id = push_campaigns.id
            and (push_deliveries.state = 'retry'
              or push_deliveries.state = 'marked' and push_deliveries.due_at > app_now() - ${lostInCrash}::interval)
        )
        and not exists (
          select from deferred_notices where deferred_notices.campaign_id = push_campaigns.id and deferred_notices.sent_at is null
        )
      order by push_campaigns.accepted_at limit 50 for update skip locked
    ), counted as (
      select ended.id,
        count(*) filter (where push_deliveries.state = 'sent') as sent,
        count(*) filter (where push_deliveries.state = 'expired') as expired,
        count(*) filter (where push_deliveries.state = 'failed') as failed,
        count(*) filter (where push_deliveries.state = 'marked') as unsent
      from ended left join push_deliveries on push_deliveries.campaign_id = ended.id
      group by ended.id
    ), told as (
      update broadcasts set told = counted.sent
      from counted join push_campaigns campaign on campaign.id = counted.id
      where campaign.key = 'broadcast-' || broadcasts.id
    )
    update push_campaigns
    set closed_at = app_now(), sent_count = counted.sent, expired_count = counted.expired,
      failed_count = counted.failed, unsent_count = counted.unsent
    from counted where push_campaigns.id = counted.id
    returning push_campaigns.id, push_campaigns.key, push_campaigns.company_id as "companyId",
      push_campaigns.failed_count as failed, push_campaigns.unsent_count as unsent`
}

/** Campaigns with pages to take and none taken for a while: a killed worker holds their next job, or it failed too often. */
export async function findStalledCampaigns(db: Db): Promise<Pick<OpenCampaign, 'id' | 'class'>[]> {
  return await rowsOf<Pick<OpenCampaign, 'id' | 'class'>>(db)`
    select push_campaigns.id, push_campaigns.class from push_campaigns
    where push_campaigns.closed_at is null and push_campaigns.paged_at is null
      and push_campaigns.moved_at < app_now() - ${stalled}::interval
    order by push_campaigns.class <> 'alert', push_campaigns.accepted_at limit 50`
}

export type PushTrouble = {
  key: string
  company: string
  acceptedAt: Date
  sent: number
  failed: number
  unsent: number
}

/** A campaign of the last 30 days that did not reach every device, what a crash left unsent included. */
export async function listPushTroubles(db: Db): Promise<PushTrouble[]> {
  return await rowsOf<PushTrouble>(db)`
    select push_campaigns.key, companies.name as company, push_campaigns.accepted_at as "acceptedAt",
      push_campaigns.sent_count as sent, push_campaigns.failed_count as failed, push_campaigns.unsent_count as unsent
    from push_campaigns join companies on companies.id = push_campaigns.company_id
    where push_campaigns.closed_at > app_now() - ${recent}::interval
      and push_campaigns.failed_count + push_campaigns.unsent_count > 0
    order by push_campaigns.closed_at desc limit 50`
}

/** Counts pushes that a push service refused by our fault, on their Paris day. */
export async function countRefusals(db: Db, refused: number): Promise<void> {
  await run(db)`
    insert into push_refusals (day, refused) values (${todayInParis}, ${refused})
    on conflict (day) do update set refused = push_refusals.refused + excluded.refused`
}

/**
 * The pushes of the last 30 days; unsent ones were marked, then a crash kept them from leaving;
 * `refused` are our fault: the message was malformed, too large or signed with another key.
 */
export async function countPushes(db: Db) {
  const row = await rowOf<{ sent: number; failed: number; unsent: number; refused: number }>(db)`
    select coalesce(sum(sent_count), 0)::int as sent, coalesce(sum(failed_count), 0)::int as failed,
      coalesce(sum(unsent_count), 0)::int as unsent,
      (select coalesce(sum(push_refusals.refused), 0)::int from push_refusals
        where push_refusals.day > ${todayInParis} - 30) as refused
    from push_campaigns where accepted_at > app_now() - ${recent}::interval`
  return row ?? { sent: 0, failed: 0, unsent: 0, refused: 0 }
}
