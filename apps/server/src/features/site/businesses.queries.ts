import type { HoursPlan } from '@parvis/domain/hours/day-hours'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Membership } from '@parvis/domain/subscription/plans'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type HoursVersion, plansOf } from '../hours/index.ts'

export type PublicOpening = { type: string; startTime: string; endTime: string; enabled: boolean }

/** A business with what its page, and any card of it, shows. */
export type SiteBusiness = {
  id: string
  type: BusinessType
  name: string
  category: string
  address: string
  zipCode: string
  city: string
  latitude: number | null
  longitude: number | null
  description: string | null
  website: string | null
  email: string | null
  phone: string | null
  subdomain: string | null
  /** The domain of its own that is served, as its owner typed it. */
  ownDomain: string | null
  cacActive: boolean
  cacDescription: string
  profilePicture: string | null
  coverPicture: string | null
  isVerified: boolean
  purchased: Membership
  followersCount: number
  updatedAt: Date
  completedAt: Date
  /** INSEE code, or `sans-commune`, and the slug under it. */
  town: string
  fiche: string
  openHours: PublicOpening[]
  hoursVersion: number
  /** Opening state computed from its week, closures and holidays. */
  plan: HoursPlan
  cacPictures: string[]
}

const businessOfId = prepared((db, { companyId }: { companyId: string }) =>
  businesses(db).where('companies.id', '=', companyId).compile(),
)

export async function findBusiness(db: Db, companyId: string): Promise<SiteBusiness | undefined> {
  const [found] = await businessOfId(db, { companyId })
  return await withPlan(db, found)
}

/** The shop of an order is named on its ticket while its page is hidden: accepted orders end. */
export const findShopOfOrder = async (db: Db, companyId: string): Promise<SiteBusiness | undefined> =>
  await withPlan(db, await businessesAt(db).where('companies.id', '=', companyId).executeTakeFirst())

/** An address of a business: the INSEE code of its town, or `sans-commune`, and the slug under it. */
export type Fiche = { town: string; slug: string }

/** The company that has this address now. */
export const holderOf = ({ town, slug }: Fiche): RawBuilder<string> => sql<string>`(
  select company_addresses.company_id from company_addresses
  where company_addresses.town = ${town} and company_addresses.slug = ${slug} and company_addresses.is_current)`

/** The company of this instant, published or not. */
export const ownerOf = ({ instantId }: { instantId: number }): RawBuilder<string> =>
  sql<string>`(select instants.company_id from instants where instants.id = ${instantId})`

const businessOfFiche = prepared((db, fiche: Fiche) =>
  businesses(db).where('companies.id', '=', holderOf(fiche)).compile(),
)

const businessOfInstant = prepared((db, instant: { instantId: number }) =>
  businesses(db).where('companies.id', '=', ownerOf(instant)).compile(),
)

/** The business whose current address that is; a former one leads by `findAddress`. */
export async function findBusinessAt(db: Db, fiche: Fiche): Promise<SiteBusiness | undefined> {
  const [found] = await businessOfFiche(db, fiche)
  return await withPlan(db, found)
}

/** The business of an instant, which may be paused or not published. */
export async function findBusinessOfInstant(db: Db, instantId: number): Promise<SiteBusiness | undefined> {
  const [found] = await businessOfInstant(db, { instantId })
  return await withPlan(db, found)
}

/** Whether its erasure is due, though the rows may still be there for a few minutes. */
export async function isErased(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(sql<boolean>`coalesce(companies.leaves_at <= app_now(), false)`.as('isErased'))
    .executeTakeFirst()
  return row?.isErased ?? true
}

/** Whether the team suspended it: its pages then say only that. */
export async function isSuspended(db: Db, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select('companies.suspended_at')
    .executeTakeFirst()
  return Boolean(row?.suspended_at)
}

const businessesOfTown = prepared((db, { town }: { town: string }) =>
  businesses(db).where('companies.town', '=', town).orderBy('companies.name').compile(),
)

/** Every business of a town, by name. */
export async function listBusinesses(db: Db, town: string): Promise<SiteBusiness[]> {
  return await withPlans(db, await businessesOfTown(db, { town }))
}

export async function listBusinessesById(db: Db, ids: readonly string[]): Promise<SiteBusiness[]> {
  if (ids.length === 0) return []
  const found = businesses(db).where('companies.id', 'in', [...ids])
  return await withPlans(db, await found.execute())
}

/** The stored subdomain's company, or the one that it led to less than twelve months ago. */
export async function findSubdomain(db: Db, subdomain: string): Promise<{ id: string; isFormer: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isFormer: boolean }>`
    select companies.id, false as "isFormer" from companies where companies.subdomain = ${subdomain}
    union all
    select subdomain_history.company_id, true from subdomain_history
    where subdomain_history.subdomain = ${subdomain} and subdomain_history.until > app_now()
    limit 1`.execute(db)
  return rows[0]
}

const hallOfTown = prepared((db, { town }: { town: string }) =>
  businesses(db)
    .where('companies.town', '=', town)
    .where('companies.type', '=', 'mairie')
    .where('companies.identity_status', '=', 'verified')
    .orderBy('companies.completed_at')
    .limit(1)
    .compile(),
)

/** The official town hall: the oldest completed mairie of the town whose identity is verified. */
export async function findTownHall(db: Db, town: string): Promise<SiteBusiness | undefined> {
  const [hall] = await hallOfTown(db, { town })
  return await withPlan(db, hall)
}

export async function withPlans<T extends HoursVersion>(
  db: Db,
  found: readonly T[],
): Promise<(T & { plan: HoursPlan })[]> {
  const plans = await plansOf(db, found)
  return found.flatMap((business) => {
    const plan = plans.get(business.id)
    return plan ? [{ ...business, plan }] : []
  })
}

const withPlan = async <T extends HoursVersion>(db: Db, found: T | undefined) =>
  found && (await withPlans(db, [found]))[0]

export const isVerified = sql<boolean>`companies.identity_status = 'verified'`
const businesses = (db: Db) => businessesAt(db).where('companies.is_shown', '=', true)

function businessesAt(db: Db) {
  return db
    .selectFrom('companies')
    .innerJoin('company_addresses', (join) =>
      join.onRef('company_addresses.company_id', '=', 'companies.id').on('company_addresses.is_current', '=', true),
    )
    .select([
      'companies.id',
      'companies.type',
      'companies.name',
      sql<string>`coalesce(companies.category, '')`.as('category'),
      'companies.address',
      'companies.zip_code as zipCode',
      'companies.city',
      'companies.latitude',
      'companies.longitude',
      'companies.description',
      'companies.website',
      'companies.email',
      'companies.phone',
      'companies.subdomain',
      ownDomain.as('ownDomain'),
      'companies.cac_active as cacActive',
      'companies.cac_description as cacDescription',
      'companies.profile_picture as profilePicture',
      'companies.cover_picture as coverPicture',
      isVerified.as('isVerified'),
      'companies.membership as purchased',
      'companies.followers_count as followersCount',
      'companies.updated_at as updatedAt',
      sql<Date>`companies.completed_at`.as('completedAt'),
      'company_addresses.town',
      'company_addresses.slug as fiche',
      openHours.as('openHours'),
      'companies.hours_version as hoursVersion',
      cacPictures.as('cacPictures'),
    ])
}

const ownDomain: RawBuilder<string | null> = sql`(
  select custom_domains.canonical from custom_domains
  where custom_domains.company_id = companies.id and custom_domains.state in ('proven', 'proof_missing')
    and custom_domains.pointed_at is not null
)`

const openHours: RawBuilder<PublicOpening[]> = sql`(
  select coalesce(json_agg(json_build_object(
    'type', opening_hours.day_type, 'startTime', opening_hours.start_time,
    'endTime', opening_hours.end_time, 'enabled', opening_hours.enabled
  ) order by opening_hours.position, opening_hours.id), '[]')
  from opening_hours where opening_hours.company_id = companies.id
)`

const cacPictures: RawBuilder<string[]> = sql`(
  select coalesce(json_agg(cac_pictures.name order by cac_pictures.rank), '[]')
  from cac_pictures where cac_pictures.company_id = companies.id
)`
