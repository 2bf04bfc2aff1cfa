import { isZip } from '@parvis/domain/kernel/zip'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { findProfile, listProfilesOfZip, type StoredProfile, shownToResidents } from '../company/index.ts'
import { openingsOf } from '../hours/index.ts'
import { listPublicInstants } from '../instants/index.ts'
import { findFollowed } from './residents.queries.ts'

/** A completed business as residents see it; 404 while it is not completed, or suspended. */
export async function readPublicCompany(
  deps: Dependencies,
  { id: companyId, states }: { id: string; states?: boolean | undefined },
  userId: number | undefined,
) {
  const profile = await findProfile(deps.db, companyId)
  if (!profile?.isShown) throw refusal('request.not_found')
  const [shown] = await toPublicProfiles(deps, [profile], { userId, states })
  if (!shown) throw refusal('request.not_found')
  return shown
}

type Listing = { zip: string; states?: boolean | undefined; lat?: number | undefined; lng?: number | undefined }

/** The completed businesses of a postal code, 500 at most; nearest first to who says where they are. */
export async function listPublicCompanies(
  deps: Dependencies,
  { zip, states, lat, lng }: Listing,
  userId: number | undefined,
) {
  refuseFields(isZip(zip) ? {} : { zip: 'zipCode_format_error' })
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng }
  return await toPublicProfiles(deps, await listProfilesOfZip(deps.db, zip, near), { userId, states })
}

async function toPublicProfiles(
  { db, config }: Dependencies,
  profiles: readonly StoredProfile[],
  { userId, states }: { userId: number | undefined; states: boolean | undefined },
) {
  const ids = profiles.map(({ id }) => id)
  const followed = userId === undefined ? new Set<string>() : await findFollowed(db, userId, ids)
  const instants = await listPublicInstants(db, config, ids, states)
  const openings = await openingsOf(db, profiles)
  return profiles.map((profile) => ({
    ...shownToResidents(config, profile),
    ...hoursOf(profile, openings.get(profile.id)),
    isFollowed: followed.has(profile.id),
    instants: instants.get(profile.id) ?? [],
  }))
}

/** An old app shows « Temporairement fermé » for a place whose hours are all paused: so it reads a day closed whole (TO-06). */
function hoursOf(
  { openHours }: StoredProfile,
  found: NonNullable<ReturnType<Awaited<ReturnType<typeof openingsOf>>['get']>> | undefined,
) {
  if (!found) throw new Error('every profile has its hours')
  const { opening, hours, isClosedToday } = found
  return {
    openHours: isClosedToday ? openHours.map((entry) => ({ ...entry, enabled: false })) : openHours,
    opening,
    hours,
  }
}
