import { columnOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'

/** A line of the register of a commune: what was posted, withdrawn or put back, signed, each with the hash of the former one. */
export type ActRecord = {
  town: string
  rank: number
  actId: number
  change: 'posted' | 'withdrawn' | 'restored'
  text: string
  signature: Buffer
}

/** The end of a register, its row locked against another record; the caller holds the lock of the commune. */
export async function findLastRecord(tx: Transaction, town: string) {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`acts ${town}`}, 0))`
  return await rowOf<Pick<ActRecord, 'rank' | 'text'>>(tx)`
    select act_records.rank, act_records.text from act_records
    where act_records.town = ${town} order by act_records.rank desc limit 1`
}

export async function insertRecord(tx: Transaction, record: ActRecord): Promise<void> {
  const { town, rank, actId, change, text, signature } = record
  await run(tx)`
    insert into act_records (town, rank, act_id, change, text, signature)
    values (${town}, ${rank}, ${actId}, ${change}, ${text}, ${signature})`
}

/** What was signed of an act, the first first. */
export async function listRecordsOfAct(db: Db, actId: number) {
  return await rowsOf<Pick<ActRecord, 'rank' | 'change' | 'text' | 'signature'>>(db)`
    select act_records.rank, act_records.change, act_records.text, act_records.signature from act_records
    where act_records.act_id = ${actId} order by act_records.rank`
}

/** The texts of a register by rank. */
export async function listRegister(db: Db, town: string): Promise<string[]> {
  return await columnOf<string>(db)`
    select act_records.text from act_records where act_records.town = ${town} order by act_records.rank`
}
