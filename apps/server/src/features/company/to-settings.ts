import { categoryLabel } from '@parvis/domain/company/categories'
import { shownState } from '@parvis/domain/domains/own-domain'
import { effectiveMembership, limitsOf } from '@parvis/domain/subscription/plans'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { businessPath, premiumUrl } from '../towns/index.ts'
import type { ListedProfile, OwnProfile } from './profile.queries.ts'
import { suspensionOf } from './suspension.ts'

/** The profile as its owner reads it. What the plan does not give is stored but hidden. */
export function toSettings(config: Config, profile: OwnProfile) {
  return {
    ...shownOf(config, profile),
    category: profile.category,
    siren: profile.siren,
    subscription: {
      membership: effectiveMembership(profile.type, profile.purchased),
      ...limitsOf(profile.type, profile.purchased),
    },
    ...(profile.drawnPictures.length > 0 && { drawnPictures: profile.drawnPictures }),
    openHours: profile.openHours,
    ...(profile.appointmentDays.length > 0 && { appointmentDays: profile.appointmentDays }),
    hoursVersion: profile.hoursVersion,
    identityStatus: profile.identityStatus,
    suspension: suspensionOf(profile),
    ...addressesOf(config, profile),
    isSpecial: config.specialCompanyIds.includes(profile.id),
  }
}

/** The public profile of a business, without its hours, its instants and whether the reader follows it. */
export function shownToResidents(config: Config, profile: ListedProfile) {
  return {
    ...shownOf(config, profile),
    verified: profile.identityStatus === 'verified',
    category: profile.category ?? '',
  }
}

/** What both read alike. */
function shownOf(config: Config, profile: ListedProfile) {
  const { id, name, type, category, description, website, email, phoneNumber, followersCount } = profile
  return {
    companyId: id,
    name,
    type,
    categoryLabel: categoryLabel(category ?? '', type),
    coverImage: profile.coverPicture && mediaUrl(config, profile.coverPicture),
    profileImage: profile.profilePicture && mediaUrl(config, profile.profilePicture),
    description,
    address: profile.address || null,
    zipCode: profile.zipCode || null,
    city: profile.city || null,
    longitude: profile.longitude,
    latitude: profile.latitude,
    website,
    email,
    phoneNumber,
    followersCount,
    ...premiumOf(config, profile),
  }
}

/** Where residents find it (residents.md 15.39): its page, its premium site, the domain of its own. */
function addressesOf(config: Config, profile: OwnProfile) {
  const { place, domain } = profile
  return {
    publicUrl: place && config.residentUrl ? `${config.residentUrl}${businessPath(place)}` : null,
    siteUrl: premiumUrl(config, profile) ?? null,
    customDomain: domain && { domain: domain.canonical, state: shownState(domain.state, domain.isPointed) },
  }
}

/** Subdomain and click-and-collect, where the plan gives them. */
function premiumOf(config: Config, profile: ListedProfile) {
  const { hasSubdomain, hasClickAndCollect } = limitsOf(profile.type, profile.purchased)
  return {
    premiumSubdomain: hasSubdomain ? profile.subdomain : null,
    cacActive: hasClickAndCollect && profile.cacActive,
    cacDescription: hasClickAndCollect ? profile.cacDescription : '',
    cacImagesPath: hasClickAndCollect
      ? profile.cacPictures.map(({ rank, name }) => ({ rank, url: mediaUrl(config, name) }))
      : [],
  }
}
