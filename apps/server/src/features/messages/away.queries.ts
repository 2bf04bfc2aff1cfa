import type { AwayMode } from '@parvis/domain/messages/away'
import { cellOf, type Db, rowOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { ListedProfile } from '../company/index.ts'
import type { HoursVersion } from '../hours/index.ts'

export type StoredAway = { mode: AwayMode; from: string | null; until: string | null; text: string; version: number }

export async function findAway(db: Db, companyId: string): Promise<StoredAway | undefined> {
  return await rowOf<StoredAway>(db)`select ${columns} from away_messages away where away.company_id = ${companyId}`
}

/** The automatic reply with the moment and the version of the hours, in one query. */
export async function findAwayNow(db: Db, companyId: string) {
  return await rowOf<StoredAway & HoursVersion & { now: Date }>(db)`
    select ${columns}, companies.id, companies.hours_version as "hoursVersion", companies.zip_code as "zipCode", app_now() as now
    from away_messages away join companies on companies.id = away.company_id where away.company_id = ${companyId}`
}

const columns = sql`away.mode, away.starts as "from", away.ends as until, away.text, away.version`

export async function saveAway(
  tx: Transaction,
  companyId: string,
  { mode, from, until, text, version }: StoredAway,
): Promise<void> {
  await run(tx)`
    insert into away_messages (company_id, mode, starts, ends, text, version)
    values (${companyId}, ${mode}, ${from}, ${until}, ${text}, ${version})
    on conflict (company_id) do update set mode = excluded.mode, starts = excluded.starts, ends = excluded.ends,
      text = excluded.text, version = excluded.version`
}

type DescribedCompany = Pick<ListedProfile, 'name' | 'address' | 'zipCode' | 'city' | 'website'> & {
  phone: string | null
}

/** The values of a text's variables, except those of the hours. */
export async function describeCompany(db: Db, companyId: string): Promise<DescribedCompany> {
  const company = await rowOf<DescribedCompany>(db)`
    select companies.name, companies.address, companies.zip_code as "zipCode", companies.city, companies.phone, companies.website
    from companies where companies.id = ${companyId}`
  if (!company) throw new Error('the company of an automatic reply is there')
  return company
}

/** The first name of the resident of a conversation, as they gave it. */
export async function findFirstName(db: Db, residentId: number): Promise<string | null> {
  return (await cellOf<string | null>(db)`select users.first_name from users where users.id = ${residentId}`) ?? null
}
