import {
  readActivationTime,
  unreadableFields,
  type WrittenActivationTime,
} from '@parvis/domain/instants/activation-time'
import { checkSchedule, type ScheduleItem, type ScheduleKey } from '@parvis/domain/instants/schedule'
import { refuseFields } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { insertTimes, removeOtherTimes, type StoredTime, saveTimes } from './instant-writes.queries.ts'
import { findActivationTimes, type InstantRow } from './instants.queries.ts'
import { storedTimeOf } from './stored-schedule.ts'

/** An activation time that was read, and the row that keeps it. */
export type ReadTime = { item: ScheduleItem; row: StoredTime }

/** Parses one activation time, or returns its error with the unreadable fields. */
export function readTime(
  written: WrittenActivationTime,
): ReadTime | { error: ScheduleKey; unreadable: readonly string[] } {
  const read = readActivationTime(written)
  if ('error' in read) return { ...read, unreadable: unreadableFields(written) }
  return { item: read.item, row: storedTimeOf(read.item, written) }
}

/** A whole schedule, or the first thing wrong with it; an id may be named once. */
export function readSchedule(
  written: readonly WrittenActivationTime[],
): { times: ReadTime[] } | { error: ScheduleKey } {
  const times: ReadTime[] = []
  for (const one of written) {
    const read = readTime(one)
    if ('error' in read) return read
    times.push(read)
  }
  const ids = times.flatMap(({ item }) => item.id ?? [])
  if (new Set(ids).size < ids.length) return { error: 'schedule_error' }
  const error = checkSchedule(times.map(({ item }) => item))
  return error ? { error } : { times }
}

/** The list replaces the stored one: known ids kept, missing ones removed, items without id created; a foreign id is 400 (C-029). */
export async function replaceSchedule(
  tx: Transaction,
  instant: Pick<InstantRow, 'id' | 'company_id' | 'zip_code'>,
  times: readonly ReadTime[],
): Promise<void> {
  const known = new Set((await findActivationTimes(tx, [instant.id])).map(({ id }) => id))
  const kept = times.flatMap(({ item }) => item.id ?? [])
  if (kept.some((id) => !known.has(id))) refuseFields({ activationTimes: 'schedule_error' })

  await removeOtherTimes(tx, instant.id, kept)
  await saveTimes(
    tx,
    instant,
    times.flatMap(({ item: { id }, row }) => (id === undefined ? [] : [{ ...row, id }])),
  )
  await insertTimes(
    tx,
    instant,
    times.flatMap(({ item: { id }, row }) => (id === undefined ? [row] : [])),
  )
}
