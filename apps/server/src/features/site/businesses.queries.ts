import type { HoursPlan } from '@parvis/domain/hours/day-hours'
import { type Db, rowOf, rowsOf } from '../../db/database.ts'
import { elementsOf, type Prepared, prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { ListedProfile } from '../company/index.ts'
import { type HoursVersion, plansOf } from '../hours/index.ts'

type BusinessRow = HoursVersion &
  Pick<
    ListedProfile,
    'type' | 'name' | 'address' | 'city' | 'latitude' | 'longitude' | 'description' | 'website' | 'email'
  > &
  Pick<
    ListedProfile,
    'subdomain' | 'cacActive' | 'cacDescription' | 'profilePicture' | 'coverPicture' | 'purchased'
  > & {
    category: string
    phone: string | null
    ownDomain: string | null
    isVerified: boolean
    updatedAt: Date
    town: string
    fiche: string
    cacPictures: string[]
    photos: { name: string; alt: string }[]
  }

/** A business with what its page, and any card of it, shows; `plan`: its week, closures and holidays. */
export type SiteBusiness = BusinessRow & { plan: HoursPlan }

const oneOf =
  <Values extends object>(found: Prepared<Values, BusinessRow>) =>
  async (db: Db, values: Values): Promise<SiteBusiness | undefined> =>
    (await withPlans(db, (await found(db, values)).slice(0, 1)))[0]

const businessOfId = oneOf(
  prepared(({ companyId }: { companyId: string }) => businesses(sql`companies.id = ${companyId}`)),
)

export const findBusiness = async (db: Db, companyId: string) => await businessOfId(db, { companyId })

/** The shop of an order is named on its ticket while its page is hidden: accepted orders end. */
export const findShopOfOrder = async (db: Db, companyId: string): Promise<SiteBusiness | undefined> =>
  (await withPlans(db, await rowsOf<BusinessRow>(db)`${businessesAt} where companies.id = ${companyId}`))[0]

/** An address of a business: the INSEE code of its town, or `sans-commune`, and the slug under it. */
export type Fiche = { town: string; slug: string }

export const holderOf = ({ town, slug }: Fiche): Sql<string> => sql<string>`(
  select company_addresses.company_id from company_addresses
  where company_addresses.town = ${town} and company_addresses.slug = ${slug} and company_addresses.is_current)`

/** The company of this instant, published or not. */
export const ownerOf = ({ instantId }: { instantId: number }): Sql<string> =>
  sql<string>`(select instants.company_id from instants where instants.id = ${instantId})`

/** The business whose current address that is; a former one leads by `findAddress`. */
export const findBusinessAt = oneOf(prepared((fiche: Fiche) => businesses(sql`companies.id = ${holderOf(fiche)}`)))

/** The business of an instant, which may be paused or not published. */
export const findBusinessOfInstant = oneOf(
  prepared((instant: { instantId: number }) => businesses(sql`companies.id = ${ownerOf(instant)}`)),
)

/** Why a business is not shown: its erasure is due, though the rows may still be there for a few minutes; the team suspended it. */
export async function findAbsence(db: Db, companyId: string): Promise<{ isErased: boolean; isSuspended: boolean }> {
  const row = await rowOf<{ isErased: boolean; isSuspended: boolean }>(db)`
    select coalesce(companies.leaves_at <= app_now(), false) as "isErased", companies.suspended_at is not null as "isSuspended"
    from companies where companies.id = ${companyId}`
  return row ?? { isErased: true, isSuspended: false }
}

const businessesOfTown = prepared(({ town }: { town: string }) =>
  businesses(sql`companies.town = ${town} order by companies.name`),
)

export async function listBusinesses(db: Db, town: string): Promise<SiteBusiness[]> {
  return await withPlans(db, await businessesOfTown(db, { town }))
}

/** Those of these businesses that are shown, by their id. */
export async function findBusinesses(db: Db, ids: readonly string[]): Promise<Map<string, SiteBusiness>> {
  const found = await businessesOfIds(db, { ids: [...new Set(ids)] })
  return new Map((await withPlans(db, found)).map((one) => [one.id, one]))
}

const businessesOfIds = prepared(({ ids }: { ids: readonly string[] }) =>
  businesses(sql`companies.id = any(${elementsOf(ids, 'uuid')})`),
)

/** The stored subdomain's company, or the one that it led to less than twelve months ago. */
export async function findSubdomain(db: Db, subdomain: string): Promise<{ id: string; isFormer: boolean } | undefined> {
  return await rowOf<{ id: string; isFormer: boolean }>(db)`
    select companies.id, false as "isFormer" from companies where companies.subdomain = ${subdomain}
    union all
    select subdomain_history.company_id, true from subdomain_history
    where subdomain_history.subdomain = ${subdomain} and subdomain_history.until > app_now()
    limit 1`
}

const hallOfTown = oneOf(
  prepared(({ town }: { town: string }) =>
    businesses(sql`
      companies.town = ${town} and companies.type = 'mairie' and ${isVerified}
      order by companies.completed_at limit 1`),
  ),
)

/** The official town hall: the oldest completed mairie of the town whose identity is verified. */
export const findTownHall = async (db: Db, town: string) => await hallOfTown(db, { town })

export async function withPlans<T extends HoursVersion>(
  db: Db,
  found: readonly T[],
): Promise<(T & { plan: HoursPlan })[]> {
  const plans = await plansOf(db, found)
  return found.flatMap((business) => {
    const plan = plans.get(business.id)
    return plan ? [Object.assign(business, { plan })] : []
  })
}

export const isVerified = sql`companies.identity_status = 'verified'`

const ownDomain = sql`(
  select custom_domains.canonical from custom_domains
  where custom_domains.company_id = companies.id and custom_domains.state in ('proven', 'proof_missing')
    and custom_domains.pointed_at is not null
)`

const cacPictures = sql`(
  select coalesce(json_agg(cac_pictures.name order by cac_pictures.rank), '[]')
  from cac_pictures where cac_pictures.company_id = companies.id
)`

const photos = sql`(
  select coalesce(json_agg(json_build_object('name', company_photos.name, 'alt', company_photos.alt)
    order by company_photos.rank, company_photos.id), '[]')
  from company_photos where company_photos.company_id = companies.id
)`

const businessesAt = sql`
  select companies.id, companies.type, companies.name, coalesce(companies.category, '') as category, companies.address,
    companies.zip_code as "zipCode", companies.city, companies.latitude, companies.longitude, companies.description,
    companies.website, companies.email, companies.phone, companies.subdomain, ${ownDomain} as "ownDomain",
    companies.cac_active as "cacActive", companies.cac_description as "cacDescription",
    companies.profile_picture as "profilePicture", companies.cover_picture as "coverPicture", ${isVerified} as "isVerified",
    companies.membership as purchased, companies.updated_at as "updatedAt", company_addresses.town,
    company_addresses.slug as fiche, companies.hours_version as "hoursVersion", ${cacPictures} as "cacPictures",
    ${photos} as photos
  from companies join company_addresses on company_addresses.company_id = companies.id and company_addresses.is_current`

/** Those that residents see; the condition may go on with the order of the rows. */
const businesses = (where: Sql) => sql<BusinessRow>`${businessesAt} where companies.is_shown and ${where}`
