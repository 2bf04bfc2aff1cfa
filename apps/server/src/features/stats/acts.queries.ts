import { cellOf, type Db, rowOf, rowsOf, run } from '../../db/database.ts'
import { sql, todayInParis } from '../../db/sql.ts'

type Acts = Record<string, number>

/** Acts of a company by kind in the last 30 days of Paris and in the 30 before: sums without people. */
export async function sumActs(db: Db, companyId: string): Promise<{ now: Acts; before: Acts }> {
  const rows = await rowsOf<{ act: string; now: number | null; before: number | null }>(db)`
    select act_counts.act,
      (sum(act_counts.count) filter (where act_counts.day > ${lastDays()}))::int as now,
      (sum(act_counts.count) filter (where act_counts.day <= ${lastDays()}))::int as before
    from act_counts where act_counts.company_id = ${companyId} and act_counts.day > ${lastDays()} - 30
    group by 1 order by 1`
  const of = (key: 'now' | 'before') =>
    Object.fromEntries(rows.flatMap((row) => (row[key] === null ? [] : [[row.act, row[key]]])))
  return { now: of('now'), before: of('before') }
}

export type SourceRow = { source: string; label: string; views: number; scans: number; follows: number }

const maxSources = 20

/** Where they came from: twenty sources, and the others together; a counted code by its label, as the owner wrote it. */
export async function sumSources(db: Db, companyId: string): Promise<SourceRow[]> {
  const rows = await rowsOf<SourceRow>(db)`
    select act_counts.source, coalesce(max(qr_codes.label), act_counts.source) as label,
      coalesce(sum(act_counts.count) filter (where act_counts.act in ('view', 'instant_view')), 0)::int as views,
      coalesce(sum(act_counts.count) filter (where act_counts.act = 'scan'), 0)::int as scans,
      coalesce(sum(act_counts.count) filter (where act_counts.act = 'follow'), 0)::int as follows
    from act_counts left join qr_codes
      on qr_codes.code = act_counts.source and qr_codes.company_id = act_counts.company_id
    where act_counts.company_id = ${companyId} and act_counts.day > ${lastDays()}
      and act_counts.act in ('view', 'instant_view', 'scan', 'follow')
    group by act_counts.source order by views desc, act_counts.source`
  const others = rows.slice(maxSources)
  const sum = (of: 'views' | 'scans' | 'follows') => others.reduce((all, row) => all + row[of], 0)
  const rest = { source: 'autres', label: 'autres', views: sum('views'), scans: sum('scans'), follows: sum('follows') }
  return others.length > 0 ? [...rows.slice(0, maxSources), rest] : rows
}

/** Followers who left, by day: the followers counted by day are those who stayed. */
export async function listLostFollowers(db: Db, companyId: string) {
  return await rowsOf<{ day: string; count: number }>(db)`
    select act_counts.day::text as day, sum(act_counts.count)::int as count from act_counts
    where act_counts.company_id = ${companyId} and act_counts.act = 'unfollow' and act_counts.day > ${lastDays()}
    group by 1 order by 1`
}

/** The town that a town hall speaks for: its own, once its identity is verified. */
export async function findOwnTown(db: Db, companyId: string): Promise<string | undefined> {
  const town = await cellOf<string | null>(db)`
    select companies.town from companies
    where companies.id = ${companyId} and companies.type = 'mairie' and companies.identity_status = 'verified'`
  return town ?? undefined
}

/** Another look at a page of a town, on its Paris day. */
export async function addTownView(db: Db, town: string, page: string): Promise<void> {
  await run(db)`
    insert into town_views as seen (town, day, page, views)
    values (${town}, ${todayInParis}, ${page}, 1)
    on conflict (town, day, page) do update set views = seen.views + 1`
}

/**
 * Followers of the town's businesses, and views in 30 days: the town's own pages and those of all its businesses in one sum,
 * which reveals no single business.
 */
export async function sumTown(db: Db, town: string, hallId: string) {
  const row = await rowOf<{ followers: number; pages: number; agenda: number; services: number }>(db)`
    with own as (select companies.id from companies where companies.town = ${town} and companies.is_shown),
      seen as (
        select case when view_counts.instant_id <> 0 then 'agenda' else 'pages' end as page, view_counts.views
        from view_counts join own on own.id = view_counts.company_id where view_counts.day > ${lastDays()}
        union all
        select 'services', view_counts.views from view_counts
        where view_counts.company_id = ${hallId} and view_counts.instant_id = 0 and view_counts.day > ${lastDays()}
        union all
        select town_views.page, town_views.views from town_views
        where town_views.town = ${town} and town_views.day > ${lastDays()})
    select (select count(distinct follows.user_id)::int from follows join own on own.id = follows.company_id) as followers,
      coalesce(sum(seen.views) filter (where seen.page = 'pages'), 0)::int as pages,
      coalesce(sum(seen.views) filter (where seen.page = 'agenda'), 0)::int as agenda,
      coalesce(sum(seen.views) filter (where seen.page = 'services'), 0)::int as services
    from seen`
  const { followers = 0, pages = 0, agenda = 0, services = 0 } = row ?? {}
  return { followers, views: { pages, agenda, services } }
}

const lastDays = () => sql`(${todayInParis} - 30)`
