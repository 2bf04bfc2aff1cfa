import { type CapCounts, noInstants } from '@parvis/domain/instants/kind'
import { type Selectable, sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import type { InstantTables } from '../../db/tables/instants.ts'

/** With its version, the microsecond of its last change, which former releases move too (H-130). */
export type InstantRow = Selectable<InstantTables['instants']> & { version: number }

const instantVersion = sql<number>`(extract(epoch from instants.modified_at) * 1000000)::bigint`.as('version')
export type ActivationTimeRow = Omit<
  Selectable<InstantTables['activation_times']>,
  'company_id' | 'zip_code' | 'shown_until'
>

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

/** Activation times as PostgreSQL wrote them, in the order they were added. */
type WithTimes = { times: WrittenTime[] }
/** Arrays without names: `json_build_object` would look up the output function of each value in every row. */
type WrittenTime = [
  id: number,
  dayType: string,
  startsAt: string | null,
  endsAt: string | null,
  onDay: string | null,
  startMinutes: number | null,
  endMinutes: number | null,
  preview: boolean,
  enabled: boolean,
]

const writtenTimes = sql<WrittenTime[]>`(
  select coalesce(json_agg(json_build_array(time.id, time.day_type, time.starts_at, time.ends_at, time.on_day,
    time.start_minutes, time.end_minutes, time.preview, time.enabled) order by time.id), '[]')
  from activation_times as time where time.instant_id = instants.id
)`.as('times')

/** The activation times that were read with an instant. */
export function timesReadWith({ id: instantId, times }: Pick<InstantRow, 'id'> & WithTimes): ActivationTimeRow[] {
  return times.map(([id, dayType, startsAt, endsAt, onDay, startMinutes, endMinutes, preview, enabled]) => ({
    id,
    instant_id: instantId,
    day_type: dayType,
    starts_at: startsAt === null ? null : new Date(startsAt),
    ends_at: endsAt === null ? null : new Date(endsAt),
    on_day: onDay,
    start_minutes: startMinutes,
    end_minutes: endMinutes,
    preview,
    enabled,
  }))
}

/** The instant, if that person's company holds it: another's is not found. */
export async function findOwnedInstant(
  db: Db,
  userId: number,
  instantId: number,
): Promise<(InstantRow & WithTimes) | undefined> {
  const [instant] = await selectOwnedInstant(db, { userId, instantId })
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
    .select([instantVersion, writtenTimes])

/** The same, its row locked until the transaction ends. */
export async function lockInstant(tx: Transaction, instantId: number): Promise<InstantRow | undefined> {
  return await tx
    .selectFrom('instants')
    .where('instants.id', '=', instantId)
    .selectAll()
    .select(instantVersion)
    .forUpdate()
    .executeTakeFirst()
}

/** Enabled first, then the last changed (AMB-79). */
export async function findCompanyInstants(db: Db, companyId: string): Promise<(TravellingInstant & WithTimes)[]> {
  return await selectCompanyInstants(db, { companyId })
}

export const selectCompanyInstants = prepared((db, { companyId }: { companyId: string }) =>
  db
    .selectFrom('instants')
    .where('instants.company_id', '=', companyId)
    .select([...travelling, instantVersion, writtenTimes])
    .orderBy('instants.is_enabled', 'desc')
    .orderBy('instants.modified_at', 'desc')
    .orderBy('instants.id', 'desc')
    .compile(),
)

/** The activation times of these instants, in the order they were added. */
export async function findActivationTimes(db: Db, instantIds: readonly number[]): Promise<ActivationTimeRow[]> {
  return await selectActivationTimes(db, { instantIds })
}

const selectActivationTimes = prepared((db, { instantIds }: { instantIds: readonly number[] }) =>
  db
    .selectFrom('activation_times')
    .where(sql<boolean>`activation_times.instant_id = any(${instantIds}::bigint[])`)
    .selectAll()
    .orderBy('activation_times.instant_id')
    .orderBy('activation_times.id')
    .compile(),
)

/** Numbers that count against the cap (AMB-73); exact only while the company's row is locked. */
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

/** Instants of these companies with a schedule that is enabled and not over, last changed first, and how many times each has. */
export async function findShownInstants(
  db: Db,
  companyIds: readonly string[],
): Promise<(InstantRow & { times: number })[]> {
  return companyIds.length === 0 ? [] : await selectShownInstants(db, { companyIds })
}

const selectShownInstants = prepared((db, { companyIds }: { companyIds: readonly string[] }) =>
  db
    .selectFrom('instants')
    .where(sql<boolean>`instants.company_id = any(${elementsOf(companyIds, 'uuid')})`)
    .where('instants.is_draft', '=', false)
    .where((where) =>
      where.exists(
        where
          .selectFrom('schedule_times')
          .whereRef('schedule_times.instant_id', '=', 'instants.id')
          .where('schedule_times.is_rich', '=', sql<boolean>`(instants.schedule_kind is not null)`)
          .where('schedule_times.enabled', '=', true)
          .where('schedule_times.shown_until', '>', sql<Date>`app_now()`)
          .select('schedule_times.id'),
      ),
    )
    .selectAll('instants')
    .select(instantVersion)
    .select(
      sql<number>`(select count(*)::int from activation_times where activation_times.instant_id = instants.id)`.as(
        'times',
      ),
    )
    .orderBy('instants.modified_at', 'desc')
    .orderBy('instants.id', 'desc')
    .limit(maxShown)
    .compile(),
)

export type ConnectedPage = { idPage: string; name: string; type: 'FACEBOOK' | 'INSTAGRAM' }

export async function findSocialPage(
  db: Db,
  companyId: string,
  type: ConnectedPage['type'],
): Promise<ConnectedPage | undefined> {
  return await db
    .selectFrom('social_pages')
    .where('social_pages.company_id', '=', companyId)
    .where('social_pages.type', '=', type)
    .select(['social_pages.page_id as idPage', 'social_pages.name', 'social_pages.type'])
    .executeTakeFirst()
}

export async function saveSocialPage(db: Db, companyId: string, { idPage, name, type }: ConnectedPage): Promise<void> {
  await db
    .insertInto('social_pages')
    .values({ company_id: companyId, type, page_id: idPage, name })
    .onConflict((conflict) => conflict.columns(['company_id', 'type']).doUpdateSet({ page_id: idPage, name }))
    .execute()
}
