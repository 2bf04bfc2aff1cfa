import { type HoursPlan, isClosedWhole, planHours } from '@parvis/domain/hours/day-hours'
import { osmOpeningHours } from '@parvis/domain/hours/osm'
import { comingHours, openingHoursSpecification, publicDays, publicSets } from '@parvis/domain/hours/published'
import type { WeekLine } from '@parvis/domain/hours/week'
import { dateOfDay, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { refusal } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isShownToResidents } from '../company/index.ts'
import { findHours, listHours, type StoredHours } from './hours.queries.ts'
import { presentOpening } from './present-hours.ts'

/** The next days of a completed business, and its hours for search engines and maps (H-033, H-035, H-036). */
export async function readPublicHours(
  { db }: Dependencies,
  companyId: string,
  { from, days }: { from?: string | undefined; days: number },
) {
  const hours = (await isShownToResidents(db, companyId)) ? await findHours(db, companyId) : undefined
  if (!hours) throw refusal('request.not_found')
  const now = (await readNow(db)).epochMilliseconds
  const plan = planHours(hours)
  const first = from ?? dateOfDay(parisDayNumber(now))
  return {
    days: publicDays(plan, first, days),
    sets: publicSets(plan, first, days),
    osm: osmOpeningHours(plan, now),
    openingHoursSpecification: openingHoursSpecification(plan, now),
    opening: presentOpening(plan, now),
  }
}

export type HoursVersion = { id: string; hoursVersion: number; zipCode: string }

/**
 * What public profiles say of their hours now: open or closed, the week and the coming particular days, and whether an old
 * app must read the day as closed (TO-06). One query for all those whose hours this process has not read yet.
 */
export async function openingsOf(db: Db, companies: readonly HoursVersion[], now: number) {
  const plans = await readPlans(db, companies)
  return new Map(
    companies.map((company) => {
      const kept = knownPlan(company, plans.get(company.id))
      // Hours change on whole minutes: what was said in this one is said again.
      const minute = Math.floor(now / 60_000)
      if (kept.said?.minute !== minute) kept.said = { minute, opening: sayOpening(kept, now) }
      return [company.id, kept.said.opening] as const
    }),
  )
}

function sayOpening({ plan, week }: { plan: HoursPlan; week: Week }, now: number) {
  const opening = presentOpening(plan, now)
  const isClosedToday = opening.state === 'closed' && isClosedWhole(plan, parisDayNumber(now))
  return { opening, hours: { week, coming: comingHours(plan, now) }, isClosedToday }
}

/** The plan of each, to be asked at any moment; one query for all those that this process has not read yet. */
export async function plansOf(db: Db, companies: readonly HoursVersion[]): Promise<Map<string, HoursPlan>> {
  const read = await readPlans(db, companies)
  return new Map(companies.map((company) => [company.id, knownPlan(company, read.get(company.id)).plan]))
}

async function readPlans(db: Db, companies: readonly HoursVersion[]): Promise<Map<string, StoredHours>> {
  const unknown = companies.filter((company) => !known.has(keyOf(company))).map(({ id }) => id)
  const read = unknown.length > 0 ? await listHours(db, unknown) : []
  return new Map(read.map((hours) => [hours.companyId, hours]))
}

type Week = (Omit<WeekLine, 'days'> & { days: WeekLine['days'][number][] })[]
type Known = {
  plan: HoursPlan
  week: Week
  said?: { minute: number; opening: ReturnType<typeof sayOpening> }
}

// Cache of the process, keyed by id, hours version (moved by triggers) and zip: a list of 500 companies queries no hours.
const known = new Map<string, Known>()
const mostKnown = 5_000

function keyOf({ id, hoursVersion, zipCode }: HoursVersion): string {
  return `${id} ${hoursVersion} ${zipCode}`
}

function knownPlan(company: HoursVersion, hours: StoredHours | undefined): Known {
  const key = keyOf(company)
  const kept = known.get(key)
  if (kept) return kept
  const empty = { week: [], exceptions: [], sets: [], zip: null, usualHolidays: [] }
  const made: Known = {
    plan: planHours(hours ?? empty),
    week: (hours?.week ?? []).map((line) => ({ ...line, days: [...line.days] })),
  }
  if (known.size >= mostKnown) known.clear()
  if (hours) known.set(key, made)
  return made
}
