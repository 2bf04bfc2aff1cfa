import { type HoursPlan, isClosedWhole, planHours, unknownHours } from '@parvis/domain/hours/day-hours'
import { osmOpeningHours } from '@parvis/domain/hours/osm'
import { comingHours, openingHoursSpecification, publicDays, publicSets } from '@parvis/domain/hours/published'
import { dateOfDay, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { refusal } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isShownToResidents } from '../company/index.ts'
import { findHours, listHours, type StoredHours, type StoredRow } from './hours.queries.ts'
import { presentOpening, presentWeek } from './present-hours.ts'

/** The next days of a completed business, and its hours for search engines and maps. */
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
 * Hours of public profiles at this moment: rows, open or closed, the week and the coming exceptional days. One query for all
 * companies whose hours this process has not cached.
 */
export async function openingsOf(db: Db, companies: readonly HoursVersion[], now: number) {
  const hoursOf = await readKnown(db, companies)
  // Memoised for one minute: hours change on whole minutes.
  const minute = Math.floor(now / 60_000)
  return (company: HoursVersion) => {
    const cached = hoursOf(company)
    if (cached.said?.minute !== minute) cached.said = { minute, opening: sayOpening(cached, now) }
    return cached.said.opening
  }
}

/** An old app shows « Temporairement fermé » for a place whose hours are all paused: so it reads a day closed whole. */
function sayOpening({ plan, shown, rows }: Known, now: number) {
  const opening = presentOpening(plan, now)
  const isClosedToday = opening.state === 'closed' && isClosedWhole(plan, parisDayNumber(now))
  return {
    openHours: isClosedToday ? rows.map((row) => ({ ...row, enabled: false })) : rows,
    opening,
    hours: { ...shown, coming: comingHours(plan, now) },
  }
}

/** The day plan of each company, for questions at any moment; one query for all that are not cached. */
export async function plansOf(db: Db, companies: readonly HoursVersion[]): Promise<Map<string, HoursPlan>> {
  const hoursOf = await readKnown(db, companies)
  return new Map(companies.map((company) => [company.id, hoursOf(company).plan]))
}

/** Pipelines the read of uncached hours with other statements, so that `plansOf` queries nothing unless they change meanwhile. */
export async function readHoursAhead(db: Db, companyId: string): Promise<void> {
  if (known.has(companyId)) return
  const hours = await findHours(db, companyId)
  if (hours) keep({ id: companyId, hoursVersion: hours.version, zipCode: hours.zip ?? '' }, hours)
}

type Known = {
  version: number
  zip: string
  plan: HoursPlan
  shown: ReturnType<typeof presentWeek>
  rows: StoredRow[]
  said?: { minute: number; opening: ReturnType<typeof sayOpening> }
}

// Cache of the process, by hours version (moved by triggers) and zip: a list of 500 companies queries no hours.
const known = new Map<string, Known>()
const maxKnown = 5_000

function knownOf({ id, hoursVersion, zipCode }: HoursVersion): Known | undefined {
  const cached = known.get(id)
  return cached?.version === hoursVersion && cached.zip === zipCode ? cached : undefined
}

/** The hours of each company; one query for all versions that are not cached. */
async function readKnown(db: Db, companies: readonly HoursVersion[]): Promise<(company: HoursVersion) => Known> {
  const unknown = companies.filter((company) => !knownOf(company))
  const read = new Map<string, Known>()
  if (unknown.length > 0) {
    const stored = new Map(
      (
        await listHours(
          db,
          unknown.map(({ id }) => id),
        )
      ).map((hours) => [hours.companyId, hours]),
    )
    for (const company of unknown) read.set(company.id, keep(company, stored.get(company.id)))
  }
  return (company) => read.get(company.id) ?? knownOf(company) ?? keep(company, undefined)
}

function keep({ id, hoursVersion, zipCode }: HoursVersion, hours: StoredHours | undefined): Known {
  const stored = hours ?? unknownHours
  const made: Known = {
    version: hoursVersion,
    zip: zipCode,
    plan: planHours(stored),
    shown: presentWeek(stored),
    rows: hours?.rows ?? [],
  }
  if (known.size >= maxKnown) known.clear()
  if (hours) known.set(id, made)
  return made
}
