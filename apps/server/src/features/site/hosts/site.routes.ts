import { legalWords } from '@parvis/domain/legal/legal-pages.fr'
import { Refusal } from '@parvis/domain/refusals'
import { officialMoment } from '@parvis/domain/site/when.fr'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressNetworks } from '../../../admission/networks.ts'
import type { Semaphore } from '../../../admission/semaphore.ts'
import { readNow } from '../../../db/clock.ts'
import { isDatabaseUnavailable } from '../../../db/unavailable.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { countAgainstNetworks, MinuteCounts } from '../../../http/limits.ts'
import { type Site, siteHosts, sitePath } from '../../../http/site-hosts.ts'
import { CurrentAlerts } from '../../alerts/index.ts'
import { knownDomains } from '../../domains/index.ts'
import { townOfSlug } from '../../towns/index.ts'
import { residentHome, type SiteBase } from '../addresses.ts'
import { scanCode } from '../codes.ts'
import { isPrivatePage, readPrivatePage } from '../pages/private-pages.ts'
import { bannerOf } from '../pages/read-alert-pages.ts'
import { readPage } from '../pages/read-page.ts'
import type { PageRead } from '../pages/reading.ts'
import { broken, misdirected, refused, unavailable } from '../pages/show-message.ts'
import { receiveReport } from '../pages/talk-pages.ts'
import { drawPage, onResidentHost, policyFor } from './draw-page.ts'
import { forgetting, pathsToKeep } from './forget-pages.ts'
import { keyedAddress, leadFromDomain, readOwnDomain, readPremium } from './hosts.ts'
import {
  caching,
  type ReadyAnswer,
  readyAnswer,
  redirect,
  type SiteAnswer,
  sendAnswer,
  sendUnbuilt,
} from './page-answer.ts'
import { drawingTurns, PageMemory, PageShelf, PagesBusy } from './page-memory.ts'
import { type PlainAddress, readAddress, withQuery } from './plain-address.ts'
import { followBuilds, siteBuild } from './site-build.ts'
import { fileOf, readFiles, sendFile } from './site-files.ts'

/** What the portal shows of the site to visitors without session or script: its legal pages, and reports. */
const portalPaths = [...legalWords.map((word) => `/${word}`), '/signaler', '/signalement/:code']

/**
 * Every page of the residents' hosts, at one route whose address the Host decided (http/site-hosts.ts), and those of the portal, also
 * where there is no residents' site.
 */
export function siteRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { residentUrl } = deps.config
  const siteOf = siteHosts(deps.config)
  const memory = new PageMemory()
  const turns = drawingTurns()
  const shelf = new PageShelf(deps.gateways.blobs)
  const alerts = new CurrentAlerts(deps, () => memory.clear())
  const drawings = new MinuteCounts(maxDrawings)
  const drawing = { deps, memory, turns, shelf, alerts }
  const forget = forgetting(deps, memory)
  const stop = deps.live.observe((heard, to) => {
    forget(heard, to)
    if (heard === 'gap' || heard.topic === 'clock') alerts.refresh()
    if (heard === 'gap' || heard.topic !== 'town' || residentUrl === undefined) return
    if (String(heard.id).startsWith('alerte')) alerts.refresh()
    keepPages(drawing, String(heard.id), to).catch((error: unknown) => {
      if (!isAway(error)) deps.report?.({ err: error }, 'pages of a town not stored')
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

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.originalUrl.split('?')[0] ?? '').replace(/^https?:\/\/[^/]+/, '')
    const site = siteOf(request.headers.host)
    const file = fileOf(files, site, path)
    if (file) return sendFile(request, reply, file)
    return await answerPage({ ...drawing, drawings, site, request, reply })
  }
  for (const path of portalPaths) app.get(path, answer)
  app.post('/signaler', answer)
  if (residentUrl === undefined) return
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
    url: sitePath,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return
      reply.header('cache-control', caching.never).type('text/plain; charset=utf-8')
      if (/^\/v1(\/|\?|$)/.test(request.originalUrl)) return reply.code(404).send('404')
      return reply.code(405).header('allow', 'GET, HEAD').send('405')
    },
    handler: answer,
  })
}

const maxDrawings = 120
/** Limit of renderings per address: what is typed is rendered from the database; cached pages are not counted. */
const searches = { name: 'site-searches', max: 60, seconds: 60 }
const tooMany = ({ originalUrl }: FastifyRequest): string =>
  `Trop de ${/[?&]q=/.test(originalUrl) ? 'recherches' : 'pages'} en une minute depuis cet accès à Internet. Réessayez dans un instant.`

type Drawing = {
  deps: Dependencies
  memory: PageMemory
  turns: Semaphore
  shelf: PageShelf
  alerts: CurrentAlerts
}

type Asked = Drawing & {
  drawings: MinuteCounts
  site: Site
  request: FastifyRequest
  reply: FastifyReply
}

async function answerPage(asked: Asked): Promise<FastifyReply> {
  const { deps, site, request, reply } = asked
  if (!(await siteBuild())) return sendUnbuilt(reply)
  if (site.kind === 'redirect') return sendAnswer(request, reply, await readyAnswer(leave(site)))
  const base = baseOf(deps, site)
  reply.header('content-security-policy', policyFor(deps, base))
  const finish = async (read: PageRead) => await readyAnswer(await drawPage(deps, base, read))
  try {
    return await sendAnswer(request, reply, await find(asked, base, finish))
  } catch (error) {
    if (error instanceof Refusal) {
      reply.header('retry-after', Math.ceil(error.extras.retryAfter ?? 60))
      return await sendAnswer(request, reply, await finish(refused(429, tooMany(request))))
    }
    if (isAway(error)) return await sendAnswer(request, reply.header('retry-after', 2), await finish(unavailable()))
    request.log.error({ err: error, reqId: request.id }, 'unexpected error')
    return await sendAnswer(request, reply, await finish(broken()))
  }
}

/** A page that is only old serves meanwhile. */
const isAway = (error: unknown): boolean => error instanceof PagesBusy || isDatabaseUnavailable(error)

type Finish = (read: PageRead) => Promise<ReadyAnswer>
type Finding = { asked: Asked; base: SiteBase; finish: Finish; address: PlainAddress; key: string; read: PlainAddress }

/** In order: unknown host, redirect to the plain form, private pages, then the page cache. */
async function find(asked: Asked, base: SiteBase, finish: Finish): Promise<ReadyAnswer> {
  const { deps, site, request } = asked
  if (site.kind === 'nobody') return await finish(misdirected())
  if (request.method === 'POST') return await finish(await receiveReport(deps, base, request))
  const address = readAddress(request.originalUrl)
  if ('plain' in address) return await readyAnswer(redirect(301, address.plain, caching.moved))
  const { key, ...read } = keyedAddress(site, address)
  const finding = { asked, base, finish, address, key, read }
  if (site.kind === 'foreign') return await findForeign(finding, site.host)
  if (site.kind === 'premium') return await fromMemory(finding, () => readPremium(deps, base, site.subdomain, read))
  return await findHere(finding)
}

async function findForeign(finding: Finding, host: string): Promise<ReadyAnswer> {
  const { asked, base, finish, address, read } = finding
  const { deps } = asked
  const known = await knownDomains(deps).find(host)
  if (!known) return await finish(misdirected())
  const elsewhere = await leadFromDomain(deps, { ...known, host, address })
  if (elsewhere) return await finish(elsewhere)
  await knownDomains(deps).markPointed(known)
  return await fromMemory(finding, () => readOwnDomain(deps, base, { ...known, host, address: read }))
}

/** On the residents' host, or the portal. */
async function findHere(finding: Finding): Promise<ReadyAnswer> {
  const { asked, base, finish, address, read } = finding
  const { deps, shelf, request, reply } = asked
  const { words } = address
  if (words[0] === 'q' && words.length === 2) return await finish(await scanCode(deps, words[1] ?? '', request.ip))
  if (isPrivatePage(address, request))
    return await draw(finding, () => readPrivatePage({ deps, base, address }, request, reply))
  return await fromMemory(finding, () => readPage(deps, base, read)).catch(async (error: unknown) => {
    const path = withQuery(`/${words.join('/')}`, read.query)
    const shelved = isDatabaseUnavailable(error) ? await shelf.read(path) : undefined
    if (shelved) return shelved
    throw error
  })
}

const draw = ({ asked: { turns, alerts, request }, base, finish }: Finding, read: () => Promise<PageRead>) =>
  turns.run({ subject: request.ip }, async () => finish(await withBanner(alerts, base, await read())))

async function fromMemory(finding: Finding, read: () => Promise<PageRead>): Promise<ReadyAnswer> {
  const { asked, key } = finding
  await countDrawing(asked, key)
  return await asked.memory.read(key, () => draw(finding, read), isAway)
}

type Counted = Pick<Asked, 'deps' | 'memory' | 'request' | 'drawings'>

/** A page in memory is not counted. */
async function countDrawing({ deps, memory, request, drawings }: Counted, key: string): Promise<void> {
  if (memory.holds(key)) return
  const networks = addressNetworks(request.ip)
  drawings.count(deps.config, networks)
  if (/[?&]q=/.test(key)) await countAgainstNetworks(deps.db, deps.config, searches, networks)
}

/** A page of a town where an alert holds says so first, but on the domain of a business. */
async function withBanner(alerts: CurrentAlerts, { host, home }: SiteBase, read: PageRead): Promise<PageRead> {
  const town = 'page' in read && host !== 'foreign' ? townOfSlug(read.page.town?.slug ?? '') : undefined
  const alert = town && bannerOf(await alerts.of(town.code), home)
  return alert && 'page' in read ? { ...read, page: { ...read.page, alert } } : read
}

/** Draws the pages that are read when the database is away, and keeps them in the files. */
async function keepPages({ deps, turns, shelf, alerts }: Drawing, id: string, to: readonly string[]): Promise<void> {
  if (!(await siteBuild())) return
  const drawn = officialMoment(await readNow(deps.db))
  for (const path of await pathsToKeep(deps, { id, to })) {
    const address = readAddress(path)
    if ('plain' in address) continue
    const read = await turns.run(
      { subject: 'shelf' },
      async () => await withBanner(alerts, onResidentHost, await readPage(deps, onResidentHost, address)),
    )
    const dated = 'page' in read ? { ...read, page: { ...read.page, drawn } } : read
    await shelf.keep(path, await readyAnswer(await drawPage(deps, onResidentHost, dated)))
  }
}

const leave = ({ status, to }: Extract<Site, { kind: 'redirect' }>): SiteAnswer =>
  redirect(status, to, status === 301 ? caching.moved : caching.town)

function baseOf({ config }: Dependencies, site: Site): SiteBase {
  if (site.kind === 'premium' || site.kind === 'foreign') return { host: site.kind, home: residentHome(config) }
  return site.kind === 'portal' ? { host: 'portal', home: '' } : onResidentHost
}
