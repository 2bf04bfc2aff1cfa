import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { pausedText, slotsText } from '@parvis/domain/orders/order-messages.fr'
import {
  type FreeSlot,
  nextSlots,
  offeredDays,
  pauseEnd,
  preparationAt,
  quarterOf,
} from '@parvis/domain/orders/order-settings'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { limitsOf } from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import { momentAt, readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listTaken } from '../bookings/index.ts'
import { rulesOf, type ShopRules } from './find-my-order.ts'
import { findShop, type Shop } from './slots.queries.ts'

/** Throws 403 unless the shop's plan has click-and-collect and it is active. */
export function refuseWithoutClickAndCollect(shop: Shop | undefined): Shop {
  if (!shop) throw refusal('request.not_found')
  const { hasClickAndCollect } = limitsOf(shop.type, shop.membership)
  if (!hasClickAndCollect || !shop.cacActive) throw refusal('orders.cac_not_available')
  return shop
}

/** The quarters that a shop offers: the one computation of both doors. */
export async function pickupSlots({ db }: Dependencies, companyId: string, days?: number) {
  return await transaction(db, async (tx) => {
    refuseWithoutClickAndCollect(await findShop(tx, companyId))
    const { plan, settings } = await rulesOf(tx, companyId)
    const now = (await readNow(tx)).epochMilliseconds
    const taken = await listTaken(tx, companyId, new Date(quarterOf(now)))
    const end = pauseEnd(settings, now)
    return {
      slotsOn: settings.slotsOn,
      pausedUntil: end === null ? null : writeParisIso(end),
      preparation: preparationAt(settings, now),
      instruction: settings.instruction,
      photoAllowed: settings.photoAllowed,
      days: offeredDays(plan, settings, taken, { now, days }).map(({ slots, ...day }) => ({
        ...day,
        slots: writeSlots(slots),
      })),
    }
  })
}

const writeSlots = (slots: readonly FreeSlot[]) =>
  slots.map(({ start, left }) => ({ start: writeParisIso(start), left }))

/** What is free instead of a refused time, the next three quarters: in words, and as the other calls name them. */
export async function freeInstead(
  db: Db,
  companyId: string,
  { plan, settings }: ShopRules,
  { wished, now, sentence }: { wished: number; now: number; sentence: string },
) {
  const taken = await listTaken(db, companyId, new Date(quarterOf(now)))
  const slots = nextSlots(offeredDays(plan, settings, taken, { now }), wished)
  const starts = slots.map(({ start }) => momentAt(start))
  return { message: slotsText(sentence, starts, momentAt(wished)), details: { slots: writeSlots(slots) } }
}

type Wish = { pickup: number; now: Temporal.Instant; field: 'slot' | 'pickupDateTime' }

/**
 * Refuses a time during a pause (403) and, with slots on, a time that is not an offered quarter (400), with the free
 * ones. Whether the quarter has a place left is checked when it is taken.
 */
export async function refuseSlot(
  db: Db,
  companyId: string,
  { plan, settings }: ShopRules,
  { pickup, now, field }: Wish,
): Promise<void> {
  const end = pauseEnd(settings, now.epochMilliseconds)
  if (end !== null && pickup < end) {
    const message = pausedText(momentAt(end), now)
    throw refusal('orders.paused', { message, details: { pausedUntil: writeParisIso(end) } })
  }
  if (!settings.slotsOn) return
  const asked = { wished: pickup, now: now.epochMilliseconds, sentence: 'Ce n’est pas un créneau libre.' }
  const possible = offeredDays(plan, { ...settings, capacity: null }, new Map(), asked)
  if (possible.some(({ slots }) => slots.some(({ start }) => start === pickup))) return
  refuseFields({ [field]: 'pickup_slot_error' }, await freeInstead(db, companyId, { plan, settings }, asked))
}
