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

/** Instants of the company whose notification is due in so many seconds; answers the first one's id. */
export async function insertDueInstants(
  db: Database,
  companyId: string,
  count: number,
  seconds: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into instants (company_id, title, short_description, long_description, category_id, kind, is_draft,
      is_enabled, address, city, zip_code, picture, notification_at)
    select ${companyId}, 'Lecture ' || n, 'Une lecture', 'Une lecture à voix haute.', 1, 'event', false, true,
      '12 rue de Paris', 'Clichy', '92110', repeat('a', 32) || '.jpg', app_now() + make_interval(secs => ${seconds})
    from generate_series(1, ${count}) as n returning instants.id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Per instant of the company: how many campaigns, and how many pushes reached one device at least twice. */
export async function readNotified(db: Database, companyId: string) {
  const { rows } = await sql<{ campaigns: number; notified: number; repeated: number; pushes: number }>`
    select
      (select count(*)::int from push_campaigns where push_campaigns.company_id = ${companyId}) as campaigns,
      (select count(*)::int from instants where instants.company_id = ${companyId} and instants.notification_count = 1)
        as notified,
      (select count(*)::int from (
        select from outbox join devices on devices.token = outbox.recipient
        join follows on follows.user_id = devices.user_id and follows.company_id = ${companyId}
        where outbox.kind = 'push' group by outbox.recipient, outbox.payload having count(*) > 1
      ) as twice) as repeated,
      (select count(*)::int from outbox join devices on devices.token = outbox.recipient
        join follows on follows.user_id = devices.user_id and follows.company_id = ${companyId}
        where outbox.kind = 'push') as pushes`.execute(db)
  return rows[0] ?? { campaigns: 0, notified: 0, repeated: 0, pushes: 0 }
}

/** Devices of a campaign whose push left: each has one row, whatever happens. */
export async function readProgress(db: Database, key: string): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from push_campaigns
    join push_deliveries on push_deliveries.campaign_id = push_campaigns.id
    where push_campaigns.key = ${key} and push_deliveries.state = 'sent'`.execute(db)
  return rows[0]?.sent ?? 0
}
