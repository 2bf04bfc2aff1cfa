import type { SitePage } from '@parvis/domain/site/page'
import type { Link } from '@parvis/domain/site/shown'
import type { Temporal } from 'temporal-polyfill'
import type { Dependencies } from '../../../dependencies.ts'
import type { Town } from '../../towns/index.ts'
import { residentHome, type SiteBase } from '../addresses.ts'
import { caching, redirect, type SiteAnswer } from '../hosts/page-answer.ts'
import type { PlainAddress } from '../hosts/plain-address.ts'

/** A page that is asked for: dependencies, host, address; to be read, at the moment of the database. */
export type PageAsked = { deps: Dependencies; base: SiteBase; address: PlainAddress }
export type Reading = PageAsked & { now: Temporal.Instant }

/** A page before its frame is complete, with the answer around it. */
export type PageParts = Omit<SitePage, 'home' | 'host' | 'script' | 'pushKey' | 'accessibility' | 'isMailServed'>
export type PageAnswer = { page: PageParts } & Partial<Pick<SiteAnswer, 'status' | 'cache' | 'tags' | 'isHidden'>>
export type PageRead = SiteAnswer | PageAnswer

export const linkToTown = ({ slug, name }: Town) => ({ href: `/${slug}`, name, slug })

/** Where a page under a town stands, the last of `links` being its own, and its address for search engines. */
export const underTown = ({ deps }: Reading, town: Town, ...links: readonly Link[]) => {
  const breadcrumb = [linkToTown(town), ...links]
  const canonical = `${residentHome(deps.config)}${breadcrumb.at(-1)?.href}`
  return { town: linkToTown(town), breadcrumb, canonical }
}

/** From another address of what is shown, as a former one, to the one that it has. */
export const leadTo = ({ address }: PageAsked, path: string, tags: string[]): PageRead | undefined =>
  `/${address.words.join('/')}` === path ? undefined : { ...redirect(301, path, caching.renamed), tags }

/** Cache tags of a page: changes of this company, of what is published of a town, or of its zip codes, make it stale. */
export const tagOf = (companyId: string): string => `company:${companyId}`
export const tagOfTown = (town: Town): string => `town:${town.code}`
export const townTags = (town: Town): string[] => [tagOfTown(town), ...town.zips.map((zip) => `zip:${zip}`)]
