import { normaliseSubdomain } from '@parvis/domain/company/subdomain'
import { isBusinessType } from '@parvis/domain/kernel/business-type'
import { normaliseEmail } from '@parvis/domain/kernel/internet-address'
import { normalisePhone } from '@parvis/domain/kernel/phone'
import type { PlanLimits } from '@parvis/domain/subscription/plans'
import type { NewPosition } from './locate-company.ts'
import type { ReceivedProfile } from './read-profile.ts'
import type { CompanyChanges } from './save-profile.queries.ts'

/** The columns that an update writes: an absent key leaves its column, an empty optional one clears it. */
export function companyChanges(
  { profile }: ReceivedProfile,
  position: NewPosition,
  limits: PlanLimits,
): CompanyChanges {
  const { name, type, category, address, city, zipCode, description, email, phoneNumber, website } = profile
  return withoutAbsent({
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
  })
}

/** What the plan does not give is ignored: the stored values stay (AMB-61). */
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

function withoutAbsent(columns: Record<string, unknown>): CompanyChanges {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
