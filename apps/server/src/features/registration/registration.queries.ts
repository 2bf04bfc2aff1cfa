import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { refusal } from '@parvis/domain/refusals'
import { cellOf, type Db, hasRow, numberOf, rowsOf, run, type Transaction } from '../../db/database.ts'

export async function isCodeUsed(db: Db, code: string): Promise<boolean> {
  return await hasRow(db)`select from companies where companies.registry_code = ${code}`
}

/**
 * Locks a person's row: one registration at a time over all processes; returns how many businesses they own already. 401
 * SESSION_UNKNOWN where their phone was taken away meanwhile: nobody could sign in to that business.
 */
export async function lockOwner(tx: Transaction, userId: number): Promise<number> {
  const lives = await hasRow(tx)`
    select from users where users.id = ${userId} and users.phone is not null for update`
  if (!lives) throw refusal('request.session_unknown')
  return await numberOf(tx)`
    select count(*)::int from company_members
    where company_members.user_id = ${userId} and company_members.role = 'owner'`
}

type NewCompany = {
  type: BusinessType
  registry_code: string
  legal_category: string | null
  name: string
  address: string
  zip_code: string
  city: string
  /** Main activity as the registry gives it. */
  naf?: string | undefined
  prospect_email: string | null
}

/** The new company's id; undefined when its code is registered already. */
export async function createCompany(tx: Transaction, userId: number, company: NewCompany): Promise<string | undefined> {
  const id = await cellOf<string>(tx)`
    insert into companies (type, registry_code, legal_category, name, address, zip_code, city, naf, prospect_email)
    values (${company.type}, ${company.registry_code}, ${company.legal_category}, ${company.name}, ${company.address},
      ${company.zip_code}, ${company.city}, ${company.naf ?? null}, ${company.prospect_email})
    on conflict (registry_code) do nothing returning companies.id`
  if (id !== undefined) await run(tx)`insert into company_members (company_id, user_id) values (${id}, ${userId})`
  return id
}

export type StoredCity = { name: string; zip: string }

export async function listStoredCities(db: Db): Promise<StoredCity[]> {
  return await rowsOf<StoredCity>(db)`select cities.name, cities.zip_code as zip from cities order by cities.position`
}

/** Replaces the whole list, kept in the order given. */
export async function replaceCities(tx: Transaction, cities: readonly StoredCity[]): Promise<void> {
  await run(tx)`delete from cities`
  await run(tx)`
    insert into cities (name, zip_code, position)
    select city ->> 'name', city ->> 'zip', position
    from json_array_elements(${JSON.stringify(cities)}::json) with ordinality as listed (city, position)
    on conflict (zip_code, name) do nothing`
}

/** Unread conversations and orders to answer in each business of a person, in the order of their list. */
export async function listWaiting(db: Db, userId: number) {
  return await rowsOf<{ companyId: string; messages: number; orders: number }>(db)`
    select members.company_id as "companyId",
      (select count(*)::int from discussions
        where discussions.company_id = members.company_id and discussions.company_unread > 0) as messages,
      (select count(*)::int from orders
        where orders.company_id = members.company_id and orders.state = 'asked') as orders
    from members where members.user_id = ${userId}
    order by (members.role = 'owner') desc, members.since, members.company_id`
}
