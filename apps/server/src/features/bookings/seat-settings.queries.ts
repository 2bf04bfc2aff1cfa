import { type SeatSettings, usualSeats } from '@parvis/domain/bookings/booking'
import type { SeatPlan } from '@parvis/domain/bookings/seats'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'

/** How these instants take bookings, as readers see it: those of them that do. */
export async function listSeatPlans(db: Db, ids: readonly number[]): Promise<Map<number, SeatPlan>> {
  const rows = await selectSeatPlans(db, { ids })
  return new Map(
    rows.map(({ instantId, dates, ...plan }) => [
      instantId,
      { ...plan, dates: new Map(dates.map(([name, own, taken, changedAt]) => [name, { own, taken, changedAt }])) },
    ]),
  )
}

type SeatPlanRow = Omit<SeatPlan, 'dates'> & {
  instantId: number
  dates: [name: string, own: number | null, taken: number, changedAt: number][]
}
const milliseconds = (moment: RawBuilder<unknown>) => sql`floor(extract(epoch from ${moment}) * 1000)::float8`
const selectSeatPlans = prepared((db, { ids }: { ids: readonly number[] }) =>
  sql<SeatPlanRow>`
    select settings.instant_id as "instantId", settings.capacity, settings.closes_minutes as "closesMinutes",
      settings.per_person as "perPerson", settings.phone_needed as "phoneNeeded",
      ${milliseconds(sql`settings.saved_at`)} as "savedAt", ${milliseconds(sql`app_now()`)} as now,
      (select coalesce(json_agg(json_build_array(capacities.subject, capacities.own, capacities.taken,
        ${milliseconds(sql`capacities.changed_at`)})), '[]') from capacities
        where capacities.instant_id = settings.instant_id and capacities.subject <> '' and capacities.ends_at > app_now()) as dates
    from booking_settings settings where settings.instant_id = any(${ids}::bigint[])`.compile(db),
)

export async function findSeatSettings(db: Db, instantId: number): Promise<SeatSettings> {
  const row = await db
    .selectFrom('booking_settings')
    .where('booking_settings.instant_id', '=', instantId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return usualSeats
  const { version, capacity, per_person, closes_minutes, phone_needed } = row
  return { version, capacity, perPerson: per_person, closesMinutes: closes_minutes, phoneNeeded: phone_needed }
}

export async function saveSeatSettings(tx: Transaction, instantId: number, settings: SeatSettings): Promise<void> {
  const columns = {
    version: settings.version,
    capacity: settings.capacity,
    per_person: settings.perPerson,
    closes_minutes: settings.closesMinutes,
    phone_needed: settings.phoneNeeded,
    saved_at: sql<Date>`app_now()`,
  }
  await tx
    .insertInto('booking_settings')
    .values({ instant_id: instantId, ...columns })
    .onConflict((conflict) => conflict.column('instant_id').doUpdateSet(columns))
    .execute()
}
