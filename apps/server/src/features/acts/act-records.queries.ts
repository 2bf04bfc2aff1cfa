import { type Insertable, sql } from 'kysely'
import { columnOf, type Db, type Tables, type Transaction } from '../../db/database.ts'

/** The end of a register, its row locked against another record; the caller holds the lock of the commune. */
export async function findLastRecord(tx: Transaction, town: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`acts ${town}`}, 0))`.execute(tx)
  return await tx
    .selectFrom('act_records')
    .where('act_records.town', '=', town)
    .orderBy('act_records.rank', 'desc')
    .select(['act_records.rank', 'act_records.text'])
    .limit(1)
    .executeTakeFirst()
}

export async function insertRecord(tx: Transaction, record: Insertable<Tables['act_records']>): Promise<void> {
  await tx.insertInto('act_records').values(record).execute()
}

/** What was signed of an act, the first first. */
export async function listRecordsOfAct(db: Db, actId: number) {
  return await db
    .selectFrom('act_records')
    .where('act_records.act_id', '=', actId)
    .orderBy('act_records.rank')
    .select(['act_records.rank', 'act_records.change', 'act_records.text', 'act_records.signature'])
    .execute()
}

/** The texts of a register by rank. */
export async function listRegister(db: Db, town: string): Promise<string[]> {
  return await columnOf<string>(db)`
    select act_records.text from act_records where act_records.town = ${town} order by act_records.rank`
}
