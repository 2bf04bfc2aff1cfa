import {
  type DayOfWeek,
  type DayType,
  dayTypeOf,
  isDayType,
  type OpeningHours,
} from '@parvis/domain/company/opening-hours'
import type { EventState } from '@parvis/domain/instants/event-state'
import type { FullScheduleKind, StoredSchedule } from '@parvis/domain/instants/full-schedule'
import { daysOfItem, type FixedItem, type ScheduleItem, type StoredItem } from '@parvis/domain/instants/schedule'
import { toDate, toInstant } from '../../db/clock.ts'
import type { FromCalendar } from './fingerprints.ts'

/** One date, weekly item or link, as readers of public lists have it; a plain weekly item is told by its choice of days alone. */
export type TimeRow = {
  id: number
  starts_at: Date | null
  ends_at: Date | null
  day_type: DayType | null
  days?: number[] | null
  start_minutes: number | null
  length_minutes: number | null
  valid_from?: string | null
  valid_until?: string | null
  except_days?: string[]
  preview: boolean
  enabled: boolean
  state: EventState
  state_message: string | null
  former_start: Date | null
}

/** The domain's item of a stored time; the link to the opening hours is none. */
function scheduleItemOf(row: TimeRow): StoredItem | undefined {
  const { id, preview, enabled, starts_at: start, ends_at: end } = row
  if (start && end) {
    const state = stateOfDate(row.state, row.state_message, row.former_start)
    return { kind: 'fixed', id, preview, enabled, start: toInstant(start), end: toInstant(end), ...state }
  }
  if (row.start_minutes === null || row.length_minutes === null) return undefined
  const { valid_from: from = null, valid_until: until = null, except_days: except = [] } = row
  return {
    kind: 'recurrent',
    id,
    preview,
    enabled,
    startMinutes: row.start_minutes,
    endMinutes: row.start_minutes + row.length_minutes,
    ...(row.day_type
      ? { dayType: row.day_type }
      : { dayType: dayTypeOf((row.days ?? []) as DayOfWeek[]), from, until, except }),
  }
}

function stateOfDate(state: EventState, message: string | null, former: Date | null | ''): Partial<FixedItem> {
  if (state === 'planned' && !former) return {}
  return { state, message, formerStart: former ? toInstant(former) : null }
}

/** The items of an instant's times, and the link to the hours when it is on. */
export function itemsOfTimes(rows: readonly TimeRow[]): { items: StoredItem[]; linked?: { id: number } } {
  const items = rows.flatMap((row) => scheduleItemOf(row) ?? [])
  const link = rows.find(({ starts_at, start_minutes }) => !starts_at && start_minutes === null)
  return { items, ...(link?.enabled && { linked: { id: link.id } }) }
}

/** The schedule that is read with an instant, in arrays as PostgreSQL wrote them. */
export type WithSchedule = {
  schedule_kind: FullScheduleKind | null
  times: WrittenTime[]
  occurrence_states: [day: string, state: EventState, message: string | null][] | null
  week: [dayType: string, startTime: string, endTime: string, enabled: boolean][] | null
  /** Read for the owner alone; null of an instant that was written by hand. */
  from_calendar?: FromCalendar | null
}

/** Arrays without names: `json_build_object` would look up the output function of each value in every row. */
type WrittenTime = [
  id: number,
  startsAt: string | null,
  endsAt: string | null,
  days: DayOfWeek[] | null,
  startMinutes: number | null,
  lengthMinutes: number | null,
  onDay: string | null,
  preview: boolean,
  wanted: boolean,
  /** Null of most times. */
  rare:
    | null
    | [
        state: EventState,
        message: string | null,
        formerStart: string | null,
        from: string | null,
        until: string | null,
        except: string[],
      ],
]

/** The schedule of an instant, its items on as they are wanted. */
export function storedScheduleOf(instant: WithSchedule): StoredSchedule {
  const items: StoredItem[] = []
  let link: StoredSchedule['link']
  for (const time of instant.times) {
    const item = writtenItem(time)
    if (item) items.push(item)
    else link = { id: time[0], wanted: time[8] }
  }
  const states = instant.occurrence_states ?? []
  const days = new Map(states.map(([day, state, message]) => [day, { state, message }]))
  return { kind: instant.schedule_kind, items, link, days }
}

const noRare: NonNullable<WrittenTime[9]> = ['planned', null, null, null, null, []]

function writtenItem([id, startsAt, endsAt, days, startMinutes, length, onDay, preview, enabled, rare]: WrittenTime) {
  const [state, message, former, from, until, except] = rare ?? noRare
  const common = { id, preview, enabled }
  if (startsAt && endsAt) {
    const [start, end] = [toInstant(new Date(startsAt)), toInstant(new Date(endsAt))]
    return { kind: 'fixed', ...common, start, end, ...stateOfDate(state, message, former && new Date(former)) } as const
  }
  if (!days || startMinutes === null || length === null) return undefined
  const times = { startMinutes, endMinutes: startMinutes + length, onDay }
  return { kind: 'recurrent', ...common, dayType: dayTypeOf(days), ...times, from, until, except } as const
}

/** The opening hours that were read with an instant that is linked to them. */
export function hoursReadWith({ week }: WithSchedule): OpeningHours[] {
  return (week ?? []).flatMap(([dayType, startTime, endTime, enabled]) =>
    isDayType(dayType) ? [{ dayType, startTime, endTime, enabled }] : [],
  )
}

/** Columns of a date or a weekly item; those that are left out are null. */
export function columnsOf(item: ScheduleItem) {
  if (item.kind === 'fixed')
    return {
      id: item.id,
      starts_at: toDate(item.start),
      ends_at: toDate(item.end),
      preview: item.preview,
      wanted: item.enabled,
      state: item.state ?? 'planned',
      state_message: item.message ?? null,
      former_start: item.formerStart ? toDate(item.formerStart) : null,
    }
  return {
    id: item.id,
    days: [...daysOfItem(item)],
    start_minutes: item.startMinutes,
    length_minutes: item.endMinutes - item.startMinutes,
    valid_from: item.from ?? null,
    valid_until: item.until ?? null,
    except_days: [...(item.except ?? [])],
    on_day: item.onDay ?? null,
    preview: item.preview,
    wanted: item.enabled,
  }
}
