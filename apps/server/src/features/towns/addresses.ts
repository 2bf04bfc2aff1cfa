import { subdomainUrl } from '@parvis/domain/company/subdomain'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { limitsOf, type Membership } from '@parvis/domain/subscription/plans'
import { ficheSlug, instantSlug, nthFiche } from '@parvis/domain/towns/slug'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { openedPage } from '../../gateways/push/push.ts'
import { findCurrentAddress, findForAddress, noTown, saveTown, takeAddress } from './addresses.queries.ts'
import { townOfAddress, townOfCode } from './towns.ts'

/**
 * Gives a saved company its town and its address: the one it has when it still fits, else the first free one.
 * Former addresses stay its own. The caller's transaction must hold the company's row.
 */
export async function settleAddress(tx: Transaction, companyId: string): Promise<void> {
  const company = await findForAddress(tx, companyId)
  if (!company) return
  const town = townOfAddress({ zip: company.zipCode, city: company.city })?.code ?? null
  if (town !== company.town) await saveTown(tx, companyId, town)
  const place = town ?? noTown
  const wanted = ficheSlug(company.name, company.category.replaceAll('_', '-'))
  const current = await findCurrentAddress(tx, companyId)
  if (current?.town === place && isNth(current.fiche, wanted)) return
  let n = 1
  while (!(await takeAddress(tx, companyId, place, nthFiche(wanted, n)))) n++
}

const isNth = (slug: string, wanted: string) =>
  slug === wanted || (slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1)))

/** Where a notification of an instant leads: its page on the residents' host. Nowhere without a site, or not placed yet. */
export async function linkToInstant(
  { residentUrl }: Config,
  db: Db,
  { id, companyId, title }: { id: number; companyId: string; title: string },
) {
  const address = await findCurrentAddress(db, companyId)
  return address ? openedPage(residentUrl, instantPath(address, { instantId: id, title })) : {}
}

/** The residents' site; where it is not served, the portal's host, which shows its legal pages. */
export const residentHome = ({ residentUrl, publicUrl }: Config): string => residentUrl ?? publicUrl
export const residentHost = (config: Config): string => new URL(residentHome(config)).hostname

/** `/clichy-92110`, or `/sans-commune`. */
export const townPath = (code: string): string => `/${townOfCode(code)?.slug ?? noTown}`

export type Placed = { town: string; fiche: string }
export const businessPath = ({ town, fiche }: Placed): string => `${townPath(town)}/${fiche}`

export const instantPath = (placed: Placed, { instantId, title }: { instantId: number; title: string }): string =>
  `${businessPath(placed)}/${instantSlug(title)}-${instantId}`

export const businessUrl = (config: Config, placed: Placed): string => `${residentHome(config)}${businessPath(placed)}`

export const instantUrl = (config: Config, placed: Placed, instant: Parameters<typeof instantPath>[1]): string =>
  `${residentHome(config)}${instantPath(placed, instant)}`

type Premium = { type: BusinessType; purchased: Membership; subdomain: string | null }

/** The address of the premium site when the plan gives one (residents.md 15.35). */
export function premiumUrl({ residentUrl }: Config, { type, purchased, subdomain }: Premium): string | undefined {
  if (!limitsOf(type, purchased).hasSubdomain || !subdomain || !residentUrl) return undefined
  return subdomainUrl(subdomain, residentUrl)
}
