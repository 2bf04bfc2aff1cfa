import { refuseFields } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { insertTimes, removeOtherTimes, saveTimes } from './instant-writes.queries.ts'
import { findActivationTimes, type InstantRow } from './instants.queries.ts'
import type { ReadTime } from './read-schedule.ts'

/** The list replaces the stored one: known ids kept, missing ones removed, items without id created; a foreign id is 400 (C-029). */
export async function replaceSchedule(
  tx: Transaction,
  instant: Pick<InstantRow, 'id' | 'company_id' | 'zip_code'>,
  times: readonly ReadTime[],
): Promise<void> {
  const known = new Set((await findActivationTimes(tx, [instant.id])).map(({ id }) => id))
  const kept = times.flatMap(({ id }) => id ?? [])
  if (kept.some((id) => !known.has(id))) refuseFields({ activationTimes: 'schedule_error' })

  await removeOtherTimes(tx, instant.id, kept)
  await saveTimes(
    tx,
    instant,
    times.flatMap(({ id, stored }) => (id === undefined ? [] : [{ ...stored, id }])),
  )
  await insertTimes(
    tx,
    instant,
    times.flatMap(({ id, stored }) => (id === undefined ? [stored] : [])),
  )
}
