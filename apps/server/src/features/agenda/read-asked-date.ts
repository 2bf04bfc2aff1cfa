import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'

/** The date a call asks about, now when it gives none; 400 when it cannot be read (AMB-97). */
export async function readAskedDate(db: Db, date: string | undefined): Promise<Temporal.Instant> {
  if (date === undefined || date === '') return await readNow(db)
  const read = readDateTime(date)
  if (!read) throw refusal('request.validation', { fields: { date: 'invalid' } })
  return read
}
