import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Db, Transaction } from '../../db/database.ts'

export type NewCompany = {
  type: BusinessType
  code: string
  name: string
  address: string
  zipCode: string
  city: string
  naf: string | null
  legalCategory: string | null
  prospectEmail: string | null
}

export async function isCodeUsed(db: Db, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .where('companies.registry_code', '=', code)
    .select('companies.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Advisory lock of a person: one registration at a time over all processes; returns whether they own a business already. */
export async function lockOwner(tx: Transaction, userId: number): Promise<{ ownsCompany: boolean }> {
  await tx.selectFrom('users').where('users.id', '=', userId).select('users.id').forUpdate().execute()
  const owned = await tx
    .selectFrom('company_owners')
    .where('company_owners.user_id', '=', userId)
    .select('company_owners.company_id')
    .executeTakeFirst()
  return { ownsCompany: owned !== undefined }
}

/** The new company's id; undefined when its code is registered already. */
export async function createCompany(tx: Transaction, userId: number, company: NewCompany): Promise<string | undefined> {
  const created = await tx
    .insertInto('companies')
    .values({
      type: company.type,
      registry_code: company.code,
      name: company.name,
      address: company.address,
      zip_code: company.zipCode,
      city: company.city,
      naf: company.naf,
      legal_category: company.legalCategory,
      prospect_email: company.prospectEmail,
    })
    .onConflict((conflict) => conflict.column('registry_code').doNothing())
    .returning('companies.id')
    .executeTakeFirst()
  if (created) await tx.insertInto('company_owners').values({ company_id: created.id, user_id: userId }).execute()
  return created?.id
}

export type StoredCity = { name: string; zip: string }

export async function listStoredCities(db: Db): Promise<StoredCity[]> {
  return await db
    .selectFrom('cities')
    .select(['cities.name', 'cities.zip_code as zip'])
    .orderBy('cities.position')
    .execute()
}

/** Replaces the whole list, kept in the order given. */
export async function replaceCities(tx: Transaction, cities: readonly StoredCity[]): Promise<void> {
  await tx.deleteFrom('cities').execute()
  for (let start = 0; start < cities.length; start += rowsPerInsert) {
    const rows = cities.slice(start, start + rowsPerInsert)
    await tx
      .insertInto('cities')
      .values(rows.map(({ name, zip }, at) => ({ name, zip_code: zip, position: start + at })))
      .onConflict((conflict) => conflict.columns(['zip_code', 'name']).doNothing())
      .execute()
  }
}

const rowsPerInsert = 1_000
