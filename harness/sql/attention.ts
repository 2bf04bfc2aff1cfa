import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/**
 * Residents with a device each who follow every one of these companies, by the last digit of their id: 0 to 4 are rung at
 * once, 5 and 6 in the evening's summary, 7 never, 8 paused for five hours, 9 never acted on the site (RES-17).
 */
export async function insertCalmFollowers(db: Database, companyIds: readonly string[], count: number): Promise<void> {
  await sql`
    with people as (
      insert into users (phone)
      select '+336' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0')
      from generate_series(1, ${count}) as n returning users.id
    ), followers as (
      insert into follows (user_id, company_id, since, mode)
      select people.id, company.id, app_now(),
        case when people.id % 10 in (5, 6) then 'digest' when people.id % 10 = 7 then 'none' else 'now' end
      from people cross join unnest(${[...companyIds]}::uuid[]) as company (id)
    ), settled as (
      insert into resident_settings (user_id, paused_until)
      select people.id, case when people.id % 10 = 8 then app_now() + interval '5 hours' end
      from people where people.id % 10 <> 9
    )
    insert into devices (user_id, token, platform) select people.id, 'device-' || people.id, 'android' from people`.execute(
    db,
  )
}

/** `rung`: at once, `summed`: what waits is one push, `silent`: never. */
export type CalmGroup = 'rung' | 'summed' | 'silent'
export type CalmNumbers = {
  devices: number
  pushes: number
  told: number
  repeated: number
  max: number
  marked: number
}

/** Per group: pushes sent, devices told twice of the same thing, and marks without an outcome. */
export async function readCalm(db: Database, companyId: string): Promise<Record<CalmGroup, CalmNumbers>> {
  const { rows } = await sql<CalmNumbers & { group: CalmGroup }>`
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
    from told left join lost on lost.device_id = told.id group by 1`.execute(db)
  const none = { devices: 0, pushes: 0, told: 0, repeated: 0, max: 0, marked: 0 }
  const of = (group: CalmGroup) => rows.find((row) => row.group === group) ?? none
  return { rung: of('rung'), summed: of('summed'), silent: of('silent') }
}

/** How far the campaign is: its marks, and whether every page was taken. */
export async function readPages(
  db: Database,
  key: string,
): Promise<{ marks: number; waiting: number; paged: boolean }> {
  const { rows } = await sql<{ marks: number; waiting: number; paged: boolean }>`
    select campaign.paged_at is not null as paged,
      (select count(*)::int from push_deliveries where push_deliveries.campaign_id = campaign.id) as marks,
      (select count(*)::int from push_deliveries
        where push_deliveries.campaign_id = campaign.id and push_deliveries.state = 'marked') as waiting
    from push_campaigns campaign where campaign.key = ${key}`.execute(db)
  return rows[0] ?? { marks: 0, waiting: 0, paged: false }
}

/** Notices that wait for their time. */
export async function countHeld(db: Database): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from held_notices where held_notices.sent_at is null`.execute(db)
  return rows[0]?.held ?? 0
}

/** Planted defect: sends these residents their summaries before claiming them, as a worker that then died. */
export async function forgetClaims(db: Database, max: number): Promise<void> {
  await sql`
    with again as (
      select distinct held_notices.user_id from held_notices where held_notices.sent_at is not null limit ${max}
    ), marks as (
      delete from push_deliveries using devices, again
      where devices.user_id = again.user_id and push_deliveries.device_id = devices.id
    )
    update held_notices set sent_at = null from again where held_notices.user_id = again.user_id`.execute(db)
}
