import { categoriesOf, categoryLabel } from '@parvis/domain/company/categories'
import { businessTypes, offersOf } from '@parvis/domain/kernel/business-type'
import { toCsvFile } from '@parvis/domain/kernel/csv'
import { writeFrenchDay } from '@parvis/domain/kernel/day'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { isZip, padZip } from '@parvis/domain/kernel/place'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Config } from '../../config.ts'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findOwnTown, listLostFollowers, sumActs, sumSources, sumTown } from './acts.queries.ts'
import {
  countFollowers,
  type DayNumbers,
  listCompaniesOfZip,
  listDayNumbers,
  listInstantNumbers,
  listProfileCounts,
  listReachedDevices,
  listToldChanges,
} from './stats.queries.ts'

/** Registrations per day and businesses of a postal code, newest first; zeros for an empty city. */
export async function readStats({ db, config }: Dependencies, zipCode: string | undefined) {
  const zip = readZip(zipCode)
  return { profiles: await listProfileCounts(db, zip), companies: await listCompanies(db, config, zip) }
}

async function listCompanies(db: Db, config: Config, zip: string) {
  const companies = await listCompaniesOfZip(db, zip)
  return companies.map(({ createdAt, ...company }) => ({
    ...company,
    icon: `${config.publicUrl}/v1/icons/categories/${icons.get(company.category ?? '') ?? 'store'}.svg`,
    creationDate: writeParisIso(createdAt),
    stringCreationDate: writeFrenchDay(parisDay(toInstant(createdAt)).toString()),
  }))
}

/** Five digits, or the three or four that a number leaves of them. */
function readZip(zipCode = ''): string {
  const zip = padZip(zipCode)
  if (!isZip(zip)) refuseFields({ zipCode: 'zipCode_format_error' })
  return zip
}

const icons = new Map(
  businessTypes.flatMap((type) => categoriesOf(type).map(({ slug, icon }) => [slug, icon] as const)),
)

const days = 30

/** The last 30 Paris days of a business, today included. */
export async function readNumbers({ db }: Dependencies, companyId: string) {
  const today = parisDay(await readNow(db))
  const firstDay = today.subtract({ days: days - 1 }).toString()
  const formerDay = today.subtract({ days: 2 * days - 1 }).toString()
  const read = await listDayNumbers(db, companyId, formerDay, today.toString())
  const [former, perDay] = [read.slice(0, days), read.slice(days)]
  const acts = await sumActs(db, companyId)
  const lost = await listLostFollowers(db, companyId)
  return {
    followersCount: await countFollowers(db, companyId),
    totals: totalsOf(perDay),
    days: perDay,
    instants: await listInstantNumbers(db, companyId, firstDay),
    reached: await listReachedDevices(db, companyId),
    changes: await listToldChanges(db, companyId),
    acts: acts.now,
    before: { ...totalsOf(former), acts: acts.before },
    sources: await sumSources(db, companyId),
    lostFollowers: { total: lost.reduce((sum, { count }) => sum + count, 0), days: lost },
  }
}

const headings = ['Nom', 'Type', 'Catégorie', 'Adresse', 'Code postal', 'E-mail', 'Sous-domaine', 'Inscription']

/** The businesses of a postal code as CSV; no cell begins like a formula. */
export async function exportStats({ db, config }: Dependencies, zipCode: string | undefined) {
  const zip = readZip(zipCode)
  const companies = await listCompanies(db, config, zip)
  const rows = companies.map((company) => [
    company.name,
    offersOf(company.type).label,
    company.category && categoryLabel(company.category, company.type),
    company.address,
    zip,
    company.email,
    company.subdomain,
    company.stringCreationDate,
  ])
  return { name: `etablissements-${zip}.csv`, text: toCsvFile([headings, ...rows]) }
}

function totalsOf(lines: readonly DayNumbers[]) {
  const total = (key: Exclude<keyof DayNumbers, 'day'>) => lines.reduce((sum, line) => sum + line[key], 0)
  return { followers: total('followers'), views: total('views'), openedNotifications: total('openedNotifications') }
}

/** Totals of the town of a verified town hall, never of one business; 403 for anybody else. */
export async function readTownNumbers({ db }: Dependencies, companyId: string) {
  const town = await findOwnTown(db, companyId)
  if (town === undefined) throw refusal('request.forbidden')
  return await sumTown(db, town, companyId)
}
