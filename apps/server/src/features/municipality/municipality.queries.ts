import type { AnswerOf } from '@parvis/domain/api'
import type { Ranked } from '@parvis/domain/kernel/ranks'
import type { ServiceType } from '@parvis/domain/municipality/service-form'
import { cellOf, columnOf, type Db, hasRow, numberOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export type ServiceToSave = { type: ServiceType; label: string; content: string; iconId: number }

type ActiveService = ServiceToSave & { id: number; rank: number; active: boolean; cityId: string } & {
  iconName: string
  iconTags: string
}

export async function listActiveServices(db: Db, companyId: string): Promise<ActiveService[]> {
  return await rowsOf<ActiveService>(db)`
    select services.id, services.label, services.type, services.content, services.rank, services.active,
      services.company_id as "cityId", icons.id as "iconId", icons.name as "iconName", icons.tags as "iconTags"
    from municipal_services services join service_icons icons on icons.id = services.icon_id
    where services.company_id = ${companyId} and services.active order by services.rank`
}

/**
 * The town hall of an active service, if that person owns it: another's service is not found by it. `deletedToo`: for the retry of a
 * deletion.
 */
export async function findServiceOwner(db: Db, userId: number, serviceId: number, deletedToo = false) {
  return await cellOf<string>(db)`
    select municipal_services.company_id
    from municipal_services join members on members.company_id = municipal_services.company_id
    where municipal_services.id = ${serviceId} and members.user_id = ${userId}
      and (municipal_services.active or ${deletedToo})`
}

export async function isKnownIcon(db: Db, iconId: number): Promise<boolean> {
  return await hasRow(db)`select from service_icons where service_icons.id = ${iconId}`
}

/** The caller must hold the company's lock. */
export async function countActiveServices(tx: Transaction, companyId: string): Promise<number> {
  return await numberOf(tx)`
    select count(*)::int from municipal_services
    where municipal_services.company_id = ${companyId} and municipal_services.active`
}

/** Puts a service after the others; the caller holds the company's lock. */
export async function appendService(tx: Transaction, companyId: string, service: ServiceToSave): Promise<number> {
  return await numberOf(tx)`
    insert into municipal_services (company_id, type, label, content, icon_id, rank)
    select ${companyId}, ${service.type}, ${service.label}, ${service.content}, ${service.iconId},
      coalesce(max(services.rank), 0) + 1
    from municipal_services services where services.company_id = ${companyId} and services.active
    returning id`
}

export async function saveService(tx: Transaction, serviceId: number, { type, label, content, iconId }: ServiceToSave) {
  return await hasRow(tx)`
    update municipal_services set type = ${type}, label = ${label}, content = ${content}, icon_id = ${iconId}
    where municipal_services.id = ${serviceId} and municipal_services.active returning true`
}

/** Takes a service out and closes the ranks up; false when it was already out. The caller holds the company's lock. */
export async function retireService(tx: Transaction, companyId: string, serviceId: number): Promise<boolean> {
  const rank = await cellOf<number>(tx)`
    update municipal_services set active = false
    where municipal_services.id = ${serviceId} and municipal_services.active returning municipal_services.rank`
  if (rank === undefined) return false
  await run(tx)`
    update municipal_services set rank = municipal_services.rank - 1
    where municipal_services.company_id = ${companyId} and municipal_services.active
      and municipal_services.rank > ${rank}`
  return true
}

export async function listActiveServiceIds(tx: Transaction, companyId: string): Promise<number[]> {
  return await columnOf<number>(tx)`
    select municipal_services.id from municipal_services where municipal_services.company_id = ${companyId}
    and municipal_services.active`
}

export async function saveRanks(tx: Transaction, companyId: string, couples: readonly Ranked[]): Promise<void> {
  await run(tx)`
    update municipal_services services set rank = couples.rank
    from unnest(${couples.map(({ id }) => id)}::bigint[], ${couples.map(({ rank }) => rank)}::int[]) as couples (id, rank)
    where services.id = couples.id and services.company_id = ${companyId} and services.active`
}

export async function listIcons(db: Db) {
  return await rowsOf<{ id: number; name: string; tags: string }>(db)`
    select icons.id, icons.name, icons.tags from service_icons icons order by icons.position`
}

/** Brings the table to the icons shipped; those that are no longer shipped stay, a service may wear them. */
export async function saveIcons(tx: Transaction, icons: readonly { name: string; tags: string }[]): Promise<void> {
  await run(tx)`
    insert into service_icons (name, tags, position)
    select icon ->> 'name', icon ->> 'tags', position
    from json_array_elements(${JSON.stringify(icons)}::json) with ordinality as shipped (icon, position)
    on conflict (name) do update set tags = excluded.tags, position = excluded.position`
}

type TownHall = AnswerOf<'GET /v1/app/municipalities'>[number]

export async function listTownHalls(db: Db, zip: string | undefined): Promise<TownHall[]> {
  const ofZip = zip ? sql`and companies.zip_code = ${zip}` : sql``
  return await rowsOf<TownHall>(db)`
    select companies.id, companies.name, companies.address, companies.zip_code as "zipCode", companies.city,
      companies.profile_picture as "profileImage", companies.cover_picture as "coverImage",
      companies.phone as "phoneNumber", companies.email, companies.website,
      companies.identity_status = 'verified' as verified
    from companies where companies.type = 'mairie' and companies.is_shown ${ofZip}
    order by companies.name limit 200`
}

export async function isTownHall(db: Db, companyId: string): Promise<boolean> {
  return await hasRow(db)`
    select from companies where companies.id = ${companyId} and companies.type = 'mairie' and companies.is_shown`
}
