import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { limitsOf, type Membership } from '@parvis/domain/subscription/plans'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { findCurrentAddress, noTown } from './addresses.queries.ts'
import { townOfCode } from './towns.ts'

/** The page of a business on the residents' host, whatever is canonical; undefined without a site, or not placed yet. */
export async function publicAddress({ residentUrl }: Config, db: Db, companyId: string): Promise<string | undefined> {
  const address = residentUrl === undefined ? undefined : await findCurrentAddress(db, companyId)
  return address && placeUrl(residentUrl ?? '', address)
}

export const placeUrl = (residentUrl: string, { town, slug }: { town: string; slug: string }): string =>
  `${residentUrl}/${townOfCode(town)?.slug ?? noTown}/${slug}`

type Premium = { type: BusinessType; purchased: Membership; subdomain: string | null }

/** The address of the premium site when the plan gives one (residents.md 15.35). */
export function premiumUrl({ residentUrl }: Config, { type, purchased, subdomain }: Premium): string | undefined {
  if (!limitsOf(type, purchased).hasSubdomain || !subdomain || !residentUrl) return undefined
  const { protocol, host } = new URL(residentUrl)
  return `${protocol}//${subdomain}.${host}`
}
