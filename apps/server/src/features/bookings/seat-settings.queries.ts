import { type SeatSettings, usualSeats } from '@parvis/domain/bookings/booking'
import type { SeatPlan } from '@parvis/domain/bookings/seats'
import { type Db, rowOf, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { milliseconds, sql } from '../../db/sql.ts'

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
const selectSeatPlans = prepared(
  ({ ids }: { ids: readonly number[] }) => sql<SeatPlanRow>`
    select settings.instant_id as "instantId", settings.capacity, settings.closes_minutes as "closesMinutes",
      settings.per_person as "perPerson", settings.phone_needed as "phoneNeeded",
      ${milliseconds(sql`settings.saved_at`)} as "savedAt", ${milliseconds(sql`app_now()`)} as now,
      (select coalesce(json_agg(json_build_array(capacities.subject, capacities.own, capacities.taken,
        ${milliseconds(sql`capacities.changed_at`)})), '[]') from capacities
        where capacities.instant_id = settings.instant_id and capacities.subject <> '' and capacities.ends_at > app_now()) as dates
    from booking_settings settings where settings.instant_id = any(${ids}::bigint[])`,
)

export async function findSeatSettings(db: Db, instantId: number): Promise<SeatSettings> {
  const stored = await rowOf<SeatSettings>(db)`
    select settings.version, settings.capacity, settings.per_person as "perPerson",
      settings.closes_minutes as "closesMinutes", settings.phone_needed as "phoneNeeded"
    from booking_settings settings where settings.instant_id = ${instantId}`
  return stored ?? usualSeats
}

export async function saveSeatSettings(tx: Transaction, instantId: number, settings: SeatSettings): Promise<void> {
  const { version, capacity, perPerson, closesMinutes, phoneNeeded } = settings
  await run(tx)`
    insert into booking_settings (instant_id, version, capacity, per_person, closes_minutes, phone_needed, saved_at)
    values (${instantId}, ${version}, ${capacity}, ${perPerson}, ${closesMinutes}, ${phoneNeeded}, app_now())
    on conflict (instant_id) do update set version = excluded.version, capacity = excluded.capacity,
      per_person = excluded.per_person, closes_minutes = excluded.closes_minutes, phone_needed = excluded.phone_needed,
      saved_at = excluded.saved_at`
}
