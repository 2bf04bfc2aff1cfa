import { Temporal } from 'temporal-polyfill'
import { cellOf, type Db, hasRow } from './database.ts'
import { prepared } from './prepared.ts'
import { sql } from './sql.ts'

/** Now, by the one authority: the database's clock, which development may move. Read once per transaction. */
export async function readNow(db: Db): Promise<Temporal.Instant> {
  const [row] = await selectNow(db, {})
  if (!row) throw new Error('app_now() answered nothing')
  return toInstant(row.now)
}

/**
 * The time of the database, as a prepared read: a call that starts with it names it as `ahead` and gets it in the authentication
 * statement.
 */
export const selectNow = prepared(() => sql<{ now: Date }>`select app_now() as now`)

/** Resets the development clock to real time, so that a moved clock never serves in production. True when it had been moved. */
export async function forgetMovedClock(db: Db): Promise<boolean> {
  if (!(await cellOf<boolean>(db)`select to_regclass('clock_offset') is not null`)) return false
  return await hasRow(db)`delete from clock_offset returning true`
}

/** A timestamptz parameter from an instant. */
export const toDate = (instant: Temporal.Instant): Date => new Date(instant.epochMilliseconds)
export const toInstant = (date: Date): Temporal.Instant => momentAt(date.getTime())
export const momentAt = (milliseconds: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(milliseconds)
