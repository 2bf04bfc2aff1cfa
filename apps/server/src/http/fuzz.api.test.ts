import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { api } from '@parvis/domain/api'
import { type Endpoint, pathOf } from '@parvis/domain/kernel/contract'
import { answerFault, type FuzzedAnswer } from '@parvis/harness/fuzz/answer-fault'
import { arbitraryCall } from '@parvis/harness/fuzz/arbitrary-call'
import { authorizationFixture } from '@parvis/harness/fuzz/authorization-fixture'
import { startFuzzedServer } from '@parvis/harness/fuzz/over-http'
import { arbitraryPage } from '@parvis/harness/fuzz/page-calls'
import { testApp } from '@parvis/harness/server/test-app'
import { takeWaitingJobs } from '@parvis/harness/sql/seed'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobs, periodicTasks } from '../work.ts'

// `npm run fuzz` sets both: how many calls, and the seed.
const requests = Number(process.env.FUZZ_REQUESTS ?? 1_200)
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** In a process of its own, over HTTP, up to full size, pages and calls of every host: `npm run fuzz -- --over-http`. */
const overHttp = process.env.FUZZ_OVER_HTTP === '1'
const batch = 500
const atOnce = 4
const hangs = 20_000

// Left out: calls that stream without end; in process also those of /v1/site, which answer on the residents' host only.
const endpoints = Object.values(api)
  .flatMap((contract) => Object.values(contract) as Endpoint[])
  .filter(({ call }) => !call.endsWith('/events') && (overHttp || !call.includes(' /v1/site')))

const server = testApp()
type Call = ReturnType<typeof arbitraryCall> extends fc.Arbitrary<infer One> ? One : never

/** One line of the journal per batch, so that a long play resumes where it was stopped. */
type BystanderReport = Awaited<ReturnType<FuzzedServer['seen']>>
type Batch = { seed: number; times: number[]; met: string[]; faults: string[]; others?: BystanderReport | undefined }
const journal = process.env.FUZZ_JOURNAL

test(`T09 G01 ${requests} calls drawn from the contracts are answered, as the contracts say, never by a fault`, {
  timeout: 60_000 + requests * 100,
}, async () => {
  const batches: Batch[] = played()
  const fuzzed = overHttp ? await startFuzzedServer(server) : undefined
  for (let done = 0; done < requests; done += batch) {
    const drawn = seed + done / batch
    if (batches.some((one) => one.seed === drawn)) continue
    const one = await play(drawn, Math.min(batch, requests - done), fuzzed)
    batches.push(one)
    if (journal) appendFileSync(journal, `${JSON.stringify(one)}\n`)
  }
  const met = new Set(batches.flatMap((one) => one.met))
  const faults = batches.flatMap((one) => one.faults)
  tell(
    batches.flatMap(({ times }) => times),
    met,
  )
  if (fuzzed) reportOfOthers(batches, faults.length, await fuzzed.stop())
  expect(faults.slice(0, 20)).toEqual([])
  expect(batches.reduce((sum, { times }) => sum + times.length, 0)).toBe(requests)
  // A batch in which every call is refused by authentication would prove nothing of what lies behind it.
  const succeeded = [...met].filter((line) => line.endsWith(' 2'))
  // Calls that need a ticket, a mailed code, an authenticator or another server succeed in tests of their own.
  expect(succeeded.length).toBeGreaterThan(endpoints.length * 0.4)
})

type FuzzedServer = Awaited<ReturnType<typeof startFuzzedServer>>

async function play(drawn: number, numRuns: number, fuzzed: FuzzedServer | undefined): Promise<Batch> {
  const known = arbitraryCall(endpoints, await authorizationFixture(server))
  const drawnFrom = overHttp
    ? fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: arbitraryPage() })
    : known
  const calls = fc.sample(drawnFrom, { seed: drawn, numRuns })
  const met = new Set<string>()
  const one: Batch = { seed: drawn, times: [], met: [], faults: [] }
  await inTurns(calls, async (call) => {
    const answer = await (fuzzed?.send(call) ?? send(call))
    one.times.push(Math.round(answer.milliseconds))
    met.add(`${call.method} ${pathOf(call.endpoint)} ${Math.floor(answer.status / 100)}`)
    const fault = faultOf(call, answer)
    if (fault) one.faults.push(`${fault}, seed ${drawn}: ${describeCall(call)}`)
  })
  one.faults.push(...(await laterFaults()).map((fault) => `${fault}, seed ${drawn}`))
  return { ...one, met: [...met], others: await fuzzed?.seen() }
}

const day = 86_400_000

/**
 * What was accepted must not stop the work that follows from it: every job and periodic task, now, within days and, where nobody's
 * session is in use meanwhile, after years.
 */
async function laterFaults(): Promise<string[]> {
  const faults: string[] = []
  const ran = async (name: string, work: () => Promise<unknown>) =>
    await work().catch((error: unknown) => faults.push(`${name} failed: ${inspect(error)}`))
  for (const days of [0, 1, 9, ...(overHttp ? [] : [400, 1_200])]) {
    await server.setClock(days ? new Date(Date.now() + days * day).toISOString() : null)
    for (const { name, run } of periodicTasks) await ran(name, () => run(server.deps))
    for (const { name, payload } of await takeWaitingJobs(server.db))
      await ran(name, async () => jobs.find((job) => job.name === name)?.run(server.deps, payload))
  }
  await server.setClock(null)
  return faults
}

function played(): Batch[] {
  if (!journal || !existsSync(journal)) return []
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
  const batches = lines.map((line) => JSON.parse(line) as Batch)
  return batches.filter((one) => one.seed >= seed && one.seed < seed + requests / batch)
}

/** Over HTTP only faults count: the answer to an aborted or oversized body is not in the contract of its call. */
function faultOf({ endpoint }: Call, answer: FuzzedAnswer): string | undefined {
  if (!overHttp) return answerFault(endpoint, answer)
  const { status, milliseconds, body } = answer
  return status === 0 || status >= 500
    ? `answered ${status} after ${Math.round(milliseconds)} ms: ${body.slice(0, 200)}`
    : undefined
}

async function inTurns(calls: readonly Call[], run: (call: Call) => Promise<void>): Promise<void> {
  const waiting = calls.values()
  const lane = async () => {
    for (const call of waiting) await run(call)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

async function send({ method, url, headers, payload, remoteAddress }: Call): Promise<FuzzedAnswer> {
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), hangs)
  })
  const reply = await Promise.race([
    server.app.inject({ method, url, headers, remoteAddress, ...(payload !== undefined && { payload }) }),
    hang,
  ]).finally(() => clearTimeout(timer))
  const milliseconds = performance.now() - started
  if (!reply) return { status: 0, body: '', type: '', milliseconds }
  return { status: reply.statusCode, body: reply.body, type: String(reply.headers['content-type']), milliseconds }
}

const describeCall = ({ method, url, headers, payload }: Call) =>
  JSON.stringify({ method, url: url.slice(0, 600), headers, payload: String(payload ?? '').slice(0, 2_000) })

function reportOfOthers(batches: readonly Batch[], faults: number, written: readonly string[]): void {
  const seen = batches.flatMap(({ others }) => others ?? [])
  const refusals = seen.flatMap((others) => others.refusals)
  const times = seen.flatMap((others) => others.times)
  process.stdout.write(
    `${faults} answers of 5xx or none; another person’s ${times.length} calls meanwhile: ${times.length - refusals.length} ` +
      `answered 200, ${shares(times)}\n${[...refusals, ...written.slice(0, 20)].map((line) => `  ${line}\n`).join('')}`,
  )
}

function tell(times: readonly number[], met: Set<string>): void {
  if (process.env.FUZZ_REQUESTS === undefined) return
  const routes = new Set([...met].filter((line) => line.endsWith(' 2'))).size
  process.stdout.write(
    `${times.length} calls of ${endpoints.length} routes, ${routes} of which succeeded at least once; first answer ${shares(times)}\n`,
  )
}

function shares(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, slowest ${at(1)}`
}
