import {
  readActivationTime,
  unreadableFields,
  type WrittenActivationTime,
} from '@parvis/domain/instants/activation-time'
import { checkSchedule, type ScheduleItem, type ScheduleKey } from '@parvis/domain/instants/schedule'
import type { StoredTime } from './instant-writes.queries.ts'
import { storedTimeOf } from './stored-schedule.ts'

/** An activation time as a call carries it. */
export type ReceivedTime = {
  id?: number | null | undefined
  activationTimeType?: string | undefined
  activeDayType?: string | undefined
  startDateTime?: string | undefined
  endDateTime?: string | undefined
  isEnabled?: boolean | undefined
}

export type ReadTime = { id: number | undefined; item: ScheduleItem; stored: StoredTime }

/** One activation time, or what is wrong with it and which of its fields cannot be read. */
export function readTime(received: ReceivedTime): ReadTime | { error: ScheduleKey; unreadable: readonly string[] } {
  const written: WrittenActivationTime = {
    activationTimeType: received.activationTimeType ?? '',
    activeDayType: received.activeDayType ?? '',
    startDateTime: received.startDateTime ?? '',
    endDateTime: received.endDateTime ?? '',
    isEnabled: received.isEnabled,
  }
  const read = readActivationTime(written)
  if ('error' in read) return { ...read, unreadable: unreadableFields(written) }
  return { id: received.id ?? undefined, item: read.item, stored: storedTimeOf(read.item, written) }
}

/** A whole schedule, or the first thing wrong with it; an id may be named once. */
export function readSchedule(received: readonly ReceivedTime[]): { times: ReadTime[] } | { error: ScheduleKey } {
  const times: ReadTime[] = []
  for (const one of received) {
    const read = readTime(one)
    if ('error' in read) return read
    times.push(read)
  }
  const ids = times.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) return { error: 'schedule_error' }
  const error = checkSchedule(times.map(({ item }) => item))
  return error ? { error } : { times }
}
