import { arePictureReferences, filledSlots } from '@parvis/domain/company/click-and-collect'
import { companyProfileMessage } from '@parvis/domain/company/company.refusals.fr'
import { checkCompanyProfile } from '@parvis/domain/company/company-profile'
import type { ProfileSituation } from '@parvis/domain/company/required-fields'
import { normaliseSubdomain } from '@parvis/domain/company/subdomain'
import { isBusinessType } from '@parvis/domain/kernel/business-type'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { type FieldErrors, firstFieldError } from '@parvis/domain/kernel/field-errors'
import { hasErrors } from '@parvis/domain/kernel/field-rules'
import { normaliseEmail } from '@parvis/domain/kernel/internet-address'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import { refusal } from '@parvis/domain/refusals'
import { limitsOf, type PlanLimits } from '@parvis/domain/subscription/plans'
import { slugOf } from '@parvis/domain/towns/slug'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { settleAddress, townsNamed } from '../towns/index.ts'
import { type IdentitySide, listIdentitySides } from './identity.queries.ts'
import { findProfile, type OwnProfile, type StoredProfile } from './profile.queries.ts'
import { locateCompany, type NewPosition, type ProfileBody, type ReceivedProfile, readProfile } from './read-profile.ts'
import {
  type CompanyChanges,
  listVerifiedTownHalls,
  lockCompany,
  replaceHours,
  saveAppointmentDays,
  saveCompany,
} from './save-profile.queries.ts'
import {
  keepPictures,
  pictureChanges,
  type ReceivedPictures,
  receivePictures,
  type WrittenPictures,
  writePictures,
} from './store-pictures.ts'
import { toSettings } from './to-settings.ts'

type Update = { companyId: string; userId: number; body: ProfileBody; files: readonly UploadedFile[] }

/**
 * Completes or changes a profile, all or nothing, and answers the new settings. Pictures are decoded and written before
 * the transaction; the rules are applied once more inside it, on the company as it then stands. Refusals: 404
 * data_format_error, 415 for a picture, 409 SUBDOMAIN_TAKEN (AMB-36, AMB-42..57, AMB-61, api.md 8.1-8.4).
 */
export async function updateCompany(deps: Dependencies, { companyId, userId, body, files }: Update) {
  const received = readProfile(body)
  const before = await standingOf(deps.db, companyId)
  const pictures = await receivePictures(files, {
    identity: asksIdentity(before.stored),
    slots: before.limits.hasClickAndCollect,
  })
  refuseUpdate(before, received, pictures)

  const position = await locateCompany(deps, before.stored, received)
  const written = await writePictures(deps, pictures, slotReferences(before, received))
  return await transaction(deps.db, async (tx) => {
    await lockCompany(tx, companyId)
    const standing = withPlanOf(before, await standingOf(tx, companyId))
    refuseUpdate(standing, received, pictures)
    await refuseReservedSubdomain(tx, standing, received)
    await save(tx, standing, { received, position, written })
    if (written.identity.length > 0)
      await audit(tx, { actor: `user:${userId}`, action: 'identity.send', object: `company:${companyId}` })
    await notifyCompany(tx, companyId)
    return toSettings(deps.config, (await standingOf(tx, companyId)).stored)
  })
}

type Change = { received: ReceivedProfile; position: NewPosition; written: WrittenPictures }

async function save(tx: Transaction, { stored, limits }: ProfileStanding, { received, position, written }: Change) {
  const accepted: WrittenPictures = {
    ...written,
    slots: limits.hasClickAndCollect ? written.slots : new Map(),
    identity: asksIdentity(stored) ? written.identity : [],
  }
  const changes = {
    ...companyChanges(received, position, limits),
    ...pictureChanges(stored, accepted, received.drawn),
  }
  if (!(await saveCompany(tx, stored.id, changes))) throw refusal('company.subdomain_taken')
  await keepPictures(tx, stored.id, accepted)
  const { hours } = received
  if (hours)
    await replaceHours(
      tx,
      stored.id,
      hours.map(({ dayType, ...entry }) => ({ ...entry, type: dayType })),
    )
  const { appointmentDays } = received.profile
  if (appointmentDays) await saveAppointmentDays(tx, stored.id, appointmentDays)
  await settleAddress(tx, stored.id)
}

async function standingOf(db: Db, companyId: string): Promise<ProfileStanding> {
  const stored = await findProfile(db, companyId)
  if (!stored) throw refusal('request.forbidden')
  const identitySides = isRegistering(stored) ? await listIdentitySides(db, companyId) : []
  return { stored, identitySides, limits: limitsOf(stored.type, stored.purchased) }
}

function slotReferences({ limits }: ProfileStanding, { references = [] }: ReceivedProfile) {
  return limits.hasClickAndCollect ? references : []
}

/** When a plan is bought while the pictures are decoded, its slots count from the next save on. */
function withPlanOf(before: ProfileStanding, now: ProfileStanding): ProfileStanding {
  const hasClickAndCollect = before.limits.hasClickAndCollect && now.limits.hasClickAndCollect
  return { ...now, limits: { ...now.limits, hasClickAndCollect } }
}

/** The stored company that the update is judged against. */
type ProfileStanding = { stored: OwnProfile; identitySides: readonly IdentitySide[]; limits: PlanLimits }

/** No category yet: the update belongs to the registration. */
const isRegistering = (stored: StoredProfile) => stored.category === null

/** The identity card comes with the registration, and once more after a refusal. */
const asksIdentity = (stored: StoredProfile) => isRegistering(stored) || stored.identityStatus === 'refused'

/** Throws 404 data_format_error with every wrong field, in the order of the rules. */
function refuseUpdate(standing: ProfileStanding, received: ReceivedProfile, pictures: ReceivedPictures): void {
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
 * Refuses a new subdomain that is the name of the business's own town, or that of a town whose verified town hall is another company
 * (residents.md W-015, 15.32).
 */
async function refuseReservedSubdomain(db: Db, { stored, limits }: ProfileStanding, received: ReceivedProfile) {
  const wanted = normaliseSubdomain(received.profile.premium_subdomain ?? '')
  if (!limits.hasSubdomain || !wanted || wanted === stored.subdomain) return
  const towns = townsNamed(wanted).filter(({ name, slug }) => slugOf(name) === wanted || slug === wanted)
  const halls = await listVerifiedTownHalls(
    db,
    towns.map(({ code }) => code),
  )
  const isOwnTown = stored.type !== 'mairie' && towns.some(({ zips }) => zips.includes(stored.zipCode ?? ''))
  const isOfTown = isOwnTown || (halls.length > 0 && !halls.includes(stored.id))
  if (isOfTown) throw refusal('company.data_format', { fields: { premium_subdomain: 'subdomain_reserved' } })
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
    isIdentityRefused: stored.identityStatus === 'refused',
    cacReferencesMatch: references !== undefined && arePictureReferences(references, pictures.slotFiles),
    stored: {
      name: stored.name,
      ...(stored.category !== null && { category: stored.category }),
      ...(stored.subdomain !== null && { subdomain: stored.subdomain }),
      cacActive: stored.cacActive,
      cacDescription: stored.cacDescription,
      appointmentDays: stored.appointmentDays,
    },
  }
}

function isAnotherCompany({ companyId }: ReceivedProfile, { stored }: ProfileStanding): boolean {
  return companyId !== undefined && companyId.toLowerCase() !== stored.id
}

/** The columns that an update writes: an absent key leaves its column, an empty optional one clears it. */
function companyChanges({ profile }: ReceivedProfile, position: NewPosition, limits: PlanLimits): CompanyChanges {
  const { name, type, category, address, city, zipCode, description, email, phoneNumber, website } = profile
  return {
    name,
    type: type !== undefined && isBusinessType(type) ? type : undefined,
    category,
    address,
    city,
    zip_code: zipCode,
    description,
    email: email && normaliseEmail(email),
    phone: cleared(phoneNumber, (phone) => normalisePhone(phone) ?? null),
    website: cleared(website, (address) => address),
    ...positionColumns(position),
    ...premiumColumns(profile, limits),
  }
}

/** Fields that the plan does not give are ignored: the stored values stay. */
function premiumColumns(profile: ReceivedProfile['profile'], limits: PlanLimits) {
  const { premium_subdomain, cacActive, cacDescription } = profile
  return {
    subdomain: limits.hasSubdomain ? cleared(premium_subdomain, normaliseSubdomain) : undefined,
    cac_active: limits.hasClickAndCollect ? cacActive : undefined,
    cac_description: limits.hasClickAndCollect ? cacDescription : undefined,
  }
}

function positionColumns(position: NewPosition) {
  if (position === 'unchanged') return {}
  if (position === 'unknown') return { latitude: null, longitude: null }
  return position
}

function cleared(value: string | undefined, write: (value: string) => string | null): string | null | undefined {
  return value === '' ? null : value && write(value)
}
