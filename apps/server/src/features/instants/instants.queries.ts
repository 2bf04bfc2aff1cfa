import type { EventState } from '@parvis/domain/instants/event-state'
import type { FullScheduleKind } from '@parvis/domain/instants/full-schedule'
import { type CapCounts, type InstantKind, noInstants } from '@parvis/domain/instants/kind'
import { refusal } from '@parvis/domain/refusals'
import { together } from '@parvis/postgres'
import { type Db, rowsOf, type Transaction } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import type { FromCalendar } from './fingerprints.ts'
import type { WithSchedule } from './stored-schedule.ts'

export type InstantRow = {
  id: number
  company_id: string
  title: string
  short_description: string
  long_description: string
  category_id: number
  /** Its tab and cap group; of a draft, what its maker announced. */
  kind: InstantKind | null
  /** No activation time yet. */
  is_draft: boolean
  is_enabled: boolean
  address: string
  city: string
  zip_code: string
  latitude: number | null
  longitude: number | null
  picture: string
  /** The date to come. */
  notification_at: Date | null
  /** The date that was set for the last sending, and when it left. */
  notified_date: Date | null
  notified_at: Date | null
  modified_at: Date
  /** Null before its first schedule. */
  schedule_kind: FullScheduleKind | null
  pauses_when_closed: boolean
  publication: 'published' | 'draft' | 'scheduled'
  publish_at: Date | null
  notify_on_publish: boolean
  event_state: EventState
  state_message: string | null
  state_at: Date | null
  sequence: number
  /** Notices of a change, apart from notifications, and what the last call for one was answered. */
  notice_count: number
  last_notice_at: Date | null
  last_notice: 'sent' | 'none' | 'refused' | null
  /** The microsecond of its last change. */
  version: number
}

export const instantVersion = sql`(extract(epoch from instants.modified_at) * 1000000)::bigint as version`

/** Columns of an instant in answers; kept few, since a list of a hundred multiplies each by a hundred. */
const travelling = [
  'id',
  'company_id',
  'title',
  'short_description',
  'long_description',
  'category_id',
  'is_draft',
  'is_enabled',
  'address',
  'city',
  'zip_code',
  'latitude',
  'longitude',
  'picture',
  'notification_at',
  'notified_date',
  'notified_at',
  'modified_at',
  'schedule_kind',
  'pauses_when_closed',
  'publication',
  'publish_at',
  'notify_on_publish',
  'event_state',
  'state_message',
  'state_at',
  'sequence',
] as const satisfies (keyof InstantRow)[]
export type TravellingInstant = Pick<InstantRow, (typeof travelling)[number] | 'version'>

const travellingColumns = sql.join(travelling.map((column) => sql.identifier('instants', column)))

/** The whole schedule of an instant, read with it in one statement: see `WithSchedule`. */
const withSchedule = sql`
  (
    select coalesce(json_agg(json_build_array(time.id, time.starts_at, time.ends_at, time.days, time.start_minutes, time.length_minutes,
      time.on_day, time.preview, time.wanted,
      case when time.state <> 'planned' or time.former_start is not null or time.valid_from is not null
        or time.valid_until is not null or time.except_days <> '{}'
      then json_build_array(time.state, time.state_message, time.former_start, time.valid_from, time.valid_until, time.except_days) end)
      order by time.starts_at, time.id), '[]')
    from instant_times as time where time.instant_id = instants.id
  ) as times,
  case when instants.schedule_kind in ('weekly', 'hours') then (
    select json_agg(json_build_array(one.day, one.state, one.message) order by one.day)
    from instant_occurrences as one where one.instant_id = instants.id
  ) end as occurrence_states,
  case when instants.schedule_kind = 'hours' then (
    select json_agg(json_build_array(hours.day_type, hours.start_time, hours.end_time, hours.enabled) order by hours.position, hours.id)
    from opening_hours as hours where hours.company_id = instants.company_id
  ) end as week`

/** What its owner's calls read besides. */
const fromCalendar = sql`(
    select json_build_array(one.written, one.why, one.like_id) from calendar_events as one where one.instant_id = instants.id
  ) as from_calendar`

/** An instant as its owner's calls read it. */
type OfOwner = WithSchedule & { from_calendar: FromCalendar | null }

/** The instant of that person's company. 404 alike for an unknown one and another's, so that ids cannot be counted. */
export async function findOwnedInstant(db: Db, userId: number, instantId: number): Promise<InstantRow & WithSchedule> {
  const [instant] = await selectOwnedInstant(db, { userId, instantId })
  if (!instant) throw refusal('instants.not_found')
  return instant
}

const selectOwnedInstant = prepared(
  (owned: OwnedInstant) => sql<InstantRow & OfOwner>`select instants.*, ${ofOwned(owned)}`,
)

/** The same, with the columns that travel. */
export const selectOwnedTravelling = prepared(
  (owned: OwnedInstant) => sql<TravellingInstant & OfOwner>`select ${travellingColumns}, ${ofOwned(owned)}`,
)

type OwnedInstant = { userId: number; instantId: number }

const ofOwned = ({ userId, instantId }: OwnedInstant) => sql`${instantVersion}, ${withSchedule}, ${fromCalendar}
  from instants join members on members.company_id = instants.company_id
  where instants.id = ${instantId} and members.user_id = ${userId}`

/**
 * The same, its row locked until the transaction ends. Its company is locked already, by whoever writes a schedule: the schedule that is
 * read here is the last one.
 */
export async function lockInstant(
  tx: Transaction,
  instantId: number,
): Promise<(InstantRow & WithSchedule) | undefined> {
  return (await selectLocked(tx, { instantId }))[0]
}

const selectLocked = prepared(
  ({ instantId }: { instantId: number }) => sql<InstantRow & OfOwner>`
    select instants.*, ${instantVersion}, ${withSchedule}, ${fromCalendar}
    from instants where instants.id = ${instantId} for update`,
)

/** An instant with its schedule and what its dates depend on; `lock`: its schedule stays as it is until the transaction ends. */
export async function findDatedInstant(db: Db, instantId: number, lock?: 'lock'): Promise<DatedInstant | undefined> {
  const [, [instant]] = await together(db, (tx) => [
    lock && shareInstant(tx, { instantId }),
    selectDated(tx, { instantId }),
  ])
  return instant
}

export type DatedInstant = Pick<
  InstantRow,
  'id' | 'company_id' | 'title' | 'is_draft' | 'is_enabled' | 'event_state' | 'state_message' | 'pauses_when_closed'
> &
  WithSchedule & { hoursVersion: number; companyZip: string; isShown: boolean; now: Date }

const shareInstant = prepared(
  ({ instantId }: { instantId: number }) =>
    sql`select instants.id from instants where instants.id = ${instantId} for share`,
)

const selectDated = prepared(
  ({ instantId }: { instantId: number }) => sql<DatedInstant>`
    select instants.id, instants.company_id, instants.title, instants.is_draft, instants.is_enabled, instants.event_state,
      instants.state_message, instants.pauses_when_closed, instants.schedule_kind, companies.hours_version as "hoursVersion",
      companies.zip_code as "companyZip", companies.is_shown as "isShown", app_now() as now, ${withSchedule}
    from instants join companies on companies.id = instants.company_id
    where instants.id = ${instantId}`,
)

/** Enabled first, then the last changed. */
export const selectCompanyInstants = prepared(
  ({ companyId }: { companyId: string }) => sql<TravellingInstant & OfOwner>`
    select ${travellingColumns}, ${instantVersion}, ${withSchedule}, ${fromCalendar}
    from instants where instants.company_id = ${companyId}
    order by instants.is_enabled desc, instants.modified_at desc, instants.id desc`,
)

/** Numbers that count against the cap; exact only while the company's row is locked. */
export async function countInstants(tx: Transaction, companyId: string): Promise<CapCounts> {
  const groups = await rowsOf<{ kind: InstantKind | null; isDraft: boolean; count: number }>(tx)`
    select instants.kind, instants.is_draft as "isDraft", count(*)::int as count
    from instants where instants.company_id = ${companyId} group by instants.kind, instants.is_draft`
  const counts = noInstants()
  for (const { kind, isDraft, count } of groups) {
    counts.all += count
    if (kind) counts[kind] += count
    if (isDraft) counts.drafts += count
  }
  return counts
}

const maxShown = 2_000

/** Instants of these companies with a schedule that is enabled and not over, last changed first. */
export const findShownInstants = prepared(
  ({ ids }: { ids: readonly string[] }) => sql<InstantRow & WithSchedule>`
    select instants.*, ${instantVersion}, ${withSchedule}
    from instants
    where instants.company_id = any(${elementsOf(ids, 'uuid')}) and not instants.is_draft and exists (
      select from instant_times
      where instant_times.instant_id = instants.id and instant_times.enabled and instant_times.shown_until > app_now())
    order by instants.modified_at desc, instants.id desc limit ${maxShown}`,
)
