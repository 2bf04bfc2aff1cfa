import type { AwayMode } from '@parvis/domain/messages/away'
import { sql } from 'kysely'
import { cellOf, type Db, type Transaction } from '../../db/database.ts'
import type { HoursVersion } from '../hours/index.ts'

export type StoredAway = { mode: AwayMode; from: string | null; until: string | null; text: string; version: number }

export async function findAway(db: Db, companyId: string): Promise<StoredAway | undefined> {
  return await awayOf(db, companyId).executeTakeFirst()
}

/** The automatic reply with the moment and the version of the hours, in one query. */
export async function findAwayNow(
  db: Db,
  companyId: string,
): Promise<(StoredAway & HoursVersion & { now: Date }) | undefined> {
  return await awayOf(db, companyId)
    .innerJoin('companies', 'companies.id', 'away_messages.company_id')
    .select([
      'companies.id',
      'companies.hours_version as hoursVersion',
      'companies.zip_code as zipCode',
      sql<Date>`app_now()`.as('now'),
    ])
    .executeTakeFirst()
}

const awayOf = (db: Db, companyId: string) =>
  db
    .selectFrom('away_messages')
    .where('away_messages.company_id', '=', companyId)
    .select([
      'away_messages.mode',
      'away_messages.starts as from',
      'away_messages.ends as until',
      'away_messages.text',
      'away_messages.version',
    ])

export async function saveAway(
  tx: Transaction,
  companyId: string,
  { mode, from, until, text, version }: StoredAway,
): Promise<void> {
  const columns = { mode, starts: from, ends: until, text, version }
  await tx
    .insertInto('away_messages')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()
}

/** The values of a text's variables, except those of the hours. */
export async function describeCompany(db: Db, companyId: string) {
  return await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select([
      'companies.name',
      'companies.address',
      'companies.zip_code as zipCode',
      'companies.city',
      'companies.phone',
      'companies.website',
    ])
    .executeTakeFirstOrThrow()
}

/** The first name of the resident of a conversation, as they gave it. */
export async function findFirstName(db: Db, residentId: number): Promise<string | null> {
  return (await cellOf<string | null>(db)`select users.first_name from users where users.id = ${residentId}`) ?? null
}
