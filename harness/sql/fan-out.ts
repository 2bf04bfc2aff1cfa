import { type Db, rowsOf, run } from '../../apps/server/src/db/database.ts'
import { sql } from '../../apps/server/src/db/sql.ts'
import { countRows } from './control.ts'

/** `rung`: at once, `summed`: what waits is one push, `silent`: never. */
export type CalmGroup = 'rung' | 'summed' | 'silent'
export type CalmNumbers = Record<'devices' | 'pushes' | 'told' | 'repeated' | 'max' | 'marked', number>

/** Per group: pushes sent, devices told twice of the same thing, and marks without an outcome. */
export async function readCalm(db: Db, companyId: string): Promise<Record<CalmGroup, CalmNumbers>> {
  const rows = await rowsOf<CalmNumbers & { group: CalmGroup }>(db)`
    with told as (
      select devices.id,
        case when follows.user_id % 10 in (5, 6, 8) then 'summed' when follows.user_id % 10 = 7 then 'silent' else 'rung' end as "group",
        count(outbox.id)::int as pushes, count(distinct outbox.payload)::int as things
      from follows join devices on devices.user_id = follows.user_id
      left join outbox on outbox.kind = 'push' and outbox.recipient = devices.token
      where follows.company_id = ${companyId} group by 1, 2
    ), lost as (
      select push_deliveries.device_id, count(*)::int as marks from push_deliveries
      where push_deliveries.state = 'marked' group by 1
    )
    select told."group", count(*)::int as devices, sum(told.pushes)::int as pushes,
      count(*) filter (where told.pushes > 0)::int as told, sum(told.pushes - told.things)::int as repeated,
      max(told.pushes) as max, coalesce(sum(lost.marks), 0)::int as marked
    from told left join lost on lost.device_id = told.id group by 1`
  const none = { devices: 0, pushes: 0, told: 0, repeated: 0, max: 0, marked: 0 }
  const of = (group: CalmGroup) => rows.find((row) => row.group === group) ?? none
  return { rung: of('rung'), summed: of('summed'), silent: of('silent') }
}

/** What left for the devices of those who follow the company of that campaign. */
export async function readFanOut(db: Db, key: string): Promise<{ pushes: number; devices: number }> {
  const rows = await rowsOf<{ pushes: number; devices: number }>(db)`
    select count(*)::int as pushes, count(distinct outbox.recipient)::int as devices
    from push_campaigns campaign join follows on follows.company_id = campaign.company_id
    join devices on devices.user_id = follows.user_id
    join outbox on outbox.recipient = devices.token and outbox.kind = 'push'
    where campaign.key = ${key}`
  return rows[0] ?? { pushes: 0, devices: 0 }
}

export type Books = { taken: number; sent: number; marked: number; paged: boolean }

/** What a campaign's own books say, without counting what left: cheap enough to be asked again and again while it goes on. */
export async function readBooks(db: Db, key: string): Promise<Books> {
  const rows = await rowsOf<Books>(db)`
    select count(push_deliveries.state)::int as taken, count(*) filter (where push_deliveries.state = 'sent')::int as sent,
      count(*) filter (where push_deliveries.state = 'marked')::int as marked, campaign.paged_at is not null as paged
    from push_campaigns campaign left join push_deliveries on push_deliveries.campaign_id = campaign.id
    where campaign.key = ${key} group by campaign.id`
  return rows[0] ?? { taken: 0, sent: 0, marked: 0, paged: false }
}

export const isPaged = async (db: Db, key: string): Promise<boolean> =>
  (await countRows(db, sql`push_campaigns where key = ${key} and paged_at is not null`)) > 0

/** Milliseconds from the acceptance of a campaign until that many devices, and all, were sent their push, by the clock of PostgreSQL. */
export async function readPace(db: Db, key: string, first: number): Promise<{ first: number; all: number }> {
  const rows = await rowsOf<{ first: number; all: number }>(db)`
    with told as (
      select extract(epoch from min(outbox.sent_at) - campaign.accepted_at)::float8 * 1000 as after
      from push_campaigns campaign
      join follows on follows.company_id = campaign.company_id
      join devices on devices.user_id = follows.user_id
      join outbox on outbox.recipient = devices.token and outbox.kind = 'push'
      where campaign.key = ${key} group by outbox.recipient, campaign.accepted_at
    ), ordered as (select told.after, row_number() over (order by told.after) as n from told)
    select max(ordered.after) filter (where ordered.n <= ${first}) as first, max(ordered.after) as all
    from ordered`
  return rows[0] ?? { first: 0, all: 0 }
}

/** The campaign of the company's last broadcast. */
export async function findCampaign(db: Db, companyId: string): Promise<{ key: string; receivers: number }> {
  const rows = await rowsOf<{ key: string; receivers: number }>(db)`
    select push_campaigns.key, broadcasts.receivers_count as receivers from push_campaigns
    join broadcasts on push_campaigns.key = 'broadcast-' || broadcasts.id
    where push_campaigns.company_id = ${companyId} order by push_campaigns.id desc limit 1`
  return rows[0] ?? { key: '', receivers: 0 }
}

/** Notices that wait for their time. */
export const countHeld = (db: Db) => countRows(db, sql`deferred_notices where deferred_notices.sent_at is null`)

/** Planted defect: sends these residents their summaries before claiming them, as a worker that then died. */
export async function forgetClaims(db: Db, max: number): Promise<void> {
  await run(db)`
    with again as (
      select distinct deferred_notices.user_id from deferred_notices where deferred_notices.sent_at is not null limit ${max}
    ), marks as (
      delete from push_deliveries using devices, again
      where devices.user_id = again.user_id and push_deliveries.device_id = devices.id
    )
    update deferred_notices set sent_at = null from again where deferred_notices.user_id = again.user_id`
}

/** Planted defect: forgets the marks of this many devices, which will be taken again. */
export async function forgetMarks(db: Db, key: string, max: number): Promise<void> {
  await run(db)`
    with campaign as (
      update push_campaigns set after_user_id = 0, after_device_id = 0, paged_at = null
      where push_campaigns.key = ${key} returning push_campaigns.id
    ), job as (
      insert into jobs (name, payload, priority, max_attempts)
      select 'push-fan-out', json_build_object('campaignId', campaign.id), 0, 5 from campaign returning jobs.id
    ), forgotten as (
      delete from push_deliveries where (push_deliveries.campaign_id, push_deliveries.device_mark) in (
        select marks.campaign_id, marks.device_mark from push_deliveries as marks
        join campaign on campaign.id = marks.campaign_id
        order by marks.state, marks.device_id limit ${max}
      )
    )
    select count(*) from job`
}

/** Planted defect: loses one push without a trace in the database. */
export async function losePush(db: Db, key: string): Promise<void> {
  await run(db)`
    delete from outbox where outbox.kind = 'push' and outbox.recipient = (
      select max(outbox.recipient) from outbox join devices on devices.token = outbox.recipient
      join follows on follows.user_id = devices.user_id
      join push_campaigns on push_campaigns.company_id = follows.company_id
      where push_campaigns.key = ${key} and outbox.kind = 'push'
    )`
}
