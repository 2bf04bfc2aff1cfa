import { randomBytes } from 'node:crypto'
import type { AnswerOf } from '@parvis/domain/api'
import { durations } from '@parvis/domain/kernel/durations'
import { cellOf, type Db, hasRow, numberOf, rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { isListed } from '../notifications/index.ts'

/** People of a postal code registered per Paris day, oldest first: a few rows whatever their number. */
export async function listProfileCounts(db: Db, zip: string): Promise<{ count: number; creationDate: string }[]> {
  return await rowsOf<{ count: number; creationDate: string }>(db)`
    select profile_counts.count, profile_counts.day as "creationDate" from profile_counts
    where profile_counts.zip_code = ${zip} and profile_counts.count > 0 order by profile_counts.day`
}

const maxCompanies = 5_000

type ShownCompany = AnswerOf<'GET /v1/stats'>['companies'][number]
type CompanyOfZip = Omit<ShownCompany, 'icon' | 'creationDate' | 'stringCreationDate'> & { createdAt: Date }

export async function listCompaniesOfZip(db: Db, zip: string): Promise<CompanyOfZip[]> {
  return await rowsOf<CompanyOfZip>(db)`
    select companies.id, companies.name, companies.type, companies.category, companies.address, companies.subdomain,
      companies.email, companies.latitude, companies.longitude, companies.created_at as "createdAt"
    from companies where companies.zip_code = ${zip}
    order by companies.created_at desc, companies.id limit ${maxCompanies}`
}

/** Whether the company, and the instant when one is named, is visible to residents. */
export async function isViewable(db: Db, companyId: string, instantId: number): Promise<boolean> {
  return await hasRow(db)`
    select from companies
    where companies.id = ${companyId} and companies.is_shown
      and (${instantId}::bigint = 0 or exists (
        select from instants where instants.id = ${instantId}::bigint and instants.company_id = companies.id and ${isListed}))`
}

export async function addView(
  db: Db,
  view: { companyId: string; instantId: number; day: string; opened: boolean },
): Promise<void> {
  await run(db)`
    insert into view_counts as counts (company_id, day, instant_id, views, opened)
    values (${view.companyId}, ${view.day}::date, ${view.instantId}, 1, ${view.opened ? 1 : 0})
    on conflict (company_id, day, instant_id) do update
    set views = counts.views + 1, opened = counts.opened + excluded.opened`
}

export type DayNumbers = { day: string; followers: number; views: number; openedNotifications: number }

/** One line per day from the first one on, zeros included. Followers are those who came that day and still follow. */
export async function listDayNumbers(db: Db, companyId: string, firstDay: string, today: string) {
  return await rowsOf<DayNumbers>(db)`
    with came as (
      select (follows.since at time zone 'Europe/Paris')::date as day, count(*)::int as followers
      from follows where follows.company_id = ${companyId} and follows.since >= ${firstDay}::date - 1
      group by 1
    ), seen as (
      select view_counts.day, sum(view_counts.views)::int as views, sum(view_counts.opened)::int as opened
      from view_counts where view_counts.company_id = ${companyId} and view_counts.day >= ${firstDay}::date
      group by 1
    )
    select days.day::date as day, coalesce(came.followers, 0) as followers, coalesce(seen.views, 0) as views,
      coalesce(seen.opened, 0) as "openedNotifications"
    from generate_series(${firstDay}::date, ${today}::date, ${durations.day}::interval) as days (day)
    left join came on came.day = days.day::date
    left join seen on seen.day = days.day::date
    order by days.day`
}

/** The instants seen most since that day; one that is gone is not named any more. */
export async function listInstantNumbers(db: Db, companyId: string, firstDay: string) {
  return await rowsOf<{ instantId: number; title: string; views: number; openedNotifications: number }>(db)`
    select view_counts.instant_id as "instantId", instants.title, sum(view_counts.views)::int as views,
      sum(view_counts.opened)::int as "openedNotifications"
    from view_counts join instants on instants.id = view_counts.instant_id
    where view_counts.company_id = ${companyId} and view_counts.day >= ${firstDay}::date and view_counts.instant_id > 0
    group by 1, 2 order by 3 desc, 1 desc limit 20`
}

/** Marks are counted until the campaign closes. */
const reachedDevices = sql<number>`(
  case when push_campaigns.closed_at is not null then push_campaigns.sent_count else (
    select count(*) from push_deliveries
    where push_deliveries.campaign_id = push_campaigns.id and push_deliveries.state = 'sent')
  end)::int`

/** How many devices the last notification of each instant reached. */
export async function listReachedDevices(db: Db, companyId: string) {
  return await rowsOf<{ instantId: number; devices: number }>(db)`
    select instants.id as "instantId", ${reachedDevices} as devices
    from instants join push_campaigns on push_campaigns.key = 'instant-' || instants.id || '-' || instants.notification_count
    where instants.company_id = ${companyId} and instants.notification_count > 0
    order by instants.notified_at desc limit 20`
}

/** The instants whose last change was told to the followers: on how many devices, and whether nothing is left to send. */
export async function listToldChanges(db: Db, companyId: string) {
  return await rowsOf<{ instantId: number; devices: number; isOver: boolean }>(db)`
    select instants.id as "instantId", ${reachedDevices} as devices, push_campaigns.closed_at is not null as "isOver"
    from instants join push_campaigns on push_campaigns.key = 'instant-' || instants.id || '-change-' || instants.notice_count
    where instants.company_id = ${companyId} and instants.last_notice = 'sent'
    order by instants.last_notice_at desc limit 500`
}

export async function countFollowers(db: Db, companyId: string): Promise<number> {
  return await numberOf(db)`select companies.followers_count from companies where companies.id = ${companyId}`
}

/** The secret of a Paris day, shared by all processes; a periodic task deletes those of earlier days. */
export async function findOrMakeSecret(db: Db, day: string): Promise<Buffer> {
  await run(db)`insert into view_secrets (day, secret) values (${day}, ${randomBytes(32)}) on conflict do nothing`
  const secret = await cellOf<Buffer>(db)`select secret from view_secrets where day = ${day}`
  if (!secret) throw new Error('a day has its secret')
  return secret
}
