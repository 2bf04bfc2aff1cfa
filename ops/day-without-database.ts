import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { multipart } from '@parvis/client/client'
import { call, clientAt } from '../harness/bench/parts/http-client.ts'
import { freePort } from '../harness/bench/parts/server-process.ts'
import type { Testbed } from '../harness/bench/parts/testbed.ts'
import { type Hall, openHall, ringDanger } from '../harness/faults/alert.ts'
import { type Check, type Fault, holds, planted, within } from '../harness/faults/fault.ts'
import { startSilentProxy } from '../harness/faults/silent-proxy.ts'
import { until } from '../harness/faults/until.ts'
import { actForm } from '../harness/town/halls.ts'
import { openSiteShop } from './site-shop.ts'
import { nginxSiteText, startNginxSite } from './start-proxy.ts'

const promise = 60_000
/** Hours after PostgreSQL went, the last one ten minutes before the day is over. */
const hours = [0, 12, 23.8]

/** The clock of the processes that get these settings, moved while they run: libfaketime of Debian's package faketime. */
function movableClock(folder: string) {
  const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
  if (!library) return undefined
  const file = join(folder, 'clock')
  const moveTo = (hour: number) => writeFileSync(file, `+${Math.round(hour * 3_600)}`)
  moveTo(0)
  return { moveTo, env: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' } }
}

/** D-022, Y-013, Y-021: PostgreSQL away for a day behind nginx-site.conf, all clocks but PostgreSQL's moved by as much. */
export const dayWithoutDatabase: Fault = {
  id: 'DAY',
  title: 'PostgreSQL away for a day behind nginx: acts, alert and public pages',
  isLong: true,
  run: async ({ testbed }) => {
    const clock = movableClock(testbed.folder)
    if (!clock) {
      const missing = 'libfaketime is not installed (apt-get install faketime nginx-light)'
      return { done: missing, notRun: missing, checks: [], controls: [] }
    }
    const [port, upstream, forgetful] = [await freePort(), await freePort(), await freePort()]
    const host = `parvis.localhost:${port}`
    const url = new URL(testbed.url)
    await using database = await startSilentProxy(Number(url.port))
    url.port = String(database.port)
    await using server = await testbed.start(
      {
        RESIDENT_URL: `http://${host}`,
        TRUST_PROXY: '1',
        ALLOW_DEVELOPMENT_IN_PUBLIC: '1',
        DATABASE_URL: url.href,
        ...clock.env,
      },
      upstream,
    )
    const start = (name: string, at: number, text: string) =>
      startNginxSite(join(testbed.folder, name), text, { port: at, upstream, env: clock.env })
    await using nginx = await start('nginx-day', port, nginxSiteText)
    await using short = await start('nginx-short', forgetful, forgetsAfterHalfAMinute(nginxSiteText))
    const hall = await openHall(testbed, 1)
    const town = await furnish(testbed, server.base, hall)
    const site = { base: nginx.base, host }
    const began = performance.now()
    await Promise.all([nginx, short].map(({ base }) => judgePages('', { base, host }, town.asked)))
    const alert = await ringDanger(server.base, hall)
    const shown = (is: boolean) => async () => (await open(site, town.asked[0] ?? '')).body.includes(alert.title) === is
    const on = await until('the banner is on', 2 * promise, shown(true), 500)
    const alertPages = ['alertes', `alertes/${new URL(alert.url ?? '').pathname.split('/').at(-1)}`]
    const pages = [...town.asked, ...town.unasked, ...alertPages.map((path) => `${town.asked[0]}/${path}`)]
    // Pages that nobody asked for again since the alert began are renewed by who reads them next.
    for (const { base } of [nginx, short])
      await until(
        'every banner is on',
        2 * promise,
        async () => {
          const bodies = await Promise.all(town.asked.map((path) => open({ base, host }, path)))
          return bodies.every(({ body }) => body.includes(alert.title))
        },
        500,
      )
    database.leave()
    const checks: Check[] = []
    for (const hour of hours) {
      clock.moveTo(hour)
      checks.push(await judgePages(`${hour} h after`, site, pages, town.asked, alert.title))
      checks.push(await judgePages('the file', { base: '', host: new URL(town.file).host }, [town.file]))
    }
    rmSync(join(testbed.folder, 'blobs', 'shelf'), { recursive: true })
    const unkept = await judgePages('', { base: server.base, host }, town.unasked)
    await database.comeBack()
    await clientAt(server.base).call('POST /v1/alerts/:id/end', {
      params: { id: alert.id },
      token: hall.sender,
      body: { text: 'L’eau baisse.' },
    })
    const off = await until('the banner is off', 2 * promise, shown(false), 500)
    await judgePages('', { base: short.base, host }, town.asked)
    await server.signal('SIGKILL')
    clock.moveTo(47)
    const dead = await judgePages('23 h after the processes died too', site, pages)
    const forgotten = await judgePages('', { base: short.base, host }, town.asked)
    return {
      done: `${pages.length} pages and a file, ${hours.length} times in ${hours.at(-1)} h, then the processes killed too, in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
      checks: [
        within('the banner is on after', on, promise),
        ...checks,
        within('PostgreSQL back, an alert is ended after', off, promise),
        dead,
      ],
      controls: [
        planted('no page kept in the files', [unkept]),
        planted('a cache that forgets after half a minute', [forgotten]),
      ],
    }
  },
}

type At = { base: string; host: string }

const open = ({ base, host }: At, path: string) => call(base, 'GET', path, { headers: { host }, timeout: 10_000 })

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
    const answer = await open(at, path).catch(() => undefined)
    if (answer?.status !== 200) missed.push(`${path} ${answer?.status ?? 'no answer'}`)
    else if (warned.includes(path) && !answer.body.includes(title)) missed.push(`${path} without the alert`)
  }
  return holds(
    `${when}, ${pages.length - missed.length} of ${pages.length} pages are read ${missed.join(', ')}`.trim(),
    missed.length === 0,
  )
}

/** A plain cache, as most write it: what the pages say of an outage is not heard. */
const forgetsAfterHalfAMinute = (text: string): string =>
  text.replace(
    'proxy_cache_lock on;',
    'proxy_cache_lock on; proxy_ignore_headers Cache-Control; proxy_cache_valid 200 30s;',
  )
