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

export type Books = { sent: number; marked: number; paged: boolean }

/** What a campaign's own books say, without counting what left: cheap enough to be asked again and again while it goes on. */
export async function readBooks(db: Database, key: string): Promise<Books> {
  const { rows } = await sql<Books>`
    select count(*) filter (where push_deliveries.state = 'sent')::int as sent,
      count(*) filter (where push_deliveries.state = 'marked')::int as marked, campaign.paged_at is not null as paged
    from push_campaigns campaign left join push_deliveries on push_deliveries.campaign_id = campaign.id
    where campaign.key = ${key} group by campaign.id`.execute(db)
  return rows[0] ?? { sent: 0, marked: 0, paged: false }
}

export async function isPaged(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from push_campaigns where push_campaigns.key = ${key} and push_campaigns.paged_at is not null`.execute(db)
  return rows.length > 0
}

/** Milliseconds from the acceptance of a campaign until that many devices, and all, were sent their push, by the clock of PostgreSQL. */
export async function readPace(db: Database, key: string, first: number): Promise<{ first: number; all: number }> {
  const { rows } = await sql<{ first: number; all: number }>`
    with told as (
      select extract(epoch from min(outbox.sent_at) - campaign.accepted_at)::float8 * 1000 as after
      from push_campaigns campaign
      join follows on follows.company_id = campaign.company_id
      join devices on devices.user_id = follows.user_id
      join outbox on outbox.recipient = devices.token and outbox.kind = 'push'
      where campaign.key = ${key} group by outbox.recipient, campaign.accepted_at
    ), ordered as (select told.after, row_number() over (order by told.after) as n from told)
    select max(ordered.after) filter (where ordered.n <= ${first}) as first, max(ordered.after) as all from ordered`.execute(
    db,
  )
  return rows[0] ?? { first: 0, all: 0 }
}

/** The campaign of the company's last broadcast. */
export async function findCampaign(db: Database, companyId: string): Promise<{ key: string; receivers: number }> {
  const { rows } = await sql<{ key: string; receivers: number }>`
    select push_campaigns.key, broadcasts.receivers_count as receivers from push_campaigns
    join broadcasts on push_campaigns.key = 'broadcast-' || broadcasts.id
    where push_campaigns.company_id = ${companyId} order by push_campaigns.id desc limit 1`.execute(db)
  return rows[0] ?? { key: '', receivers: 0 }
}
