import { type CapCounts, noInstants } from '@parvis/domain/instants/kind'
import { refusal } from '@parvis/domain/refusals'
import { type Selectable, sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { together } from '../../db/postgres/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import type { InstantTables } from '../../db/tables/instants.ts'
import type { FromCalendar } from './fingerprints.ts'
import type { WithSchedule, WrittenTime } from './stored-schedule.ts'

/** With its version, the microsecond of its last change. */
export type InstantRow = Selectable<InstantTables['instants']> & { version: number }

export const instantVersion = sql<number>`(extract(epoch from instants.modified_at) * 1000000)::bigint`.as('version')

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

/** The whole schedule of an instant, read with it in one statement: see `WithSchedule`. */
const withSchedule = [
  sql<WrittenTime[]>`(
    select coalesce(json_agg(json_build_array(time.id, time.starts_at, time.ends_at, time.days, time.start_minutes, time.length_minutes,
      time.on_day, time.preview, time.wanted,
      case when time.state <> 'planned' or time.former_start is not null or time.valid_from is not null
        or time.valid_until is not null or time.except_days <> '{}'
      then json_build_array(time.state, time.state_message, time.former_start, time.valid_from, time.valid_until, time.except_days) end)
      order by time.starts_at, time.id), '[]')
    from instant_times as time where time.instant_id = instants.id
  )`.as('times'),
  sql<WithSchedule['occurrence_states']>`case when instants.schedule_kind in ('weekly', 'hours') then (
    select json_agg(json_build_array(one.day, one.state, one.message) order by one.day)
    from instant_occurrences as one where one.instant_id = instants.id
  ) end`.as('occurrence_states'),
  sql<WithSchedule['week']>`case when instants.schedule_kind = 'hours' then (
    select json_agg(json_build_array(hours.day_type, hours.start_time, hours.end_time, hours.enabled) order by hours.position, hours.id)
    from opening_hours as hours where hours.company_id = instants.company_id
  ) end`.as('week'),
] as const

/** What its owner's calls read besides. */
const fromCalendar = sql<FromCalendar | null>`(
    select json_build_array(one.written, one.why, one.like_id) from calendar_events as one where one.instant_id = instants.id
  )`.as('from_calendar')

/** The instant of that person's company. 404 alike for an unknown one and another's, so that ids cannot be counted. */
export async function findOwnedInstant(db: Db, userId: number, instantId: number): Promise<InstantRow & WithSchedule> {
  const [instant] = await selectOwnedInstant(db, { userId, instantId })
  if (!instant) throw refusal('instants.not_found')
  return instant
}

const selectOwnedInstant = prepared((db, owned: OwnedInstant) =>
  ownedInstants(db, owned).selectAll('instants').compile(),
)

/** The same, with the columns that travel. */
export const selectOwnedTravelling = prepared((db, owned: OwnedInstant) =>
  ownedInstants(db, owned)
    .select(travelling.map((column) => `instants.${column}` as const))
    .compile(),
)

type OwnedInstant = { userId: number; instantId: number }

const ownedInstants = (db: Db, { userId, instantId }: OwnedInstant) =>
  db
    .selectFrom('instants')
    .innerJoin('members', 'members.company_id', 'instants.company_id')
    .where('instants.id', '=', instantId)
    .where('members.user_id', '=', userId)
    .select([instantVersion, ...withSchedule, fromCalendar])

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

const selectLocked = prepared((db, { instantId }: { instantId: number }) =>
  db
    .selectFrom('instants')
    .where('instants.id', '=', instantId)
    .selectAll()
    .select([instantVersion, ...withSchedule, fromCalendar])
    .forUpdate()
    .compile(),
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

const shareInstant = prepared((db, { instantId }: { instantId: number }) =>
  db.selectFrom('instants').where('instants.id', '=', instantId).select('instants.id').forShare().compile(),
)

const selectDated = prepared((db, { instantId }: { instantId: number }) =>
  db
    .selectFrom('instants')
    .innerJoin('companies', 'companies.id', 'instants.company_id')
    .where('instants.id', '=', instantId)
    .select([
      'instants.id',
      'instants.company_id',
      'instants.title',
      'instants.is_draft',
      'instants.is_enabled',
      'instants.event_state',
      'instants.state_message',
      'instants.pauses_when_closed',
      'instants.schedule_kind',
      'companies.hours_version as hoursVersion',
      'companies.zip_code as companyZip',
      'companies.is_shown as isShown',
      sql<Date>`app_now()`.as('now'),
      ...withSchedule,
    ])
    .compile(),
)

/** Enabled first, then the last changed. */
export const selectCompanyInstants = prepared((db, { companyId }: { companyId: string }) =>
  db
    .selectFrom('instants')
    .where('instants.company_id', '=', companyId)
    .select([...travelling, instantVersion, ...withSchedule, fromCalendar])
    .orderBy('instants.is_enabled', 'desc')
    .orderBy('instants.modified_at', 'desc')
    .orderBy('instants.id', 'desc')
    .compile(),
)

/** Numbers that count against the cap; exact only while the company's row is locked. */
export async function countInstants(tx: Transaction, companyId: string): Promise<CapCounts> {
  const groups = await tx
    .selectFrom('instants')
    .where('instants.company_id', '=', companyId)
    .select(['instants.kind', 'instants.is_draft as isDraft', sql<number>`count(*)::int`.as('count')])
    .groupBy(['instants.kind', 'instants.is_draft'])
    .execute()
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
export const findShownInstants = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('instants')
    .where(sql<boolean>`instants.company_id = any(${elementsOf(ids, 'uuid')})`)
    .where('instants.is_draft', '=', false)
    .where((where) =>
      where.exists(
        where
          .selectFrom('instant_times')
          .whereRef('instant_times.instant_id', '=', 'instants.id')
          .where('instant_times.enabled', '=', true)
          .where('instant_times.shown_until', '>', sql<Date>`app_now()`)
          .select('instant_times.id'),
      ),
    )
    .selectAll('instants')
    .select([instantVersion, ...withSchedule])
    .orderBy('instants.modified_at', 'desc')
    .orderBy('instants.id', 'desc')
    .limit(maxShown)
    .compile(),
)
