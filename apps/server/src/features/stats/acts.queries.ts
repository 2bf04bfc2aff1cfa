import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The acts of a company in the last 30 days of Paris, by kind: nobody is in them (W-112). */
export async function sumActs(db: Db, companyId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ act: string; count: number }>`
    select act_counts.act, sum(act_counts.count)::int as count from act_counts
    where act_counts.company_id = ${companyId} and act_counts.day > ${lastDays()} group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ act, count }) => [act, count]))
}

export type SourceRow = { source: string; label: string; views: number; scans: number; follows: number }

/** Where they came from; a counted code by its label, as the owner wrote it. */
export async function sumSources(db: Db, companyId: string): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select act_counts.source, coalesce(max(qr_codes.label), act_counts.source) as label,
      coalesce(sum(act_counts.count) filter (where act_counts.act in ('view', 'instant_view')), 0)::int as views,
      coalesce(sum(act_counts.count) filter (where act_counts.act = 'scan'), 0)::int as scans,
      coalesce(sum(act_counts.count) filter (where act_counts.act = 'follow'), 0)::int as follows
    from act_counts left join qr_codes
      on qr_codes.code = act_counts.source and qr_codes.company_id = act_counts.company_id
    where act_counts.company_id = ${companyId} and act_counts.day > ${lastDays()}
      and act_counts.act in ('view', 'instant_view', 'scan', 'follow')
    group by act_counts.source order by views desc, act_counts.source`.execute(db)
  return rows
}

/** Followers who left, by day: the followers counted by day are those who stayed. */
export async function listLostFollowers(db: Db, companyId: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select act_counts.day::text as day, sum(act_counts.count)::int as count from act_counts
    where act_counts.company_id = ${companyId} and act_counts.act = 'unfollow' and act_counts.day > ${lastDays()}
    group by 1 order by 1`.execute(db)
  return rows
}

const lastDays = () => sql`(app_now() at time zone 'Europe/Paris')::date - 30`
