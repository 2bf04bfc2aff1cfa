import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { multipart } from '@parvis/client/client'
import { freePort } from '../apps/server/src/free-port.ts'
import { clientAt, tryCall } from '../harness/bench/parts/http-client.ts'
import type { ServerProcess, Testbed } from '../harness/bench/parts/testbed.ts'
import { clichy, type Hall, openHall, ringDanger } from '../harness/faults/alert.ts'
import { type Check, type Fault, holds, type Outcome, planted, within } from '../harness/faults/fault.ts'
import { type SilentProxy, startSilentProxy } from '../harness/faults/silent-proxy.ts'
import { until } from '../harness/faults/until.ts'
import { actForm } from '../harness/town/halls.ts'
import { openSiteShop } from './site-shop.ts'
import { missesProgram, nginxSiteText, type ProxyServer, startNginxSite } from './start-proxy.ts'

const promise = 60_000
/** Hours after PostgreSQL went, the last one ten minutes before the day is over. */
const hours = [0, 12, 23.8]

/** Of Debian's package faketime. */
const [libfaketime = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

/** The clock of the processes that get these settings, moved while they run. */
function movableClock(folder: string) {
  const file = join(folder, 'clock')
  const moveTo = (hour: number) => writeFileSync(file, `+${Math.round(hour * 3_600)}`)
  moveTo(0)
  return { moveTo, env: { LD_PRELOAD: libfaketime, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' } }
}

/**
 * W-125, D-022, Y-013, Y-021: nginx-site.conf as a shared cache, what it saves and how fresh it is; then PostgreSQL away for a day, all
 * clocks but its own moved by as much.
 */
export const sharedCache: Fault = {
  id: 'CACHE',
  title: 'nginx as a shared cache, PostgreSQL away for a day',
  isLong: true,
  misses: () =>
    libfaketime ? missesProgram('nginx', 'nginx-light') : 'libfaketime is not installed (apt-get install faketime)',
  run: async ({ testbed }) => {
    const clock = movableClock(testbed.folder)
    const [port, upstream] = [await freePort(), await freePort()]
    const host = `parvis.localhost:${port}`
    await using database = await startSilentProxy(testbed.url)
    const proxied = { TRUST_PROXY: '1', ALLOW_DEVELOPMENT_IN_PUBLIC: '1', DATABASE_URL: database.url }
    await using server = await testbed.start({ RESIDENT_URL: `http://${host}`, ...proxied, ...clock.env }, upstream)
    const start = async (name: string, at: number, text: string) =>
      await startNginxSite(join(testbed.folder, name), text, {
        port: at,
        upstreams: [upstream, upstream],
        env: clock.env,
      })
    await using nginx = await start('nginx-day', port, nginxSiteText)
    await using short = await start('nginx-short', await freePort(), forgetsAfterHalfAMinute(nginxSiteText))
    await using keyed = await start('nginx-keyed', await freePort(), keyedByTheWholeAddress(nginxSiteText))
    return await play({ testbed, clock, database, server, host, nginx, short, keyed })
  },
}

type Stage = {
  testbed: Testbed
  clock: { moveTo(hour: number): void }
  database: SilentProxy
  server: ServerProcess
  host: string
  nginx: ProxyServer
  /** Controls: the same in front, with a cache as most write it, and with a key as most write it. */
  short: ProxyServer
  keyed: ProxyServer
}

async function play({ testbed, clock, database, server, host, nginx, short, keyed }: Stage): Promise<Outcome> {
  const hall = await openHall(testbed, clichy, 1)
  const { asked, unasked, file } = await furnish(testbed, server.base, hall)
  const [site, plain] = [nginx, short].map(({ base }) => ({ base, host })) as [At, At]
  const cached = [await judgeHits(site, asked), await judgePrivate(site)]
  const missed = await judgeHits({ base: keyed.base, host }, asked)
  const began = performance.now()
  await judgePages('', plain, asked)
  const alert = await ringDanger(server.base, hall)
  const on = Math.max(...(await Promise.all([site, plain].map((at) => untilShown(at, asked, alert.title, true)))))
  const [town] = asked
  const pages = [...asked, ...unasked, `${town}/alertes`, new URL(alert.url ?? '').pathname]
  database.leave()
  const checks = [within('the banner is on every page after', on, promise)]
  for (const hour of hours) {
    clock.moveTo(hour)
    checks.push(await judgePages(`${hour} h after`, site, pages, asked, alert.title))
    checks.push(await judgePages(`${hour} h after, the file`, { base: '', host: new URL(file).host }, [file]))
  }
  rmSync(join(testbed.folder, 'blobs', 'shelf'), { recursive: true })
  const unkept = await judgePages('', { base: server.base, host }, unasked)
  await database.comeBack()
  const end = { params: { id: alert.id }, token: hall.sender, body: { text: 'L’eau baisse.' } }
  await clientAt(server.base).call('POST /v1/alerts/:id/end', end)
  const off = await untilShown(site, asked, alert.title, false)
  await judgePages('', plain, asked)
  await server.signal('SIGKILL')
  clock.moveTo(47)
  const dead = await judgePages('23 h after the processes died too', site, pages)
  const forgotten = await judgePages('', plain, asked)
  return {
    done: `${pages.length} pages and a file, ${hours.length} times in ${hours.at(-1)} h, in ${Math.round((performance.now() - began) / 1_000)} s`,
    checks: [...cached, ...checks, within('PostgreSQL back, the banner is off every page after', off, promise), dead],
    controls: [
      planted('a key with the whole address', [missed]),
      planted('no page kept in the files', [unkept]),
      planted('a cache that forgets after half a minute', [forgotten]),
    ],
  }
}

/** Every page of the town has the banner, or none: how long it took. */
const untilShown = (at: At, pages: readonly string[], title: string, is: boolean): Promise<number> =>
  until(
    'the banner on every page, or on none',
    2 * promise,
    async () =>
      (await Promise.all(pages.map((path) => open(at, path)))).every(({ body }) => body.includes(title) === is),
    500,
  )

type At = { base: string; host: string }

const open = ({ base, host }: At, path: string) => tryCall(base, 'GET', path, { headers: { host }, timeout: 10_000 })

/** What a town hall publishes and a shop, by paths: those read before the outage, and those that nobody read. */
async function furnish(testbed: Testbed, base: string, { companyId, writer }: Hall) {
  const shop = await openSiteShop(testbed, base, 'Fournil de la panne')
  const act = await clientAt(base).call('POST /v1/company/:id/acts', {
    params: { id: companyId },
    token: writer,
    ...multipart(actForm({ title: 'Règlement du marché' })),
  } as never)
  const town = `/${shop.path.split('/')[1]}`
  const page = new URL(act.url ?? '').pathname
  return {
    asked: [town, `${town}/annuaire`, `${town}/agenda`, shop.path],
    unasked: [
      `${town}/actes`,
      `${town}/actes/registre.txt`,
      ...['', '/attestation', '/attestation.txt', '/attestation.sig'].map((end) => page + end),
    ],
    file: act.fileUrl ?? '',
  }
}

/** Every page is read; those of the town say the alert first. */
async function judgePages(
  when: string,
  at: At,
  pages: readonly string[],
  warned: readonly string[] = [],
  title = '',
): Promise<Check> {
  const missed: string[] = []
  for (const path of pages) {
    const answer = await open(at, path)
    if (answer.status !== 200) missed.push(`${path} ${answer.status || 'no answer'}`)
    else if (warned.includes(path) && !answer.body.includes(title)) missed.push(`${path} without the alert`)
  }
  return holds(
    `${when}, ${pages.length - missed.length} of ${pages.length} pages are read ${missed.join(', ')}`.trim(),
    missed.length === 0,
  )
}

const views = 400

/** Views of a town, as readers and their trackers' keys make them; the share that never reached us. */
async function judgeHits(at: At, paths: readonly string[]): Promise<Check> {
  let hits = 0
  for (let n = 0; n < views; n++) {
    const answer = await open(at, `${paths[n % paths.length]}?utm_source=${n}`)
    if (answer.status === 200 && answer.headers['x-cache'] !== 'MISS') hits += 1
  }
  return holds(`${Math.round((hits / views) * 100)} % of ${views} views answered by the cache`, hits / views >= 0.95)
}

/** Private pages are never stored by the cache. */
async function judgePrivate(at: At): Promise<Check> {
  const paths = ['/mes-abonnements', '/reglages', '/v1/site/me', '/']
  const twice = []
  for (const path of [...paths, ...paths]) twice.push((await open(at, path)).headers['x-cache'])
  return holds('private pages and / are never kept', !twice.includes('HIT'))
}

const keyedByTheWholeAddress = (text: string): string =>
  text.replace(/proxy_cache_key .*;/, 'proxy_cache_key $host$request_uri;')

/** A plain cache, as most write it: what the pages say of an outage is not heard. */
const forgetsAfterHalfAMinute = (text: string): string =>
  text.replace(
    'proxy_cache_lock on;',
    'proxy_cache_lock on; proxy_ignore_headers Cache-Control; proxy_cache_valid 200 30s;',
  )
