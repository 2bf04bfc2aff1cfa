import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/** Residents who follow the company, each with one device. */
export async function insertFollowers(db: Database, companyId: string, count: number): Promise<void> {
  await sql`
    with people as (
      insert into users (phone)
      select '+337' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0')
      from generate_series(1, ${count}) as n returning users.id
    ), followers as (
      insert into follows (user_id, company_id, since) select people.id, ${companyId}, app_now() from people
    )
    insert into devices (user_id, token, platform) select people.id, 'device-' || people.id, 'android' from people`.execute(
    db,
  )
}

export type FanOutState = { pushes: number; devices: number; marked: number; failed: number; paged: boolean }

/** What left for the devices of a campaign's company, and what its books say. */
export async function readFanOut(db: Database, key: string): Promise<FanOutState> {
  const { rows } = await sql<FanOutState>`
    with campaign as (select * from push_campaigns where push_campaigns.key = ${key}), told as (
      select outbox.recipient from outbox
      join devices on devices.token = outbox.recipient
      join follows on follows.user_id = devices.user_id
      join campaign on campaign.company_id = follows.company_id
      where outbox.kind = 'push'
    )
    select (select count(*)::int from told) as pushes, (select count(distinct told.recipient)::int from told) as devices,
      count(*) filter (where push_deliveries.state = 'marked')::int as marked,
      count(*) filter (where push_deliveries.state not in ('marked', 'sent'))::int as failed,
      bool_or(campaign.paged_at is not null) as paged
    from campaign left join push_deliveries on push_deliveries.campaign_id = campaign.id`.execute(db)
  return rows[0] ?? { pushes: 0, devices: 0, marked: 0, failed: 0, paged: false }
}

/** The campaign of the company's last broadcast. */
export async function findCampaign(db: Database, companyId: string): Promise<{ key: string; receivers: number }> {
  const { rows } = await sql<{ key: string; receivers: number }>`
    select push_campaigns.key, broadcasts.receivers_count as receivers from push_campaigns
    join broadcasts on push_campaigns.key = 'broadcast-' || broadcasts.id
    where push_campaigns.company_id = ${companyId} order by push_campaigns.id desc limit 1`.execute(db)
  return rows[0] ?? { key: '', receivers: 0 }
}
