import type { EventState } from '@parvis/domain/instants/event-state'
import type { ScheduleContext } from '@parvis/domain/instants/occurrences'
import type { Db } from '../../db/database.ts'
import { listSeatPlans } from '../bookings/index.ts'
import { plansOf } from '../hours/index.ts'
import { findOccurrenceStates } from './schedule.queries.ts'

/** The instant and company of a time, as far as occurrences need them. */
export type ContextRow = {
  instantId: number
  companyId: string
  starts_at: Date | null
  /** Some of its weekly occurrences have a state. */
  hasStates: boolean
  /** It takes bookings, or did. */
  hasSeats: boolean
  eventState: EventState
  eventMessage: string | null
  pausesWhenClosed: boolean
  /** Which hours of the company hold. */
  hoursVersion: number
  companyZip: string
}

/**
 * What the occurrences of each instant follow: the hours of its company, its state, those of its weekly occurrences, the seats of its
 * dates. The hours of all the companies are one query, and none when this process knows them.
 */
export async function findContexts(db: Db, rows: readonly ContextRow[]): Promise<(row: ContextRow) => ScheduleContext> {
  const recurrent = rows.filter(({ starts_at }) => !starts_at)
  const companies = new Map(
    recurrent.map(({ companyId: id, hoursVersion, companyZip: zipCode }) => [id, { id, hoursVersion, zipCode }]),
  )
  const plans = await plansOf(db, [...companies.values()])
  const changed = [...new Set(recurrent.filter(({ hasStates }) => hasStates).map(({ instantId }) => instantId))]
  const states = Map.groupBy(await findOccurrenceStates(db, changed), ({ instant_id }) => instant_id)
  const booked = [...new Set(rows.filter(({ hasSeats }) => hasSeats).map(({ instantId }) => instantId))]
  const seats = await listSeatPlans(db, booked)
  return ({ instantId, companyId, eventState: state, eventMessage: message, pausesWhenClosed }) => {
    const own = states.get(instantId)
    return {
      hours: plans.get(companyId),
      pausesWhenClosed,
      ...(state !== 'planned' && { whole: { state, message } }),
      ...(own && { days: new Map(own.map((one) => [one.day, one])) }),
      seats: seats.get(instantId),
    }
  }
}
