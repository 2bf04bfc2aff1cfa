import type { Link } from '@parvis/domain/site/shown'
import type { Config } from '../../config.ts'
import { businessPath, businessUrl, type Placed, premiumUrl } from '../towns/index.ts'
import type { SiteBusiness } from './businesses.queries.ts'

export { businessPath, businessUrl, instantPath, instantUrl, residentHome, townPath } from '../towns/index.ts'

/** The host that a page was asked on, and the prefix of its links. */
export type SiteBase = {
  host: 'resident' | 'premium' | 'foreign' | 'portal'
  /** Before addresses of the residents' host: empty there. */
  home: string
}

export const linkTo = (business: Placed & { name: string }): Link => ({
  href: businessPath(business),
  name: business.name,
})

/** The address of its own domain while it is served; on the port of the residents' host. */
export function ownUrl({ residentUrl }: Config, { ownDomain }: Pick<SiteBusiness, 'ownDomain'>): string | undefined {
  if (!ownDomain || !residentUrl) return undefined
  const { protocol, port } = new URL(residentUrl)
  return `${protocol}//${ownDomain}${port ? `:${port}` : ''}`
}

/** The one address that search engines keep; `path` under the business, empty for its page. */
export function canonicalOf(config: Config, business: SiteBusiness, path = ''): string {
  const own = ownUrl(config, business) ?? premiumUrl(config, business)
  return own ? `${own}${path || '/'}` : `${businessUrl(config, business)}${path}`
}

/** A link from a page: of the business shown on its own site, or to the residents' host. */
export function hrefOf(base: SiteBase, business: Placed, path = ''): string {
  return base.host === 'resident' ? `${businessPath(business)}${path}` : path || '/'
}
