import type { Body } from '@parvis/domain/kernel/contract'
import { readDateTime, writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { OrderSettingsAnswer, orderDeskContract } from '@parvis/domain/orders/order-desk.contract'
import {
  closingToday,
  latestPauseEnd,
  nextOpening,
  type OrderSettings,
  pauseEnd,
} from '@parvis/domain/orders/order-settings'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findCompanyPlan, lockCompany } from '../company/index.ts'
import { rulesOf, type ShopRules } from './find-my-order.ts'
import { saveOrderSettings } from './slots.queries.ts'

/** How a shop takes orders, for its owner; 403 without click-and-collect in its plan. */
export async function readOrderSettings({ db }: Dependencies, companyId: string): Promise<OrderSettingsAnswer> {
  return await transaction(db, async (tx) => {
    await refuseWithoutPlan(tx, companyId)
    return await presentSettings(tx, await rulesOf(tx, companyId))
  })
}

/** Changes the given settings if the version read is current; the same values again change nothing. */
export async function changeOrderSettings(
  deps: Dependencies,
  companyId: string,
  typed: Body<typeof orderDeskContract.saveOrderSettings>,
) {
  return await changeRules(deps, companyId, ({ settings }) => {
    const { minimum, reasons, version, ...given } = typed
    const wanted: OrderSettings = {
      ...settings,
      ...Object.fromEntries(Object.entries(given).filter(([key, value]) => key in settings && value !== undefined)),
      ...(reasons && { reasons }),
      ...(minimum !== undefined && { minimumCents: Math.round(minimum * 100) }),
    }
    if (JSON.stringify(wanted) === JSON.stringify(settings)) return settings
    if (version !== settings.version) throw refusal('orders.newer_version')
    return { ...wanted, version: settings.version + 1 }
  })
}

/** No order for a time before that end; without an end in words of the clock, or too far, 400. */
export async function pauseOrders(deps: Dependencies, companyId: string, until: string) {
  return await changeRules(deps, companyId, ({ plan, settings }, now) => ({
    ...settings,
    pausedUntil: readEnd(until, plan, now),
  }))
}

export async function resumeOrders(deps: Dependencies, companyId: string) {
  return await changeRules(deps, companyId, ({ settings }) => ({ ...settings, pausedUntil: null }))
}

/** More minutes of preparation until a time, with the same end as a pause. */
export async function startRush(deps: Dependencies, companyId: string, typed: { until: string; minutes: number }) {
  return await changeRules(deps, companyId, ({ plan, settings }, now) => ({
    ...settings,
    rush: { minutes: typed.minutes, until: readEnd(typed.until, plan, now) },
  }))
}

export async function endRush(deps: Dependencies, companyId: string) {
  return await changeRules(deps, companyId, ({ settings }) => ({ ...settings, rush: null }))
}

function readEnd(until: string, plan: ShopRules['plan'], now: number): number {
  const end = readDateTime(until)?.epochMilliseconds
  if (end !== undefined && end > now && end <= latestPauseEnd(plan, now)) return end
  throw refusal('request.validation', { fields: { until: 'pause_end_error' } })
}

/** Changes the settings under the company's lock, so that two devices never overwrite each other; notifies the other screens. */
async function changeRules(
  { db }: Dependencies,
  companyId: string,
  change: (rules: ShopRules, now: number) => OrderSettings,
): Promise<OrderSettingsAnswer> {
  return await transaction(db, async (tx) => {
    await lockCompany(tx, companyId)
    await refuseWithoutPlan(tx, companyId)
    const rules = await rulesOf(tx, companyId)
    const settings = change(rules, (await readNow(tx)).epochMilliseconds)
    await saveOrderSettings(tx, companyId, settings)
    await notifyCompany(tx, companyId, { topic: 'order', id: companyId })
    return await presentSettings(tx, { ...rules, settings })
  })
}

async function refuseWithoutPlan(tx: Transaction, companyId: string): Promise<void> {
  const plan = await findCompanyPlan(tx, companyId)
  if (!plan?.limits.hasClickAndCollect) throw refusal('orders.cac_not_available')
}

async function presentSettings(db: Db, { plan, settings }: ShopRules): Promise<OrderSettingsAnswer> {
  const now = (await readNow(db)).epochMilliseconds
  const { minimumCents, reasons, rush, pausedUntil: _, ...kept } = settings
  const end = pauseEnd(settings, now)
  const momentOf = (moment: number | undefined) => (moment === undefined ? null : writeParisIso(moment))
  return {
    ...kept,
    reasons: [...reasons],
    minimum: minimumCents / 100,
    pausedUntil: momentOf(end ?? undefined),
    rush: rush && now < rush.until ? { minutes: rush.minutes, until: writeParisIso(rush.until) } : null,
    pauseEnds: { closing: momentOf(closingToday(plan, now)), tomorrow: momentOf(nextOpening(plan, now)) },
  }
}
