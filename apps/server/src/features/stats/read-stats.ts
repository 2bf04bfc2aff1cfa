import { categoriesOf } from '@parvis/domain/company/categories'
import { businessTypes } from '@parvis/domain/kernel/business-type'
import { writeFrenchDay } from '@parvis/domain/kernel/day'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { isZip, padZip } from '@parvis/domain/kernel/zip'
import { refuseFields } from '@parvis/domain/refusals'
import type { Config } from '../../config.ts'
import { toInstant } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listCompaniesOfZip, listProfileCounts } from './stats.queries.ts'

/** Registrations per day and businesses of a postal code, newest first (AMB-116, AMB-117); zeros for an empty city. */
export async function readStats({ db, config }: Dependencies, zipCode: string | undefined) {
  const zip = readZip(zipCode)
  return { profiles: await listProfileCounts(db, zip), companies: await listCompanies(db, config, zip) }
}

export async function listCompanies(db: Db, config: Config, zip: string) {
  const companies = await listCompaniesOfZip(db, zip)
  return companies.map(({ createdAt, ...company }) => ({
    ...company,
    icon: `${config.publicUrl}/v1/icons/categories/${icons.get(company.category ?? '') ?? 'store'}.svg`,
    creationDate: writeParisIso(createdAt),
    stringCreationDate: writeFrenchDay(parisDay(toInstant(createdAt)).toString()),
  }))
}

/** Five digits, or the three or four that a number leaves of them (AMB-24). */
export function readZip(zipCode = ''): string {
  const zip = padZip(zipCode)
  if (!isZip(zip)) refuseFields({ zipCode: 'zipCode_format_error' })
  return zip
}

const icons = new Map(
  businessTypes.flatMap((type) => categoriesOf(type).map(({ slug, icon }) => [slug, icon] as const)),
)
