import { type DayOfWeek, dayTypeOf, dayTypesOf, isDayType } from '@parvis/domain/company/opening-hours'
import {
  type AnsweredActivationTime,
  type WrittenActivationTime,
  writeActivationTime,
} from '@parvis/domain/instants/activation-time'
import { daysOfItem, type ScheduleItem, type StoredItem } from '@parvis/domain/instants/schedule'
import { writeClockTime } from '@parvis/domain/kernel/clock-time'
import { parisDayOf } from '@parvis/domain/kernel/paris-days'
import { instantOfParis, parisOf, readParisLocal } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import { toDate, toInstant } from '../../db/clock.ts'
import type { StoredTime } from './instant-writes.queries.ts'
import type { ActivationTimeRow } from './instants.queries.ts'
import type { RichColumns } from './schedule.queries.ts'

/** A time of a schedule as readers of the view of both tables have it. */
export type TimeRow = Pick<
  ActivationTimeRow,
  'id' | 'day_type' | 'starts_at' | 'ends_at' | 'start_minutes' | 'end_minutes' | 'preview' | 'enabled'
> &
  Partial<RichColumns>

/** The domain's item of a stored time; the link to the opening hours is none. */
export function scheduleItemOf(row: TimeRow): StoredItem {
  const { id, preview, enabled, starts_at: start, ends_at: end } = row
  if (start && end) {
    const date = { kind: 'fixed', id, preview, enabled, start: toInstant(start), end: toInstant(end) } as const
    return { ...date, ...stateOfDate(row) }
  }
  const [startMinutes, endMinutes] = [row.start_minutes ?? 0, row.end_minutes ?? 0]
  return { kind: 'recurrent', id, preview, enabled, startMinutes, endMinutes, ...daysOfRow(row) }
}

function stateOfDate({ state = 'planned', state_message: message = null, former_start: former }: TimeRow) {
  if (state === 'planned' && !former) return {}
  return { state, message, formerStart: former ? toInstant(former) : null }
}

function daysOfRow(row: TimeRow) {
  const { id, day_type: dayType, days } = row
  if (days) {
    const validity = { from: row.valid_from ?? null, until: row.valid_until ?? null, except: row.except_days ?? [] }
    return { dayType: dayTypeOf(days as DayOfWeek[]), ...validity }
  }
  if (!isDayType(dayType)) throw new Error(`activation time ${id} has the day ${dayType}`)
  return { dayType }
}

/** The items of an instant's times, and the link to the hours when it is on. */
export function itemsOfTimes(rows: readonly TimeRow[]): {
  items: StoredItem[]
  linked?: { id: number }
} {
  const link = rows.find(({ day_type }) => day_type === 'hours')
  if (link) return { items: [], ...(link.enabled && { linked: { id: link.id } }) }
  return { items: rows.map(scheduleItemOf) }
}

/** Columns of an item; a recurrent one keeps the day it was written on, and is answered on it (AMB-82). */
export function storedTimeOf(item: ScheduleItem, written: WrittenActivationTime): StoredTime {
  const common = { preview: item.preview, enabled: item.enabled }
  if (item.kind === 'fixed') {
    const none = { on_day: null, start_minutes: null, end_minutes: null }
    return { ...common, ...none, day_type: 'fixed', starts_at: toDate(item.start), ends_at: toDate(item.end) }
  }
  return {
    ...common,
    day_type: dayTypesOf(daysOfItem(item))[0] ?? 'all_days',
    starts_at: null,
    ends_at: null,
    on_day: dayToAnswer(item.startMinutes, item.endMinutes, written.startDateTime ?? ''),
    start_minutes: item.startMinutes,
    end_minutes: item.endMinutes,
  }
}

/** A stored time as it is answered; `item`: what it is to the domain, where that is known already. */
export function answerTime(row: ActivationTimeRow, item = scheduleItemOf(row)): AnsweredActivationTime {
  return writeActivationTime(item, parisDayOf(row.on_day ?? '2000-01-01'))
}

/** The written day, or the next one when a time falls in its DST gap, so that the times read back unchanged. */
function dayToAnswer(startMinutes: number, endMinutes: number, written: string): string {
  const day = readParisLocal(written)?.toPlainDate() ?? Temporal.PlainDate.from('2000-01-01')
  const skipped = [startMinutes, endMinutes].some((minutes) => {
    const local = day.toPlainDateTime(writeClockTime(minutes))
    return !parisOf(instantOfParis(local)).toPlainDateTime().equals(local)
  })
  return (skipped ? day.add({ days: 1 }) : day).toString()
}
