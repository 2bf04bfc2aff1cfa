import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readRunning } from '../../apps/server/src/db/embedded/postgres-files.ts'
import { fillAgenda } from '../sql/fill-agenda.ts'
import { siteHost, sitePages } from './lighthouse.ts'
import { call } from './parts/http-client.ts'
import { medianOf, medianTime } from './parts/load.ts'
import { childrenOf, cpuMilliseconds } from './parts/process-numbers.ts'
import { openAsSuperuser } from './parts/testbed.ts'
import type { TownServer } from './parts/town-server.ts'
import type { Section } from './section.ts'

const max = { rendered: 3, growth: 1.3, portal: 1.05 }
const minFromMemory = 4_000
const minRendered = 400
const drawings = 300
const turns = 5
const rounds = 5
const seconds = 3
const connections = 16
const visitsPerSecond = 100

/** The residents' pages of the demonstration town (W-123, W-126): what one costs, and what it costs the others. */
export async function benchSite(town: TownServer, instants: readonly number[]): Promise<Section> {
  const rows: string[][] = []
  const overruns: string[] = []
  const tell = (what: string, value: string, budget: string, isKept: boolean) => {
    rows.push([what, value, budget])
    if (!isKept) overruns.push(`residents’ site, ${what}: ${value}, budget ${budget}`)
  }
  for (const [name, path] of Object.entries(await sitePages(town.base))) {
    const cost = await renderingCost(town, path)
    const words = `${cost.all.toFixed(2)} ms, of which PostgreSQL ${cost.postgres.toFixed(2)}`
    tell(`${name}, rendered, CPU`, words, `${max.rendered} ms`, cost.all <= max.rendered)
    const drawn = await servedASecond(town, `${path}?version=`)
    tell(`${name}, rendered, a second`, drawn.toFixed(0), String(minRendered), drawn >= minRendered)
    const perSecond = await servedASecond(town, path)
    tell(`${name}, from memory, a second`, perSecond.toFixed(0), String(minFromMemory), perSecond >= minFromMemory)
  }
  const slower = await slowerPortal(town)
  tell(
    'a call of the portal beside 100 visits a second',
    `${slower.toFixed(2)} times`,
    `${max.portal}`,
    slower <= max.portal,
  )
  const { ratio, words } = await growth(town, instants)
  tell(
    `an agenda with instants elsewhere: ${instants.map((count) => count.toLocaleString('en')).join(', then ')}`,
    words,
    `${max.growth}x`,
    ratio <= max.growth,
  )
  return {
    title: `Residents’ pages, ${drawings} of each rendered, ${connections} connections from memory`,
    headings: ['what', 'measured', 'budget'],
    rows,
    overruns,
  }
}

/** An ignored query key whose values make each address unique, so that the page cache never holds it. */
let version = 0
const unseen = (path: string) => `${path}?version=${++version}`

const headersOf = (base: string) => ({ host: siteHost(base), 'accept-encoding': 'br' })

async function open(base: string, path: string): Promise<number> {
  const { status, milliseconds } = await call(base, 'GET', path, { headers: headersOf(base) })
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return milliseconds
}

/** Processor time of server and PostgreSQL for one page that the memory does not hold: the best of three rounds, after warming up. */
async function renderingCost({ base, pid, folder }: TownServer, path: string) {
  for (let n = 0; n < drawings; n++) await open(base, unseen(path))
  const measured: { all: number; postgres: number }[] = []
  for (let round = 0; round < 3; round++) {
    const [server, before] = [cpuMilliseconds(pid), millisecondsOfBackends(folder)]
    for (let n = 0; n < drawings; n++) await open(base, unseen(path))
    // A backend that ended meanwhile is left out, a new one counted from its start.
    const spent = [...millisecondsOfBackends(folder)].map(([one, now]) => now - (before.get(one) ?? 0))
    const inPostgres = spent.reduce((sum, milliseconds) => sum + milliseconds, 0) / drawings
    measured.push({ all: (cpuMilliseconds(pid) - server) / drawings + inPostgres, postgres: inPostgres })
  }
  return measured.toSorted((one, other) => one.all - other.all)[0] ?? { all: 0, postgres: 0 }
}

/** Processor time of each process that the postmaster of that folder started (Linux). */
function millisecondsOfBackends(folder: string): Map<number, number> {
  const backends = childrenOf(readRunning(folder)?.postgresPid ?? 0)
  return new Map(backends.map((pid) => [pid, cpuMilliseconds(pid)]))
}

/** Pages a second to an outside client, which is this very file in a process of its own; each its own address after `=`. */
async function servedASecond({ base }: TownServer, path: string): Promise<number> {
  await open(base, path.split('?')[0] ?? path)
  const { hostname, port } = new URL(base)
  const file = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [file, hostname, port, siteHost(base), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return Number(said)
}

/** The median of a call of the portal with visitors beside, over that without, in turns. */
async function slowerPortal({ base, token }: TownServer): Promise<number> {
  const { business = '' } = await sitePages(base)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const alone = await medianTime(base, '/v1/company/ownership', token, 300)
    const visiting = new AbortController()
    const visits = (async () => {
      while (!visiting.signal.aborted) await Promise.all([open(base, business), pause(1_000 / visitsPerSecond)])
    })()
    const beside = await medianTime(base, '/v1/company/ownership', token, 300)
    visiting.abort()
    await visits
    ratios.push(beside / alone)
  }
  return medianOf(ratios)
}

/** The agenda of a town, rendered, as instants are added all over the country: best median of some rounds. */
async function growth(town: TownServer, sizes: readonly number[]) {
  await using db = openAsSuperuser(town.folder)
  const { agenda = '' } = await sitePages(town.base)
  const measured: number[] = []
  let stored = 0
  for (const size of sizes) {
    await fillAgenda(db, size - stored, stored === 0)
    stored = size
    const medians: number[] = []
    for (let round = 0; round < rounds; round++) {
      const times: number[] = []
      for (let n = 0; n < 100; n++) times.push(await open(town.base, unseen(agenda)))
      medians.push(medianOf(times))
    }
    measured.push(Math.min(...medians))
  }
  const ratio = (measured.at(-1) ?? 0) / (measured[0] ?? 1)
  return { ratio, words: `${measured.map((ms) => `${ms.toFixed(2)} ms`).join(', ')}: ${ratio.toFixed(2)} times` }
}

/**
 * Load generator: raw connections that repeat a request as soon as its answer is complete, much cheaper than the server's work.
 */
async function visit(host: string, port: number, name: string, path: string): Promise<number> {
  let answered = 0
  let asked = Date.now()
  const address = () => (path.endsWith('=') ? path + ++asked : path)
  const request = () => `GET ${address()} HTTP/1.1\r\nhost: ${name}\r\naccept-encoding: br\r\n\r\n`
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, host)
    let missing = 0
    socket.on('data', (piece: Buffer) => {
      let rest = piece
      if (missing === 0) {
        const end = piece.indexOf('\r\n\r\n')
        const head = piece.toString('latin1', 0, end)
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 40))
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1])
        rest = piece.subarray(end + 4)
      }
      missing -= rest.length
      if (missing > 0) return
      answered++
      socket.write(request())
    })
    socket.write(request())
    return socket
  })
  await pause(500)
  const before = answered
  const began = performance.now()
  await pause(seconds * 1_000)
  const perSecond = ((answered - before) * 1_000) / (performance.now() - began)
  for (const socket of sockets) socket.destroy()
  return perSecond
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [host = '', port = '', name = '', path = ''] = process.argv.slice(2)
  console.log(await visit(host, Number(port), name, path))
  process.exit(0)
}
