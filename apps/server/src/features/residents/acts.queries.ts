import { durations } from '@parvis/domain/kernel/durations'
import { Transaction } from '@parvis/postgres'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type Sql, sql, todayInParis } from '../../db/sql.ts'
import { countUses } from '../../http/limits.queries.ts'

type Act = { companyId: string; act: string; source: string }

/** Increments the count of an act of a day, without a person; in a transaction it travels with the next statement. */
export async function addAct(
  db: Db,
  { instantId = 0, ...count }: Act & { instantId?: number | undefined },
): Promise<void> {
  const counted = countAct(db, { ...count, instantId })
  if (!(db instanceof Transaction)) await counted
}

/** The same once a day for each person, act and company: who comes and goes is counted once. */
export async function addActOfPerson(db: Db, { userId, ...count }: Act & { userId: number }): Promise<void> {
  const subject = `${userId}:${count.companyId}`
  const counted = countActOnce(db, { ...count, instantId: 0, name: `act-${count.act}`, subject })
  if (!(db instanceof Transaction)) await counted
}

type Counted = Act & { instantId: number }
const countAct = prepared((count: Counted) => counted(count, sql`(select) as once`))

type CountedOnce = Counted & { name: string; subject: string }
const countActOnce = prepared(
  (count: CountedOnce) => sql`
    with uses as (${countUses(sql`select ${count.name}::text, ${count.subject}::text`, sql`${durations.day}::interval`)})
    ${counted(count, sql`uses where uses.used = 1`)}`,
)

/** Where pages and notifications of ours say that somebody came from. */
const ownSources = ['direct', 'site', 'recherche', 'annuaire', 'agenda', 'notification', 'partage']

/** The source that is counted: one of ours or a live code of that company, whatever a stranger writes. */
const knownSource = ({ companyId, source }: { companyId: unknown; source: unknown }) => sql`
  case when ${source}::text = any(${ownSources}::text[]) or exists (select from qr_codes
    where qr_codes.code = ${source}::text and qr_codes.company_id = ${companyId}::uuid and qr_codes.is_active)
  then ${source}::text else 'direct' end`

/** An instant of another company counts as none. */
const counted = ({ companyId, instantId, act, source }: Counted, from: Sql) => sql`
  insert into act_counts as known (company_id, day, instant_id, act, source, count)
  select ${companyId}::uuid, ${todayInParis},
    coalesce((select instants.id from instants
      where instants.id = ${instantId}::bigint and instants.company_id = ${companyId}::uuid), 0),
    ${act}, ${knownSource({ companyId, source })}, 1 from ${from}
  on conflict (company_id, day, act, source, instant_id) do update set count = known.count + 1`
