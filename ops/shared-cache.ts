import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, call } from '../harness/bench/parts/http-client.ts'
import { freePort } from '../harness/bench/parts/server-process.ts'
import { type Check, type Fault, holds, planted, within } from '../harness/faults/fault.ts'
import { openSiteShop, type SiteShop } from './site-shop.ts'
import { missesProgram, nginxSiteText, startNginxSite } from './start-proxy.ts'

const promise = 60_000
const views = 400

type Site = { base: string; host: string; shop: SiteShop }

const open = ({ base, host }: Site, path: string): Promise<Answer> => call(base, 'GET', path, { headers: { host } })

/** Edits a shop's page, then reads it through the cache until the edit shows. */
async function judgeFreshness(site: Site, text: string): Promise<Check> {
  await open(site, site.shop.path)
  await site.shop.describe(text)
  const began = performance.now()
  let page = await open(site, site.shop.path)
  while (!page.body.includes(text) && performance.now() - began < promise * 1.5) {
    await pause(1_000)
    page = await open(site, site.shop.path)
  }
  return within('an edit is on the page after', performance.now() - began, promise)
}

/** Views of a town, as readers and their trackers' keys make them; the share that never reached us. */
async function judgeHits(site: Site): Promise<Check> {
  const town = `/${site.shop.path.split('/')[1]}`
  const paths = [town, site.shop.path, `${town}/agenda`, `${town}/annuaire`, `${town}/annuaire?ouvert=1`]
  let hits = 0
  for (let n = 0; n < views; n++) {
    const path = paths[n % paths.length] ?? town
    const answer = await open(site, `${path}${path.includes('?') ? '&' : '?'}utm_source=${n}`)
    if (answer.status === 200 && answer.headers['x-cache'] !== 'MISS') hits += 1
  }
  return holds(`${Math.round((hits / views) * 100)} % of ${views} views answered by the cache`, hits / views >= 0.95)
}

/** Private pages are never stored by the cache. */
async function judgePrivate(site: Site): Promise<Check> {
  const paths = ['/mes-abonnements', '/reglages', '/v1/site/me', '/']
  const twice = []
  for (const path of [...paths, ...paths]) twice.push((await open(site, path)).headers['x-cache'])
  return holds('private pages and / are never kept', !twice.includes('HIT'))
}

/** nginx as a shared cache of the public pages: what it saves and how fresh it is (W-125); while we are away: DAY. */
export const sharedCache: Fault = {
  id: 'CACHE',
  title: 'the residents’ pages behind nginx as a shared cache',
  isLong: true,
  run: async ({ testbed }) => {
    const missing = missesProgram('nginx', 'nginx-light')
    if (missing) return { done: missing, notRun: missing, checks: [], controls: [] }
    const [port, upstream] = [await freePort(), await freePort()]
    const host = `parvis.localhost:${port}`
    await using server = await testbed.start(
      { RESIDENT_URL: `http://${host}`, TRUST_PROXY: '1', ALLOW_DEVELOPMENT_IN_PUBLIC: '1' },
      upstream,
    )
    const shop = await openSiteShop(testbed, server.base, 'Fournil de nginx')
    await using nginx = await startNginxSite(join(testbed.folder, 'nginx-site'), nginxSiteText, { port, upstream })
    const site = { base: nginx.base, host, shop }
    const hits = await judgeHits(site)
    const secret = await judgePrivate(site)
    const fresh = await judgeFreshness(site, 'Modifié pendant que le cache servait.')
    await nginx[Symbol.asyncDispose]()
    await using keyed = await startNginxSite(
      join(testbed.folder, 'nginx-keyed'),
      nginxSiteText.replace(/proxy_cache_key .*;/, 'proxy_cache_key $host$request_uri;'),
      { port, upstream },
    )
    const control = await judgeHits({ ...site, base: keyed.base })
    return {
      done: `${views} views, one edit`,
      checks: [hits, secret, fresh],
      controls: [planted('a key with the whole address', [control])],
    }
  },
}
