import { setImmediate as turn } from 'node:timers/promises'
import type { Dependencies } from '../../../dependencies.ts'
import { residentHome, type SiteBase } from '../addresses.ts'
import type { PageParts, PageRead } from '../pages/reading.ts'
import { breadcrumbData } from '../pages/show-business.ts'
import { caching, type SiteAnswer } from './page-answer.ts'
import { siteBuild } from './site-build.ts'

/** Where the pages and the forms of residents are. */
export const onResidentHost: SiteBase = { host: 'resident', home: '' }

/** Draws a page for its host, in a turn of the event loop of its own; what is no page leaves as it was read. */
export async function drawPage(deps: Dependencies, base: SiteBase, read: PageRead): Promise<SiteAnswer> {
  if (!('page' in read)) return read
  const build = await siteBuild()
  if (!build) throw new Error('no page is drawn before the site is built')
  await turn()
  const body = build.renderPage({ ...read.page, ...base, ...frameOf(deps, base, read.page, build.script) })
  const policy = policyFor(deps, base, build.styleHash(read.page))
  const { status = 200, cache = caching.page, tags, isHidden } = read
  return { status, body, cache, policy, ...(tags && { tags }), ...(isHidden && { isHidden }) }
}

function frameOf({ gateways, config }: Dependencies, { host }: SiteBase, page: PageParts, script: string) {
  const jsonLd = page.jsonLd ?? trailOf(config, page)
  return {
    ...(jsonLd && { jsonLd }),
    accessibility: config.legal.accessibility[host === 'portal' ? 'portal' : 'residents'].state,
    script: page.isBare || host === 'portal' ? '' : script,
    pushKey: host === 'resident' ? gateways.browserPush.publicKey : null,
    isMailServed: gateways.mail.isServed,
  }
}

/** A page that shows nothing else to describe says where it stands. */
const trailOf = (config: Dependencies['config'], { canonical, breadcrumb = [] }: PageParts): object[] | undefined =>
  canonical && breadcrumb.length > 0 ? [breadcrumbData(config, breadcrumb)] : undefined

/** CSP of a page; `styleHash`: hash of its inline sheet. A page of the portal runs no script. */
export function policyFor({ config }: Pick<Dependencies, 'config'>, { host }: SiteBase, styleHash = ''): string {
  const elsewhere = host === 'resident' ? '' : ` ${residentHome(config)}`
  const policy = [
    "default-src 'none'",
    `style-src 'self' ${styleHash}`.trim(),
    `img-src 'self' data: ${config.mediaOrigin}`,
    // The report form of the portal answers with a link to the residents' host.
    `form-action 'self'${host === 'foreign' ? '' : elsewhere}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const scripts = [
    "script-src 'self'",
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types parvis 'allow-duplicates'",
  ]
  return [...policy, ...(host === 'portal' ? [] : scripts)].join('; ')
}
