import { arePictureReferences, filledSlots } from '@parvis/domain/company/click-and-collect'
import { companyProfileMessage } from '@parvis/domain/company/company.refusals.fr'
import { checkCompanyProfile, type ProfileSituation } from '@parvis/domain/company/company-profile'
import { isReservedSince, normaliseSubdomain } from '@parvis/domain/company/subdomain'
import { type FieldErrors, firstFieldError, hasErrors } from '@parvis/domain/kernel/field-errors'
import { refusal } from '@parvis/domain/refusals'
import type { PlanLimits } from '@parvis/domain/subscription/plans'
import { slugOf } from '@parvis/domain/towns/slug'
import type { Db } from '../../db/database.ts'
import { townsNamed } from '../towns/index.ts'
import { listVerifiedTownHalls } from './company.queries.ts'
import type { IdentitySide } from './identity.queries.ts'
import type { OwnProfile, StoredProfile } from './profile.queries.ts'
import type { ReceivedProfile } from './read-profile.ts'
import type { ReceivedPictures } from './receive-pictures.ts'

/** The company as it stands when its update is judged. */
export type ProfileStanding = { stored: OwnProfile; identitySides: readonly IdentitySide[]; limits: PlanLimits }

/** Before the category is known, the profile is being registered (AMB-36). */
export function isRegistering(stored: StoredProfile): boolean {
  return stored.category === null
}

/** Refuses with 404 data_format_error, every wrong field named in the order of the rules (AMB-46, AMB-139). */
export function refuseUpdate(standing: ProfileStanding, received: ReceivedProfile, pictures: ReceivedPictures): void {
  const fields: FieldErrors = {
    ...checkCompanyProfile(received.profile, situationOf(standing, received, pictures)),
    ...(standing.limits.hasClickAndCollect && !received.isCacActiveReadable && { cacActive: 'cac_format_error' }),
    ...Object.fromEntries(Object.keys(pictures.tooSmall).map((field) => [field, 'error_size_picture'])),
    ...(isAnotherCompany(received, standing) && { companyId: 'invalid' }),
  }
  if (!hasErrors(fields)) return
  const isTooSmall = Object.keys(pictures.tooSmall).length > 0
  const hours = firstFieldError(fields)?.field === 'openingHours'
  throw refusal('company.data_format', {
    fields,
    ...(isTooSmall && { details: pictures.tooSmall }),
    ...(hours && { message: companyProfileMessage(fields, received.profile.openingHours) }),
  })
}

/**
 * A new subdomain is no word of the residents' site, nor the name of a town whose verified town hall is another company
 * (residents.md W-015, 15.32).
 */
export async function refuseReservedSubdomain(db: Db, { stored, limits }: ProfileStanding, received: ReceivedProfile) {
  const wanted = normaliseSubdomain(received.profile.premium_subdomain ?? '')
  if (!limits.hasSubdomain || !wanted || wanted === stored.subdomain) return
  const towns = townsNamed(wanted).filter(({ name, slug }) => slugOf(name) === wanted || slug === wanted)
  const halls = await listVerifiedTownHalls(
    db,
    towns.map(({ code }) => code),
  )
  const isOfTown = halls.length > 0 && !halls.includes(stored.id)
  if (isOfTown || isReservedSince(wanted))
    throw refusal('company.data_format', { fields: { premium_subdomain: 'subdomain_reserved' } })
}

function situationOf(
  { stored, identitySides, limits }: ProfileStanding,
  { references }: ReceivedProfile,
  pictures: ReceivedPictures,
): ProfileSituation {
  const isSent = (field: 'profileImage' | 'coverImage') => field in pictures || field in pictures.tooSmall
  const filled = stored.cacPictures.map(({ rank }) => rank)
  return {
    mode: isRegistering(stored) ? 'registration' : 'edit',
    side: 'wire',
    type: stored.type,
    plan: limits,
    pictures: {
      profileImage: stored.profilePicture !== null || isSent('profileImage'),
      coverImage: stored.coverPicture !== null || isSent('coverImage'),
      idCardFront: identitySides.includes('front') || 'front' in pictures,
      idCardBack: identitySides.includes('back') || 'back' in pictures,
      cacImages: filledSlots(filled, references ?? []).length,
    },
    cacReferencesMatch: references !== undefined && arePictureReferences(references, pictures.slotFiles),
    stored: {
      ...(stored.category !== null && { category: stored.category }),
      ...(stored.subdomain !== null && { subdomain: stored.subdomain }),
      cacActive: stored.cacActive,
      cacDescription: stored.cacDescription,
    },
  }
}

function isAnotherCompany({ companyId }: ReceivedProfile, { stored }: ProfileStanding): boolean {
  return companyId !== undefined && companyId.toLowerCase() !== stored.id
}
