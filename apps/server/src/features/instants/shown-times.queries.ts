import type { InstantKind } from '@parvis/domain/instants/kind'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ContextRow } from './schedule-contexts.ts'
import type { TimeRow } from './stored-schedule.ts'

/** One date, line or link of an enabled instant, with the public columns of the instant and of its company. */
export type ShownTimeRow = ContextRow &
  TimeRow & {
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

/**
 * The enabled times of both tables (the view `schedule_times`), each with its instant and its company; the caller says of
 * whom, and which companies count. An instant has its times in one table only: that of its kind of schedule.
 */
export function selectShownTimes(db: Db) {
  return selectShownStarts(db).select([
    'instants.kind',
    'schedule_times.days',
    'schedule_times.valid_from',
    'schedule_times.valid_until',
    'schedule_times.except_days',
  ])
}

/** The same without the columns that dates and activation times leave empty: an agenda reads 2,000 of them at once. */
export function selectShownStarts(db: Db) {
  return db
    .selectFrom('schedule_times')
    .innerJoin('instants', (join) =>
      join
        .onRef('instants.id', '=', 'schedule_times.instant_id')
        .on('schedule_times.is_rich', '=', sql<boolean>`(instants.schedule_kind is not null)`),
    )
    .innerJoin('companies', 'companies.id', 'schedule_times.company_id')
    .where(sql<boolean>`schedule_times.enabled`)
    .select([
      'schedule_times.id',
      'schedule_times.instant_id as instantId',
      'schedule_times.company_id as companyId',
      'instants.title',
      'instants.short_description as shortDescription',
      'instants.category_id as categoryId',
      'instants.latitude',
      'instants.longitude',
      'companies.name as companyName',
      'companies.hours_version as hoursVersion',
      'companies.zip_code as companyZip',
      'instants.address',
      'instants.city',
      'instants.zip_code as zipCode',
      'instants.picture',
      'instants.event_state as eventState',
      'instants.state_message as eventMessage',
      'instants.pauses_when_closed as pausesWhenClosed',
      'schedule_times.day_type',
      'schedule_times.starts_at',
      'schedule_times.ends_at',
      'schedule_times.start_minutes',
      'schedule_times.end_minutes',
      'schedule_times.preview',
      'schedule_times.enabled',
      'schedule_times.state',
      'schedule_times.state_message',
      'schedule_times.former_start',
      'schedule_times.is_rich',
    ])
}
