import { Refusal } from '@parvis/domain/refusals'
import { officialMoment } from '@parvis/domain/site/when.fr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import type { Config } from '../../config.ts'
import { readNow } from '../../db/clock.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { type Site, siteHosts, sitePath } from '../../http/site-hosts.ts'
import { CurrentAlerts } from '../alerts/index.ts'
import { knownDomains } from '../domains/index.ts'
import { townOfSlug } from '../towns/index.ts'
import { residentHome, type SiteBase } from './addresses.ts'
import { scanCode } from './codes.ts'
import { forgetting, pathsToKeep } from './forget-pages.ts'
import { caching, type ReadyAnswer, readyAnswer, redirect, type SiteAnswer, sendAnswer } from './page-answer.ts'
import { DrawingTurns, PageMemory, PageShelf, PagesBusy } from './page-memory.ts'
import { readAddress, withQuery } from './plain-address.ts'
import { isPrivatePage, readPrivatePage } from './private-pages.ts'
import { bannerOf } from './read-alert-pages.ts'
import { readPage } from './read-page.ts'
import { leadFromDomain, readOwnDomain, readPremium } from './read-premium.ts'
import type { PageParts, PageRead } from './reading.ts'
import { breadcrumbData } from './show-business.ts'
import { broken, misdirected, refused, unavailable } from './show-message.ts'
import { followBuilds, type SiteBuild, siteBuild } from './site-build.ts'
import { readFiles, sendFile } from './site-files.ts'

/** Every page of the residents' hosts, at one route whose address the Host decided (http/site-hosts.ts). */
export function siteRoutes(app: FastifyInstance, deps: Dependencies): void {
  if (deps.config.residentUrl === undefined) return
  const siteOf = siteHosts(deps.config)
  const memory = new PageMemory()
  const turns = new DrawingTurns()
  const shelf = new PageShelf(deps.gateways.blobs)
  const alerts = new CurrentAlerts(deps, () => memory.clear())
  const site = { deps, memory, turns, shelf, alerts }
  const forget = forgetting(deps, memory)
  const stop = deps.live.witness((heard, to) => {
    forget(heard, to)
    if (heard === 'gap' || heard.topic === 'clock') alerts.refresh()
    if (heard === 'gap' || heard.topic !== 'town') return
    if (String(heard.id).startsWith('alerte')) alerts.refresh()
    keepPages(site, String(heard.id), to).catch((error: unknown) => {
      if (!isAway(error)) deps.report?.({ err: error }, 'pages of a town not kept')
    })
  })
  app.addHook('onClose', async () => {
    stop()
    alerts.stop()
  })
  let files = readFiles(deps.config)
  if (!deps.config.production) {
    const stopFollowing = followBuilds(() => {
      files = readFiles(deps.config)
      memory.clear()
    })
    app.addHook('onClose', async () => stopFollowing())
  }

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
    url: sitePath,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return
      reply.header('allow', 'GET, HEAD').header('cache-control', caching.never)
      return reply.code(405).type('text/plain; charset=utf-8').send('405')
    },
    handler: async (request, reply) => {
      const path = (request.originalUrl.split('?')[0] ?? '').replace(/^https?:\/\/[^/]+/, '')
      const file = files.get(path)
      if (file) return sendFile(request, reply, file)
      return await answerPage({ ...site, site: siteOf(request.raw), request, reply })
    },
  })
}

/** Limit of renderings per address: what is typed is rendered from the database; cached pages are not counted (W-098). */
const searches = { name: 'site-searches', max: 60, seconds: 60 }
const tooManySearches = 'Trop de recherches en une minute depuis cet accès à Internet. Réessayez dans un instant.'

type Drawing = {
  deps: Dependencies
  memory: PageMemory
  turns: DrawingTurns
  shelf: PageShelf
  alerts: CurrentAlerts
}

type Asked = Drawing & {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
}

async function answerPage(asked: Asked): Promise<FastifyReply> {
  const { deps, site, request, reply } = asked
  const build = await siteBuild()
  if (!build) return sendUnbuilt(reply)
  if (site.kind === 'redirect') return sendAnswer(request, reply, await readyAnswer(leave(site)))
  const place = placeOf(deps, site)
  reply.headers({
    'content-security-policy': policyFor(deps, place),
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  const finish = (read: PageRead) => readyAnswer(complete(deps, place, build, read))
  try {
    return await sendAnswer(request, reply, await find(asked, place, finish))
  } catch (error) {
    if (error instanceof Refusal) {
      reply.header('retry-after', Math.ceil(error.extras.retryAfter ?? 60))
      return await sendAnswer(request, reply, await finish(refused(429, tooManySearches)))
    }
    if (isAway(error)) return await sendAnswer(request, reply.header('retry-after', 2), await finish(unavailable()))
    request.log.error({ err: error, reqId: request.id }, 'unexpected error')
    return await sendAnswer(request, reply, await finish(broken()))
  }
}

/** A page that is only old serves meanwhile (W-124). */
const isAway = (error: unknown): boolean => error instanceof PagesBusy || isDatabaseUnavailable(error)

/** In order: redirect to the plain form, unknown host, private pages, then the page cache. */
async function find(
  { deps, memory, turns, shelf, alerts, site, request, reply }: Asked,
  place: SiteBase,
  finish: (read: PageRead) => Promise<ReadyAnswer>,
): Promise<ReadyAnswer> {
  const address = readAddress(request.originalUrl)
  if ('plain' in address) return await readyAnswer(redirect(301, address.plain, caching.moved))
  const { words, query } = address
  const drawn = (read: () => Promise<PageRead>) => () =>
    turns.take(async () => finish(await withBanner(alerts, place, await read())))
  if (site.kind === 'foreign') {
    const known = await knownDomains(deps).find(site.host)
    if (!known) return await finish(misdirected())
    const found = { ...known, host: site.host, address }
    const elsewhere = await leadFromDomain(deps, found)
    if (elsewhere) return await finish(elsewhere)
    await knownDomains(deps).markPointed(known)
    const key = withQuery(`${site.host} /${words.join('/')}`, query)
    return await memory.read(
      key,
      drawn(() => readOwnDomain(deps, place, found)),
      isAway,
    )
  }
  if (site.kind === 'premium') {
    const key = `${site.subdomain} /${words.join('/')}`
    return await memory.read(
      key,
      drawn(() => readPremium(deps, place, site.subdomain, address)),
      isAway,
    )
  }
  if (words[0] === 'q' && words.length === 2) return await finish(await scanCode(deps, words[1] ?? '', request.ip))
  if (isPrivatePage(address, request)) return await drawn(() => readPrivatePage(deps, address, request, reply))()
  const key = withQuery(`/${words.join('/')}`, query)
  await countSearch({ deps, memory, request }, key)
  const draw = drawn(() => readPage(deps, place, address))
  return await memory.read(key, draw, isAway).catch(async (error: unknown) => {
    const kept = isDatabaseUnavailable(error) ? await shelf.read(key) : undefined
    if (kept) return kept
    throw error
  })
}

/** A page of a town where an alert holds says so first, but on the domain of a business (Y-012). */
async function withBanner(alerts: CurrentAlerts, { host, home }: SiteBase, read: PageRead): Promise<PageRead> {
  const town = 'page' in read && host !== 'foreign' ? townOfSlug(read.page.town?.slug ?? '') : undefined
  const alert = town && bannerOf(await alerts.of(town.code), home)
  return alert && 'page' in read ? { ...read, page: { ...read.page, alert } } : read
}

/** Draws the pages that are read when the database is away, and keeps them in the files (D-022, Y-021). */
async function keepPages({ deps, turns, shelf, alerts }: Drawing, id: string, to: readonly string[]): Promise<void> {
  const build = await siteBuild()
  if (!build) return
  const place: SiteBase = { host: 'resident', home: '' }
  const drawn = officialMoment(await readNow(deps.db))
  for (const path of await pathsToKeep(deps, { id, to })) {
    const address = readAddress(path)
    if ('plain' in address) continue
    const read = await turns.take(async () => await withBanner(alerts, place, await readPage(deps, place, address)))
    const dated = 'page' in read ? { ...read, page: { ...read.page, drawn } } : read
    await shelf.keep(path, await readyAnswer(complete(deps, place, build, dated)))
  }
}

async function countSearch({ deps, memory, request }: Pick<Asked, 'deps' | 'memory' | 'request'>, key: string) {
  if (/[?&]q=/.test(key) && !memory.holds(key))
    await countAgainstNetworks(deps.db, deps.config, searches, addressNetworks(request.ip))
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  const sentence = 'Le site des habitants n’est pas construit : npm run build le construit.'
  return reply.code(503).header('retry-after', 5).type('text/plain; charset=utf-8').send(sentence)
}

const leave = ({ status, to }: Extract<Site, { kind: 'redirect' }>): SiteAnswer =>
  redirect(status, to, status === 301 ? caching.moved : caching.town)

function placeOf({ config }: Dependencies, site: Site): SiteBase {
  if (site.kind === 'premium') return { host: 'premium', home: residentHome(config) }
  return site.kind === 'foreign' ? { host: 'foreign', home: residentHome(config) } : { host: 'resident', home: '' }
}

/** Draws a page; the rest leaves as it was read. */
function complete({ gateways, config }: Dependencies, place: SiteBase, build: SiteBuild, read: PageRead): SiteAnswer {
  if (!('page' in read)) return read
  const pushKey = place.host === 'resident' ? gateways.browserPush.publicKey : null
  const accessibility = config.legal.accessibility.residents.state
  const jsonLd = read.page.jsonLd ?? trailOf(config, read.page)
  const page = { ...read.page, ...place, ...(jsonLd && { jsonLd }) }
  const body = build.renderPage({ ...page, accessibility, script: page.isBare ? '' : build.script, pushKey })
  const policy = policyFor({ config }, place, build.styleHash(read.page))
  const { status = 200, cache = caching.page, tags, isHidden } = read
  return { status, body, cache, policy, ...(tags && { tags }), ...(isHidden && { isHidden }) }
}

/** A page that shows nothing else to describe says where it stands (W-022). */
const trailOf = (config: Config, { canonical, breadcrumb = [] }: PageParts): object[] | undefined =>
  canonical && breadcrumb.length > 0 ? [breadcrumbData(config, breadcrumb)] : undefined

/** CSP of a page; `styleHash`: hash of its inline sheet (W-107). */
function policyFor({ config }: Pick<Dependencies, 'config'>, { host }: SiteBase, styleHash = ''): string {
  const home = residentHome(config)
  const elsewhere = host === 'resident' ? '' : ` ${home}`
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleHash}`.trim(),
    `img-src 'self' data: ${config.mediaOrigin}`,
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${host === 'premium' ? elsewhere : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types parvis 'allow-duplicates'",
  ]
  return policy.join('; ')
}
