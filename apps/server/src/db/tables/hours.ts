import type { ExceptionKind, ExceptionSource } from '@parvis/domain/hours/day-hours'
import type { HolidayDecision } from '@parvis/domain/hours/holidays'
import type { ClockRange, WeekLine } from '@parvis/domain/hours/week'
import type { Generated, JSONColumnType } from 'kysely'

export type HoursTables = {
  hour_exceptions: {
    id: Generated<number>
    company_id: string
    first_day: string
    last_day: string
    kind: ExceptionKind
    /** Kept under a day closed by one tap: reopening gives them back (TO-05). */
    ranges: JSONColumnType<ClockRange[]>
    closes_at: string | null
    opens_from: string | null
    set_ranges: JSONColumnType<Record<string, ClockRange[]>>
    message: string | null
    source: ExceptionSource
    created_at: Generated<Date>
  }
  holiday_answers: { company_id: string; day: string; decision: HolidayDecision; exception_id: number | null }
  hour_sets: { company_id: string; key: string; label: string; lines: JSONColumnType<WeekLine[]> }
}
