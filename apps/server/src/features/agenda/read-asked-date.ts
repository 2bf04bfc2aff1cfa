import { readDateTime } from '@parvis/domain/kernel/paris-time'
import type { Temporal } from 'temporal-polyfill'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'

/** The date a call asks about, in a form its contract has checked; now when it gives none. */
export async function readAskedDate(db: Db, date = ''): Promise<Temporal.Instant> {
  return readDateTime(date) ?? (await readNow(db))
}
