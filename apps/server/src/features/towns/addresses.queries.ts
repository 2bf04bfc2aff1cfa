import { retention } from '@parvis/domain/kernel/retention'
import { type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'

/** The town of a company that is in none: its page is unlisted. */
export const noTown = 'sans-commune'

type ForAddress = { id: string; name: string; category: string; zipCode: string; city: string; town: string | null }

/** A completed company with what its address is made of. */
export async function findForAddress(db: Db, companyId: string) {
  return await rowOf<ForAddress>(db)`
    select companies.id, companies.name, companies.category, companies.zip_code as "zipCode", companies.city, companies.town
    from companies where companies.id = ${companyId} and companies.category is not null`
}

export async function saveTown(tx: Transaction, companyId: string, town: string | null): Promise<void> {
  await run(tx)`update companies set town = ${town} where companies.id = ${companyId}`
}

export async function findCurrentAddress(db: Db, companyId: string) {
  return await rowOf<{ town: string; fiche: string }>(db)`
    select company_addresses.town, company_addresses.slug as fiche from company_addresses
    where company_addresses.company_id = ${companyId} and company_addresses.is_current`
}

/**
 * Makes this the company's current address unless another company has it, or had it within twelve months of its erasure; returns
 * whether it did. Concurrent claims wait for each other on the primary key.
 */
export async function takeAddress(tx: Transaction, companyId: string, town: string, slug: string): Promise<boolean> {
  const rows = await rowsOf(tx)`
    insert into company_addresses as known (town, slug, company_id, is_current) values (${town}, ${slug}, ${companyId}, false)
    on conflict (town, slug) do update set company_id = excluded.company_id, since = app_now(), erased_at = null
    where known.company_id = excluded.company_id or known.erased_at < app_now() - make_interval(months => ${retention.addressMonths})
    returning known.slug`
  if (rows.length === 0) return false
  await run(tx)`
    update company_addresses set is_current = false
    where company_addresses.company_id = ${companyId} and company_addresses.is_current`
  await run(tx)`
    update company_addresses set is_current = true
    where company_addresses.town = ${town} and company_addresses.slug = ${slug}`
  return true
}

export type FoundAddress = { companyId: string; isCurrent: boolean; isErased: boolean }

/** The company that has or had this address; undefined when it is free. */
export async function findAddress(db: Db, town: string, slug: string): Promise<FoundAddress | undefined> {
  return await rowOf<FoundAddress>(db)`
    select company_addresses.company_id as "companyId", company_addresses.is_current as "isCurrent",
      company_addresses.erased_at is not null as "isErased"
    from company_addresses
    where company_addresses.town = ${town} and company_addresses.slug = ${slug}
      and (company_addresses.erased_at is null or company_addresses.erased_at > app_now() - make_interval(months => ${retention.addressMonths}))`
}
