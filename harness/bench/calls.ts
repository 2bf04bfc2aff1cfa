import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { until } from '../faults/until.ts'
import type { LoadBase } from '../sql/fill-load.ts'
import type { BareSettings } from './parts/bare-server.ts'
import { call } from './parts/http-client.ts'
import { medianOf } from './parts/load.ts'
import { cpuMilliseconds } from './parts/process-numbers.ts'
import { freePort } from './parts/server-process.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const connections = 16
const seconds = 3
/** Different requests of one run, drawn at random from the whole base. */
const drawn = 4_000
const day = 86_400_000

type Asked = { method: string; path: string; token: string; body?: object }
/** `goal`: our calls a second as a share of the bare handler's (issue 14). */
type Kind = { name: string; goal: number; draw: (base: LoadBase) => Asked }

export const anyOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T
const ofCompany = (path: (id: string) => string) => (base: LoadBase) => {
  const { id, token } = anyOf(base.companies)
  return { method: 'GET', path: path(id), token }
}

const reads: readonly Kind[] = [
  { name: 'settings', goal: 0.7, draw: ofCompany((id) => `/v1/company/settings/${id}`) },
  {
    name: 'one instant',
    goal: 0.65,
    draw: (base) => {
      const { instants, token } = anyOf(base.companies)
      return { method: 'GET', path: `/v1/instants/${anyOf(instants)}`, token }
    },
  },
  { name: '100 instants of a company', goal: 0.8, draw: ofCompany((id) => `/v1/instants/company/${id}`) },
  {
    name: 'page of 30 messages',
    goal: 0.7,
    draw: (base) => {
      const { id, token } = anyOf(base.threads)
      return { method: 'GET', path: `/v1/discussions/${id}/messages`, token }
    },
  },
  {
    name: 'empty poll',
    goal: 0.7,
    draw: (base) => {
      const { id, token, last } = anyOf(base.threads)
      return { method: 'GET', path: `/v1/discussions/${id}/messages?selection_way=after&message_id=${last}`, token }
    },
  },
]

const writes: readonly Kind[] = [
  {
    name: 'follow, keyed',
    goal: 0.45,
    draw: (base) => {
      const path = `/v1/app/companies/${anyOf(base.companies).id}/follow`
      return { method: anyOf(['PUT', 'DELETE']), path, token: anyOf(base.threads).token }
    },
  },
  {
    name: 'send a message, keyed',
    goal: 0.45,
    draw: (base) => {
      const { id, token } = anyOf(base.threads)
      const body = { message: 'Bonjour, avez-vous encore ce livre ? Je passe samedi.' }
      return { method: 'POST', path: `/v1/discussions/${id}/message`, token, body }
    },
  },
  {
    name: 'place an order, keyed',
    goal: 0.45,
    draw: (base) => {
      const { companyId, token } = anyOf(base.threads)
      const pickupDateTime = new Date(Date.now() + 3 * day).toISOString()
      const body = { pickupDateTime, orderContent: 'Deux baguettes et un pain de seigle tranché' }
      return { method: 'POST', path: `/v1/app/companies/${companyId}/orders`, token, body }
    },
  },
]

export const productionSettings = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  SECRET_KEY: '5'.repeat(64),
  ALLOW_EMBEDDED_PROVIDERS: '1',
  RATE_LIMITS: 'relaxed',
}

export type Loaded = { testbed: Testbed; base: LoadBase }

export const benchReads = (loaded: Loaded, rounds: number) => benchCalls('Reads', reads, loaded, rounds)
export const benchWrites = (loaded: Loaded, rounds: number) => benchCalls('Keyed writes', writes, loaded, rounds)

/** Calls a second in production mode, asked by wrk at random over a large base, against a bare handler with the same answers. */
async function benchCalls(title: string, kinds: readonly Kind[], loaded: Loaded, rounds: number): Promise<Section> {
  const { testbed, base } = loaded
  await using server = await testbed.start(productionSettings)
  await settle(testbed)
  using bare = await startBare(loaded, server.base)
  const rows: string[][] = []
  const overruns: string[] = []
  for (const kind of kinds) {
    await compareAnswers(kind, base, [server.base, bare.base])
    const compared = compare(kind, loaded, { server, bare }, rounds)
    rows.push(compared.row)
    overruns.push(...compared.overruns)
  }
  return {
    title: `${title} against bare node:http + pg, one minimal statement and the same answer (${connections} connections, median of ${rounds} × ${seconds} s)`,
    headings: ['call', 'a second', 'p50 ms', 'p99 ms', 'CPU ms', 'bare', 'p50 ms', 'p99 ms', 'CPU ms', 'share', 'goal'],
    rows,
    overruns,
  }
}

/**
 * Done once per session or company, not per call: the addresses of new companies, and the update of a session's last use, every
 * five minutes.
 */
async function settle({ db }: Testbed): Promise<void> {
  const count = sql<{ left: number }>`
    select count(*)::int as left from companies
    where not exists (select from company_addresses where company_addresses.company_id = companies.id)`
  await until('every company has its address', 120_000, async () => (await count.execute(db)).rows[0]?.left === 0)
  await sql`update sessions set last_seen_at = app_now()`.execute(db)
}

type Servers = { server: Server; bare: Server }

/** Alternating turns, so that other load of the machine weighs on both servers. */
function compare(kind: Kind, loaded: Loaded, { server, bare }: Servers, rounds: number) {
  // Warm-up, not counted: V8 compiles the code paths during some thousands of calls.
  for (const [one, isKeyed] of [[server, true] as const, [bare, false] as const]) press(kind, loaded, one, isKeyed)
  const turns: { ours: Pressed; theirs: Pressed }[] = []
  for (let round = 0; round < rounds; round++)
    turns.push({ ours: press(kind, loaded, server, true), theirs: press(kind, loaded, bare, false) })
  const ours = middle(turns.map((turn) => turn.ours))
  const theirs = middle(turns.map((turn) => turn.theirs))
  const share = ours.perSecond / theirs.perSecond
  const failed = turns.reduce((sum, turn) => sum + turn.ours.failed + turn.theirs.failed, 0)
  const overruns: string[] = []
  if (share < kind.goal) overruns.push(`${kind.name}: ${share.toFixed(2)} of the bare handler, ${kind.goal} wanted`)
  if (failed > 0) overruns.push(`${kind.name}: ${failed} answers were no success`)
  return { row: [kind.name, ...written(ours), ...written(theirs), share.toFixed(2), kind.goal.toFixed(2)], overruns }
}

type Server = { base: string; pid: number }
type Pressed = { perSecond: number; median: number; p99: number; cpu: number; failed: number }

const written = ({ perSecond, median, p99, cpu }: Pressed) => [
  perSecond.toFixed(0),
  median.toFixed(1),
  p99.toFixed(0),
  cpu.toFixed(3),
]

function middle(all: readonly Pressed[]): Pressed {
  const of = (value: (one: Pressed) => number) => medianOf(all.map(value))
  return {
    perSecond: of((one) => one.perSecond),
    median: of((one) => one.median),
    p99: of((one) => one.p99),
    cpu: of((one) => one.cpu),
    failed: of((one) => one.failed),
  }
}

/** wrk in a process of its own; the processor time is the server's alone, per call. */
function press(kind: Kind, { testbed, base }: Loaded, server: Server, isKeyed: boolean): Pressed {
  const file = join(testbed.folder, 'requests.txt')
  const asked = Array.from({ length: drawn }, () => kind.draw(base))
  const lines = asked.map(({ method, path, token, body }) => [method, path, token, body ? JSON.stringify(body) : ''])
  writeFileSync(file, lines.map((line) => `${line.join('\t')}\n`).join(''))
  const keys = isKeyed && asked[0]?.method !== 'GET' ? '1' : '0'
  const cpu = cpuMilliseconds(server.pid)
  const result = runWrk(server.base, { REQUESTS: file, KEYS: keys, RUN: randomBytes(6).toString('hex') })
  const used = cpuMilliseconds(server.pid) - cpu
  return { ...result, perSecond: (result.requests * 1e6) / result.microseconds, cpu: used / result.requests }
}

type Told = { requests: number; microseconds: number; median: number; p99: number; failed: number }

function runWrk(address: string, env: Record<string, string>): Told {
  const script = join(import.meta.dirname, 'parts', 'wrk.lua')
  const given = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, address]
  const { stdout, error } = spawnSync('wrk', given, { env: { ...process.env, ...env }, encoding: 'utf8' })
  if (error) throw new Error('wrk is missing: apt-get install wrk', { cause: error })
  const told = /RESULT (.*)/.exec(stdout)?.[1]
  if (!told) throw new Error(`wrk said: ${stdout}`)
  return JSON.parse(told) as Told
}

/** Both servers must answer the same bytes; of a write's answer, ids and times are left out. */
async function compareAnswers({ name, draw }: Kind, base: LoadBase, servers: readonly string[]): Promise<void> {
  for (let n = 0; n < 5; n++) {
    const { method, path, token, body } = draw(base)
    const answers = await Promise.all(servers.map((server) => call(server, method, path, { token, json: body })))
    const [ours, theirs] = answers.map((answer) => (method === 'GET' ? answer.body : withoutMade(answer.body)))
    if (answers.some(({ status }) => status !== 200) || ours !== theirs)
      throw new Error(`${name}: the answers differ\n${ours}\n${theirs}`)
  }
}

const withoutMade = (json: string) =>
  json.replace(/"(id|sendAt|followersCount)":("[^"]*"|\d+)/g, (_, key: string) => `"${key}":0`)

async function startBare({ testbed, base }: Loaded, media: string): Promise<Server & Disposable> {
  const file = join(testbed.folder, 'bare.json')
  const users = [...base.companies, ...base.threads].map(({ token, userId }): [string, number] => [token, userId])
  writeFileSync(file, JSON.stringify({ url: testbed.url, media: `${media}/v1/media/`, users } satisfies BareSettings))
  const port = await freePort()
  const script = join(import.meta.dirname, 'parts', 'bare-server.ts')
  const child = spawn(process.execPath, [script, file, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] })
  const address = `http://127.0.0.1:${port}`
  while (!(await call(address, 'GET', '/').catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 20))
  return { base: address, pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}
