import { Refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressNetworks } from '../../admission/networks.ts'
import type { Config } from '../../config.ts'
import type { Heard } from '../../db/live-hub.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { type Site, siteHosts, sitePath } from '../../http/site-hosts.ts'
import { knownDomains } from '../domains/index.ts'
import { residentHome, type SiteBase } from './addresses.ts'
import { scanCode } from './codes.ts'
import { listZipsOf } from './instants.queries.ts'
import { caching, type ReadyAnswer, readyAnswer, redirect, type SiteAnswer, sendAnswer } from './page-answer.ts'
import { DrawingTurns, PageMemory, PagesBusy } from './page-memory.ts'
import { readAddress, withQuery } from './plain-address.ts'
import { isPrivatePage, readPrivatePage } from './private-pages.ts'
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
  const stop = deps.live.witness(forgetting(deps, memory))
  app.addHook('onClose', async () => stop())
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
      return await answerPage({ deps, memory, turns, site: siteOf(request.raw), request, reply })
    },
  })
}

/** Limit of renderings per address: what is typed is rendered from the database; cached pages are not counted (W-098). */
const searches = { name: 'site-searches', max: 60, seconds: 60 }
const tooManySearches = 'Trop de recherches en une minute depuis cet accès à Internet. Réessayez dans un instant.'

type Asked = {
  deps: Dependencies
  memory: PageMemory
  turns: DrawingTurns
  site: Site
  request: FastifyRequest
  reply: FastifyReply
}

async function answerPage(asked: Asked): Promise<FastifyReply> {
  const { deps, site, request, reply } = asked
  const build = await siteBuild()
  if (!build) return sendUnbuilt(reply)
  if (site.kind === 'redirect') return sendAnswer(request, reply, readyAnswer(leave(site)))
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
      return await sendAnswer(request, reply, finish(refused(429, tooManySearches)))
    }
    if (isAway(error)) return await sendAnswer(request, reply.header('retry-after', 2), finish(unavailable()))
    request.log.error({ err: error, reqId: request.id }, 'unexpected error')
    return await sendAnswer(request, reply, finish(broken()))
  }
}

/** A page that is only old serves meanwhile (W-124). */
const isAway = (error: unknown): boolean => error instanceof PagesBusy || isDatabaseUnavailable(error)

/** In order: redirect to the plain form, unknown host, private pages, then the page cache. */
async function find(
  { deps, memory, turns, site, request, reply }: Asked,
  place: SiteBase,
  finish: (read: PageRead) => ReadyAnswer,
): Promise<ReadyAnswer> {
  const address = readAddress(request.originalUrl)
  if ('plain' in address) return readyAnswer(redirect(301, address.plain, caching.moved))
  const { words, query } = address
  const drawn = (read: () => Promise<PageRead>) => () => turns.take(async () => finish(await read()))
  if (site.kind === 'foreign') {
    const known = await knownDomains(deps).find(site.host)
    if (!known) return finish(misdirected())
    const found = { ...known, host: site.host, address }
    const elsewhere = await leadFromDomain(deps, found)
    if (elsewhere) return finish(elsewhere)
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
  if (words[0] === 'q' && words.length === 2) return finish(await scanCode(deps, words[1] ?? '', request.ip))
  if (isPrivatePage(address, request)) return await drawn(() => readPrivatePage(deps, address, request, reply))()
  const key = withQuery(`/${words.join('/')}`, query)
  await countSearch({ deps, memory, request }, key)
  return await memory.read(
    key,
    drawn(() => readPage(deps, place, address)),
    isAway,
  )
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

/**
 * Removes the stale pages after a change: those of the business and of the towns where it shows (W-120). One query at a time:
 * changes that come meanwhile are gathered for the next one; an empty cache queries nothing.
 */
function forgetting({ db, report }: Dependencies, memory: PageMemory) {
  const changed = new Set<string>()
  let isAsking = false
  const forgetTowns = async () => {
    if (isAsking) return
    isAsking = true
    try {
      while (changed.size > 0) {
        const companies = [...changed]
        changed.clear()
        memory.drop(await listZipsOf(db, companies))
      }
    } catch (error) {
      report?.({ err: error }, 'pages of a town not renewed')
      changed.clear()
      memory.clear()
    } finally {
      isAsking = false
    }
  }
  return (heard: Heard, to: readonly string[]) => {
    if (heard === 'gap' || heard.topic === 'clock') return memory.clear()
    if (heard.topic === 'town') return memory.drop(to)
    if (!['company', 'instant', 'service'].includes(heard.topic)) return
    const companies = to.filter((audience) => audience.startsWith('company:')).map((audience) => audience.slice(8))
    memory.drop(companies.map((id) => `company:${id}`))
    if (memory.isEmpty) return
    for (const id of companies) changed.add(id)
    void forgetTowns()
  }
}
