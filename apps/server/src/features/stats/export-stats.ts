import { categoryLabel } from '@parvis/domain/company/categories'
import { offersOf } from '@parvis/domain/kernel/business-type'
import { toCsv } from '@parvis/domain/kernel/csv'
import type { Dependencies } from '../../dependencies.ts'
import { listCompanies, readZip } from './read-stats.ts'

const headings = ['Nom', 'Type', 'Catégorie', 'Adresse', 'Code postal', 'E-mail', 'Sous-domaine', 'Inscription']
/** Without it Excel reads the accents wrong. */
const byteOrderMark = '\uFEFF'

/** The businesses of a postal code as CSV; no cell begins like a formula (T10). */
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
  return { name: `etablissements-${zip}.csv`, text: byteOrderMark + toCsv([headings, ...rows]) }
}
