import { subdomainUrl } from '@parvis/domain/company/subdomain'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { limitsOf, type Membership } from '@parvis/domain/subscription/plans'
import { ficheSlug, instantSlug, nthFiche } from '@parvis/domain/towns/slug'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { findCurrentAddress, findForAddress, noTown, saveTown, takeAddress } from './addresses.queries.ts'
import { townOfAddress, townOfCode } from './towns.ts'

/**
 * Gives a saved company its town and its address: the one it has when it still fits, else the first free one.
 * Former addresses stay its own. The caller's transaction must hold the company's row.
 */
export async function settleAddress(tx: Transaction, companyId: string): Promise<void> {
  const company = await findForAddress(tx, companyId)
  if (!company?.category) return
  const town = townOfAddress({ zip: company.zipCode, city: company.city })?.code ?? null
  if (town !== company.town) await saveTown(tx, companyId, town)
  await settleIn(tx, companyId, { ...company, place: town ?? noTown })
}

type Wanting = { name: string; category: string | null; place: string }

async function settleIn(tx: Transaction, companyId: string, { name, category, place }: Wanting): Promise<void> {
  const wanted = ficheSlug(name, (category ?? '').replaceAll('_', '-'))
  const current = await findCurrentAddress(tx, companyId)
  if (current?.town === place && isNth(current.slug, wanted)) return
  for (let n = 1; ; n++) if (await takeAddress(tx, companyId, place, nthFiche(wanted, n))) return
}

const isNth = (slug: string, wanted: string) =>
  slug === wanted || (slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1)))

/** Where a notification of an instant leads: its page on the residents' host. Nowhere without a site, or not placed yet. */
export async function linkToInstant(
  { residentUrl }: Config,
  db: Db,
  instant: { id: number; companyId: string; title: string },
) {
  const address = residentUrl === undefined ? undefined : await findCurrentAddress(db, instant.companyId)
  if (!residentUrl || !address) return {}
  return { navigate: `${placeUrl(residentUrl, address)}/${instantSlug(instant.title)}-${instant.id}#de=notification` }
}

export const placeUrl = (residentUrl: string, { town, slug }: { town: string; slug: string }): string =>
  `${residentUrl}/${townOfCode(town)?.slug ?? noTown}/${slug}`

type Premium = { type: BusinessType; purchased: Membership; subdomain: string | null }

/** The address of the premium site when the plan gives one (residents.md 15.35). */
export function premiumUrl({ residentUrl }: Config, { type, purchased, subdomain }: Premium): string | undefined {
  if (!limitsOf(type, purchased).hasSubdomain || !subdomain || !residentUrl) return undefined
  return subdomainUrl(subdomain, residentUrl)
}
