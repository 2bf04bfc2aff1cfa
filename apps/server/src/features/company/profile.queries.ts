import type { DrawablePicture } from '@parvis/domain/company/picture-sizes'
import type { DomainRowState } from '@parvis/domain/domains/own-domain'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Role } from '@parvis/domain/kernel/roles'
import type { Membership } from '@parvis/domain/subscription/plans'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import type { StoredSuspension } from './suspension.ts'

export type StoredOpening = { id: number; type: string; startTime: string; endTime: string; enabled: boolean }
export type RankedPicture = { rank: number; name: string }

/** Columns of a profile that residents may see, without its hours. */
export type ListedProfile = {
  id: string
  type: BusinessType
  name: string
  category: string | null
  address: string
  zipCode: string
  city: string
  latitude: number | null
  longitude: number | null
  description: string | null
  website: string | null
  email: string | null
  phoneNumber: string | null
  subdomain: string | null
  cacActive: boolean
  cacDescription: string
  profilePicture: string | null
  coverPicture: string | null
  identityStatus: 'missing' | 'pending' | 'verified' | 'refused'
  /** What was bought; the effective plan also depends on the type. */
  purchased: Membership
  followersCount: number
  isShown: boolean
  /** Moved by triggers whenever its hours change. */
  hoursVersion: number
  cacPictures: RankedPicture[]
}

/** A company as stored, with its hours and click-and-collect pictures. */
export type StoredProfile = ListedProfile &
  StoredSuspension & {
    siren: string
    /** Main activity as the registry gave it at registration. */
    naf: string | null
    drawnPictures: DrawablePicture[]
    openHours: StoredOpening[]
    /** Days of the week, 1 to 7, that receive by appointment outside of their hours. */
    appointmentDays: number[]
  }

/** The same, with its addresses on the residents' site. */
export type OwnProfile = StoredProfile & {
  place: { town: string; fiche: string } | null
  domain: { canonical: string; state: DomainRowState; isPointed: boolean } | null
}

export async function findProfile(db: Db, companyId: string): Promise<OwnProfile | undefined> {
  const [profile] = await selectProfile(db, { companyId })
  return profile
}

export const selectProfile = prepared(
  ({ companyId }: { companyId: string }) =>
    sql<OwnProfile>`select ${ownColumns} from companies where companies.id = ${companyId}`,
)

/** A public profile, the moment, and whether this person follows it, in one statement. */
export const selectPublicProfile = prepared(
  ({ id, userId }: { id: string; userId: number | null }) => sql<ListedProfile & { now: Date; isFollowed: boolean }>`
    select ${listedColumns}, app_now() as now,
      exists (select from follows where follows.company_id = companies.id and follows.user_id = ${userId}) as "isFollowed"
    from companies where companies.id = ${id}`,
)

/**
 * The wished business of a person, else the first, with the names of all of theirs: those that they own, then those that they work
 * for, oldest first; no row for who has none.
 */
export const selectFirstProfile = prepared(({ userId, companyId }: { userId: number; companyId: string | null }) => {
  const mine = sql`members join companies as mine on mine.id = members.company_id
    where members.user_id = ${userId}`
  const order = sql`(members.role = 'owner') desc, members.since, mine.id`
  return sql<OwnProfile & { owned: OwnedName[] }>`
      select ${ownColumns}, (
        select json_agg(json_build_object('companyId', mine.id, 'name', mine.name, 'type', mine.type, 'category', mine.category,
          'role', members.role, 'until', members.until_on, 'city', mine.city, 'picture', mine.profile_picture)
          order by ${order}) from ${mine}
      ) as owned
      from companies
      where companies.id = (
        select mine.id from ${mine} order by (mine.id = ${companyId}::uuid) is true desc, ${order} limit 1)`
})

export type OwnedName = { companyId: string; name: string; type: BusinessType; category: string | null } & {
  role: Role
  until: string | null
  city: string
  picture: string | null
}

/**
 * The visible companies of a postal code, 500 at most: newest last, or nearest first. Above 500, verified ones come first, then
 * the nearest to the reader, or to the centroid of all: a flood of fake companies hides nobody.
 */
export async function listProfilesOfZip(
  db: Db,
  zipCode: string,
  near?: { lat: number; lng: number },
): Promise<ListedProfile[]> {
  const middle = { zipCode, lat: near?.lat ?? null, lng: near?.lng ?? null }
  return near ? await selectNearestProfiles(db, middle) : await selectProfilesOfZip(db, middle)
}

type Middle = { zipCode: string; lat: number | null; lng: number | null }

const selectNearestProfiles = prepared(
  (middle: Middle) => sql<ListedProfile>`
    ${firstProfiles(middle)} order by first.far nulls last, companies.created_at, companies.id`,
)
const selectProfilesOfZip = prepared(
  (middle: Middle) => sql<ListedProfile>`${firstProfiles(middle)} order by companies.created_at, companies.id`,
)

function firstProfiles({ zipCode, lat, lng }: Middle) {
  const squared = sql`
    power(companies.latitude - middle.lat, 2) + power((companies.longitude - middle.lng) * cos(radians(middle.lat)), 2)`
  const first = sql`
    select companies.id, ${squared} as far from companies, (
      select coalesce(${lat}::float8, avg(latitude)) as lat, coalesce(${lng}::float8, avg(longitude)) as lng
      from companies where companies.zip_code = ${zipCode} and companies.is_shown) as middle
    where companies.zip_code = ${zipCode} and companies.is_shown
    order by companies.identity_status = 'verified' desc, far nulls last, companies.created_at, companies.id limit ${sql.literal(maxListed)}`
  return sql`select ${listedColumns} from companies join (${first}) as first on first.id = companies.id`
}

const maxListed = 500

const cacPictures = sql`(
  select coalesce(json_agg(json_build_object('rank', cac_pictures.rank, 'name', cac_pictures.name)
    order by cac_pictures.rank), '[]')
  from cac_pictures where cac_pictures.company_id = companies.id
)`

/** Columns of a list of 500, without anything that residents do not see; hours come from the process cache, by version. */
const listedColumns = sql`companies.id, companies.type, companies.name, companies.category, companies.address,
  companies.zip_code as "zipCode", companies.city, companies.latitude, companies.longitude, companies.description,
  companies.website, companies.email, companies.phone as "phoneNumber", companies.subdomain,
  companies.cac_active as "cacActive", companies.cac_description as "cacDescription",
  companies.profile_picture as "profilePicture", companies.cover_picture as "coverPicture",
  companies.identity_status as "identityStatus", companies.membership as purchased,
  companies.followers_count as "followersCount", companies.is_shown as "isShown",
  companies.hours_version as "hoursVersion", ${cacPictures} as "cacPictures"`

const openHours = sql`(
  select coalesce(json_agg(json_build_object(
    'id', opening_hours.id, 'type', opening_hours.day_type, 'startTime', opening_hours.start_time,
    'endTime', opening_hours.end_time, 'enabled', opening_hours.enabled
  ) order by opening_hours.position, opening_hours.id), '[]')
  from opening_hours where opening_hours.company_id = companies.id
)`

const ownColumns = sql`${listedColumns}, companies.registry_code as siren, companies.naf,
  companies.drawn_pictures as "drawnPictures", companies.suspended_at as "suspendedAt",
  companies.suspension_reason as "suspensionReason", ${openHours} as "openHours",
  companies.appointment_days as "appointmentDays", (
    select json_build_object('town', company_addresses.town, 'fiche', company_addresses.slug)
    from company_addresses where company_addresses.company_id = companies.id and company_addresses.is_current
  ) as place, (
    select json_build_object('canonical', custom_domains.canonical, 'state', custom_domains.state,
      'isPointed', custom_domains.pointed_at is not null)
    from custom_domains where custom_domains.company_id = companies.id and custom_domains.state <> 'released'
  ) as domain`
