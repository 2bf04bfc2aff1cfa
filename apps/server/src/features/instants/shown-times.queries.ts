import type { InstantKind } from '@parvis/domain/instants/kind'
import { type Sql, sql } from '../../db/sql.ts'
import type { ContextRow } from './schedule-contexts.ts'
import type { TimeRow } from './stored-schedule.ts'

/** One date, line or link of an enabled instant, with the public columns of the instant and of its company. */
export type ShownTimeRow = TimeRow &
  ContextRow & {
    title: string
    shortDescription: string
    categoryId: number
    kind: InstantKind | null
    latitude: number | null
    longitude: number | null
    companyName: string
    address: string
    city: string
    zipCode: string
    picture: string
  }

/** The columns of a time without those that dates and plain weekly items leave empty: an agenda reads 2,000 of them at once. */
export const startColumns = sql`
  instant_times.id, instant_times.instant_id as "instantId", instant_times.company_id as "companyId", instants.title,
  instants.short_description as "shortDescription", instants.category_id as "categoryId", instants.kind, instants.latitude,
  instants.longitude, companies.name as "companyName", companies.hours_version as "hoursVersion",
  companies.zip_code as "companyZip", instants.address, instants.city, instants.zip_code as "zipCode", instants.picture,
  instants.event_state as "eventState", instants.state_message as "eventMessage",
  instants.pauses_when_closed as "pausesWhenClosed", instant_times.day_type, instant_times.starts_at, instant_times.ends_at,
  instant_times.start_minutes, instant_times.length_minutes, instant_times.preview, instant_times.enabled, instant_times.state,
  instant_times.state_message, instant_times.former_start,
  instant_times.starts_at is null
    and exists (select from instant_occurrences where instant_occurrences.instant_id = instants.id) as "hasStates",
  exists (select from booking_settings where booking_settings.instant_id = instants.id) as "hasSeats"`

/** All columns of a time. */
export const timeColumns = sql`${startColumns},
  instant_times.days, instant_times.valid_from, instant_times.valid_until, instant_times.except_days`

/** The enabled times, each with its instant and its company; the caller says of whom, and which companies count. */
export const selectShown = (columns: Sql, join = sql``) => sql`
  select ${columns} from instant_times
  join instants on instants.id = instant_times.instant_id
  join companies on companies.id = instant_times.company_id ${join}
  where instant_times.enabled`
