import type { HoursAnswer } from '@parvis/domain/hours/hours.contract'
import { dateOfDay, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockCompany } from '../company/index.ts'
import { findHours, type StoredHours } from './hours.queries.ts'
import { presentHours } from './present-hours.ts'

/** The hours of a company as they stand at this moment. */
export type CurrentHours = { companyId: string; hours: StoredHours; now: number; today: string }
/** The same, in the transaction that changes them. */
export type HoursStanding = CurrentHours & { tx: Transaction }

/** The whole hours of a company, for its owner. */
export async function readHours(deps: Dependencies, companyId: string): Promise<HoursAnswer> {
  const now = (await readNow(deps.db)).epochMilliseconds
  return presentHours(await hoursOf(deps.db, companyId), now)
}

/** Changes the hours of a company under its lock, tells its screens when something has moved, and answers the whole. */
export async function changeHours(
  deps: Dependencies,
  companyId: string,
  change: (standing: HoursStanding) => Promise<void>,
): Promise<HoursAnswer> {
  return await transaction(deps.db, async (tx) => {
    await lockCompany(tx, companyId)
    const standing = { tx, ...(await readCurrentHours(tx, companyId)) }
    await change(standing)
    const hours = await hoursOf(tx, companyId)
    if (hours.version !== standing.hours.version) await notifyCompany(tx, companyId)
    return presentHours(hours, standing.now)
  })
}

export async function readCurrentHours(db: Db, companyId: string): Promise<CurrentHours> {
  const now = (await readNow(db)).epochMilliseconds
  return { companyId, hours: await hoursOf(db, companyId), now, today: dateOfDay(parisDayNumber(now)) }
}

async function hoursOf(db: Db, companyId: string): Promise<StoredHours> {
  const hours = await findHours(db, companyId)
  if (!hours) throw refusal('request.forbidden')
  return hours
}
