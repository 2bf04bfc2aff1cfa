import { isZip } from '@parvis/domain/kernel/place'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toInstant } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type ListedProfile, listProfilesOfZip, selectPublicProfile, shownToResidents } from '../company/index.ts'
import { openingsOf } from '../hours/index.ts'
import { listPublicInstants } from '../instants/index.ts'
import { findFollowed } from './residents.queries.ts'

/** A completed business as residents see it; 404 while it is not completed, or suspended. */
export async function readPublicCompany(
  deps: Dependencies,
  { id, states }: { id: string; states?: boolean | undefined },
  userId: number | undefined,
) {
  const [profile] = await selectPublicProfile(deps.db, { id, userId: userId ?? null })
  if (!profile?.isShown) throw refusal('request.not_found')
  const followed = new Set(profile.isFollowed ? [profile.id] : [])
  const [shown] = await toPublicProfiles(deps, [profile], { followed, states, now: toInstant(profile.now) })
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
  const profiles = await listProfilesOfZip(deps.db, zip, near)
  const ids = profiles.map(({ id }) => id)
  const followed = userId === undefined ? new Set<string>() : await findFollowed(deps.db, userId, ids)
  return await toPublicProfiles(deps, profiles, { followed, states, now: await readNow(deps.db) })
}

type Listed = { followed: ReadonlySet<string>; states: boolean | undefined; now: Temporal.Instant }

async function toPublicProfiles(
  deps: Dependencies,
  profiles: readonly ListedProfile[],
  { followed, states, now }: Listed,
) {
  const ids = profiles.map(({ id }) => id)
  const instants = await listPublicInstants(deps, ids, { states, now })
  const openingOf = await openingsOf(deps.db, profiles, now.epochMilliseconds)
  return profiles.map((profile) => ({
    ...shownToResidents(deps.config, profile),
    ...openingOf(profile),
    isFollowed: followed.has(profile.id),
    instants: instants.get(profile.id) ?? [],
  }))
}
