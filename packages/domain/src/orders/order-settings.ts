import { dayHours, type HoursPlan } from '../hours/day-hours.ts'
import { type OpeningReason, serviceDay } from '../hours/opening.ts'
import { beforeOpenMinutes, type CutOff, pickupQuarters } from '../hours/pickup.ts'
import { type Span, spansOf } from '../hours/spans.ts'
import { dayNumberOf, daysBetween, parisDayNumber, startOfDay } from '../kernel/paris-days.ts'

/** How a shop takes orders; moments in epoch milliseconds, amounts in cents. */
export type OrderSettings = {
  slotsOn: boolean
  /** Open minutes before a request that nobody saw rings again. */
  alertMinutes: number
  /** Open minutes of the main hours that an order takes. */
  preparation: number
  /** Days offered, today counted. */
  horizon: number
  cutOff: CutOff | null
  /** Places of a quarter of an hour; null without limit. */
  capacity: number | null
  instruction: string
  reasons: readonly string[]
  photoAllowed: boolean
  minimumCents: number
  version: number
  pausedUntil: number | null
  rush: { minutes: number; until: number } | null
}

/** One tap each when an order is refused, until the shop edits them. */
export const usualReasons = [
  'Rupture',
  'Trop de commandes à cette heure',
  'Fermé ce jour-là',
  'Nous ne faisons pas cela',
] as const

/** Open minutes after which an order that nobody saw may ring again; a shop chooses one. */
export const alertDelays = [5, 10, 20, 30] as const

/** What a shop may set: least and most of each number, characters of a sentence, how many reasons. */
export const settingBounds = { preparation: [0, 1_440], horizon: [1, 60], capacity: [1, 99] } as const
export const maxInstruction = 200
export const maxReasons = 8

/** These defaults behave as orders did before slots. */
export const usualSettings: OrderSettings = {
  slotsOn: false,
  alertMinutes: 10,
  preparation: 30,
  horizon: 14,
  cutOff: null,
  capacity: null,
  instruction: '',
  reasons: usualReasons,
  photoAllowed: false,
  minimumCents: 0,
  version: 1,
  pausedUntil: null,
  rush: null,
}

const minute = 60_000
const day = 1_440 * minute
const quarterMilliseconds = 15 * minute

/** The quarter of an hour of the clock that holds a moment: Paris is whole hours from UTC. */
export const quarterOf = (moment: number): number => Math.floor(moment / quarterMilliseconds) * quarterMilliseconds

/** The end of the pause that runs; null otherwise. */
export const pauseEnd = ({ pausedUntil }: OrderSettings, now: number): number | null =>
  pausedUntil !== null && now < pausedUntil ? pausedUntil : null

/** Minutes of preparation now, those of the rush counted while it lasts. */
export const preparationAt = ({ preparation, rush }: OrderSettings, now: number): number =>
  preparation + (rush && now < rush.until ? rush.minutes : 0)

/** `left` is null without a capacity. */
export type FreeSlot = { start: number; left: number | null }
/** Why a day offers nothing: its hours, every place taken, or too late to order for it; null when it offers something. */
export type SlotDayReason = OpeningReason | 'full' | 'too_late' | null
export type DayOfSlots = { date: string; reason: SlotDayReason; slots: FreeSlot[] }

const daysWithoutSlots = 14

/**
 * The free quarters of each day, the only computation of what is offered. With slots off: the same
 * quarters for 14 days, without capacity nor cut-off. `taken` holds the places held, by the start of their quarter.
 */
export function offeredDays(
  plan: HoursPlan,
  settings: OrderSettings,
  taken: ReadonlyMap<number, number>,
  { now, days }: { now: number; days?: number | undefined },
): DayOfSlots[] {
  const horizon = settings.slotsOn ? settings.horizon : daysWithoutSlots
  const capacity = settings.slotsOn ? settings.capacity : null
  const rules = {
    now,
    preparation: preparationAt(settings, now),
    horizon: Math.min(days ?? horizon, horizon),
    cutOff: settings.slotsOn ? (settings.cutOff ?? undefined) : undefined,
    pausedUntil: pauseEnd(settings, now) ?? undefined,
  }
  return pickupQuarters(plan, rules).map(({ date, starts }) => {
    const slots = starts.flatMap((start): FreeSlot[] => {
      const left = capacity === null ? null : capacity - (taken.get(start) ?? 0)
      return left !== null && left <= 0 ? [] : [{ start, left }]
    })
    return { date, reason: slots.length > 0 ? null : reasonOf(plan, date, starts.length > 0), slots }
  })
}

function reasonOf(plan: HoursPlan, date: string, isFull: boolean): SlotDayReason {
  if (isFull) return 'full'
  if (plan.weekState !== 'week') return plan.weekState
  const { ranges, layer } = dayHours(plan, dayNumberOf(date))
  return ranges.length === 0 ? layer : 'too_late'
}

/** The three free quarters that follow a moment, or the first three when none follows. */
export function nextSlots(days: readonly DayOfSlots[], after: number): FreeSlot[] {
  const all = days.flatMap(({ slots }) => slots)
  const later = all.filter(({ start }) => start >= after)
  return (later.length > 0 ? later : all).slice(0, 3)
}

/** The moment at which an order for then can no longer be prepared: its time less the open minutes of preparation. */
export function lastMoment(plan: HoursPlan, { preparation }: OrderSettings, pickup: number): number {
  return beforeOpenMinutes(plan, pickup, preparation) ?? pickup - preparation * minute
}

/** When a request dies: when it can no longer be prepared with slots, a day after its time without. */
export function requestExpiry(plan: HoursPlan, settings: OrderSettings, pickup: number, now: number): number {
  if (!settings.slotsOn) return pickup + day
  const last = lastMoment(plan, settings, pickup)
  return last > now ? last : pickup
}

/** When a proposal dies: in 24 hours, or sooner when its time can no longer be prepared. */
export function proposalExpiry(plan: HoursPlan, settings: OrderSettings, pickup: number, now: number): number {
  const last = lastMoment(plan, settings, pickup)
  return Math.min(now + day, last > now ? last : pickup)
}

/** The latest end of a pause or a rush: the end of the next open day. */
export function latestPauseEnd(plan: HoursPlan, now: number): number {
  const today = parisDayNumber(now)
  return openDayAfter(plan, today).at(-1)?.end ?? startOfDay(today + 2)
}

/** The end of the service day that runs or comes today: « jusqu’à la fermeture »; undefined when nothing of it is left. */
export const closingToday = (plan: HoursPlan, now: number): number | undefined => serviceDay(plan, now).end

/** The start of the open day after that one, never midnight in a bar: « jusqu’à demain »; undefined when none opens within a year. */
export const nextOpening = (plan: HoursPlan, now: number): number | undefined =>
  openDayAfter(plan, dayNumberOf(serviceDay(plan, now).day))[0]?.start

function openDayAfter(plan: HoursPlan, day: number): Span[] {
  const next = daysBetween(day + 1, day + 370).find((one) => dayHours(plan, one).ranges.length > 0)
  return next === undefined ? [] : spansOf(dayHours(plan, next).ranges, next)
}
