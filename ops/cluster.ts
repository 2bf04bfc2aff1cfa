import { setTimeout as pause } from 'node:timers/promises'
import { openEventStream } from '../harness/faults/event-stream.ts'
import {
  type Check,
  type Control,
  type Fault,
  holds,
  type Part,
  planted,
  together,
  within,
} from '../harness/faults/fault.ts'
import { until } from '../harness/faults/until.ts'
import { judgeWritten, startWriters, type Writers } from '../harness/faults/writers.ts'
import { type Scenario, scenarios } from './cluster-scenarios.ts'
import { binaries, type ClusterSet, clusterSets } from './cluster-settings.ts'
import { insistent, killWorkerInPush, openStage, type Stage, silenceListener } from './cluster-stage.ts'
import { missesNewerDebian } from './debian-root.ts'
import { PatroniCluster } from './patroni-cluster.ts'
import { missesProgram } from './start-proxy.ts'

/** PostgreSQL on three machines, as docs/operations.md sets it up, while people write: what dies, hangs or is away. */
export const clusters: Fault[] = clusterSets.map((set) => ({
  id: set.id,
  title: set.title,
  isLong: true,
  misses: () => (set.isNewer ? missesNewerDebian() : missesCluster(set)),
  run: async ({ part }) => {
    const wanted = (part ?? '').split(',').map((words) => words.trim())
    const chosen = parts.filter(({ title }) => wanted.some((words) => title.includes(words)))
    if (chosen.length === 0) throw new Error(`no such part: ${part}; ${parts.map(({ title }) => title).join(', ')}`)
    await using patroni = new PatroniCluster(set)
    await patroni.start()
    await using stage = await openStage(patroni)
    const played: Part[] = []
    for (const one of chosen) played.push(await playAndTell(stage, one))
    return together(`${played.length} scenarios`, played)
  },
}))

type Playable = { title: string; play: (stage: Stage) => Promise<Part> }

const parts: Playable[] = [
  ...scenarios.map((scenario) => ({ title: scenario.title, play: (stage: Stage) => play(stage, scenario) })),
  { title: 'worker killed inside a push', play: killWorkerInPush },
  { title: 'LISTEN silent', play: silenceListener },
]

const maxPart = 300_000

/** Each part reports as it ends, so that a part that fails or hangs hides nothing of the others. */
async function playAndTell(stage: Stage, { title, play }: Playable): Promise<Part> {
  process.stderr.write(`\n  ${title}… `)
  const hangs = pause(maxPart, undefined, { ref: false }).then(() => {
    throw new Error('not ended after five minutes')
  })
  const part = await Promise.race([play(stage), hangs]).catch((error: Error): Part => {
    const what = `${title}: ${error.message}`
    return { recoveries: [], checks: [holds(what, false)], controls: [] }
  })
  for (const { what, verdict } of part.checks) process.stderr.write(`\n    ${verdict.padEnd(6)} ${what}`)
  for (const { defect, caught } of part.controls)
    process.stderr.write(`\n    ${caught ? 'caught' : 'MISSED'} ${defect}`)
  return part
}

/** Why no cluster can be set up here, when none can. */
const missesCluster = ({ postgres }: ClusterSet) =>
  missesProgram(`${binaries(postgres)}/postgres`, `postgresql-${postgres}`, '--version') ??
  missesProgram('etcd', 'etcd-server', '--version') ??
  missesProgram('patroni', 'patroni python3-etcd', '--version') ??
  missesProgram('haproxy', 'haproxy')

async function play(stage: Stage, scenario: Scenario): Promise<Part> {
  const { patroni, db } = stage
  const label = `CLUSTER ${scenario.title}`
  await until('a leader and its synchronous standby', 60_000, () => patroni.isWhole())
  const beside = ((await scenario.beside?.(stage)) ?? []).map((one, n) => {
    // Another beginning than that label: messages are told apart by how their text begins.
    const own = `CLUSTER beside ${n} ${scenario.title}`
    const threads = stage.threads.slice(8 + 2 * n, 10 + 2 * n)
    return { ...one, own, seen: startWriters(one.bases, threads, own, insistent) }
  })
  const { writers, silence, heard } = await strike(stage, scenario, label)
  const areBack = async () => beside.every(({ isDefective, seen }) => isDefective || isWriting(seen))
  await until('those beside write again', 60_000, areBack).catch(() => undefined)
  const others = beside.map((one) => ({ ...one, isCalm: isWriting(one.seen) }))
  await Promise.all(others.map(({ seen, isDefective }) => seen.stop(!isDefective)))
  const written = await judgeWritten(db, label, writers)
  const checks = [
    ...judgeAnswers(scenario.title, writers),
    ...written.map((check) => ({ ...check, what: `${scenario.title}: ${check.what}` })),
    within(`${scenario.title}: longest time without an acknowledged write`, silence, scenario.target),
    ...(scenario.cuts ? [within(`${scenario.title}: streams told of the gap after`, heard, 25_000)] : []),
  ]
  const controls: Control[] = scenario.wrongly ? [await playWrongly(stage, scenario, scenario.wrongly)] : []
  for (const { name, isDefective, isCalm, own, seen, stop } of others) {
    const back = holds(`${name}: writes again`, isCalm)
    const judged = [back, ...judgeAnswers(name, seen), ...(await judgeWritten(db, own, seen))]
    if (isDefective) controls.push(planted(`${name} (${brokenOf(judged)})`, judged))
    else checks.push(...judged)
    await stop()
  }
  return { recoveries: [silence], checks, controls }
}

const brokenOf = (checks: readonly Check[]) =>
  checks.flatMap(({ what, verdict }) => (verdict === 'broken' ? [what] : [])).join(', ')

async function playWrongly(
  stage: Stage,
  { title, target }: Scenario,
  { name, arrange, blow }: NonNullable<Scenario['wrongly']>,
): Promise<Control> {
  await arrange(stage.patroni)
  const { silence } = await strike(stage, { title, target, blow, cuts: false }, `CLUSTER ${name}`)
  return planted(`${name} (${(silence / 1_000).toFixed(1)} s)`, [
    holds(`${name}: ${silence} ms without an acknowledged write`, silence <= target),
  ])
}

/** Plays the fault under writers and open streams until everything is calm again. */
async function strike({ patroni, apis, owner, threads }: Stage, scenario: Scenario, label: string) {
  const bases = apis.map(({ base }) => base)
  using open = new DisposableStack()
  const streams = await Promise.all(bases.map(async (base) => open.use(await openEventStream(base, owner.token))))
  await using writers = startWriters(bases, threads.slice(0, 8), label, insistent)
  await pause(3_000)
  const began = performance.now()
  const heardAgain = scenario.cuts ? readyAgain(streams, began) : Promise.resolve(0)
  await scenario.blow(patroni)
  await until('a leader', 60_000, async () => (await patroni.leader()) > 0, 200)
  await until('writes are acknowledged again', 60_000, async () => isWriting(writers)).catch((error: Error) => {
    throw new Error(`${error.message}; last answers ${lastAnswers(writers)}`)
  })
  await pause(3_000)
  await writers.stop()
  const heard = await heardAgain
  return { writers, silence: maxSilence(writers, began), heard }
}

const lastAnswers = ({ attempts }: Writers) => Array.from(attempts.slice(-20), ({ status }) => status).join(' ')

/** Milliseconds until every stream has said `ready` once more; past a minute it counts as never. */
async function readyAgain(streams: readonly { heard: string[] }[], since: number): Promise<number> {
  const readies = ({ heard }: { heard: string[] }) => heard.filter((name) => name === 'ready').length
  const before = streams.map(readies)
  const all = () => streams.every((stream, n) => readies(stream) > (before[n] ?? 0))
  await until('streams', 60_000, async () => all()).catch(() => undefined)
  return all() ? performance.now() - since : Number.POSITIVE_INFINITY
}

/** Whether all that was tried last is acknowledged. */
const isWriting = ({ attempts }: Writers) =>
  attempts.slice(-20).length === 20 && attempts.slice(-20).every(({ status }) => status === 200)

/** The longest time from that moment on in which nothing was acknowledged. */
function maxSilence({ attempts }: Writers, since: number): number {
  let last = since
  let longest = 0
  for (const { at, status } of attempts) {
    if (status !== 200 || at < since) continue
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}

/** No 500, no hang, and every 503 within 3 s and with Retry-After. */
function judgeAnswers(what: string, { attempts }: Writers): Check[] {
  const of = (status: number) => attempts.filter((attempt) => attempt.status === status)
  const unavailable = of(503)
  const slowest = Math.max(0, ...unavailable.map(({ milliseconds }) => milliseconds))
  const bare = unavailable.filter(({ hasRetryAfter }) => !hasRetryAfter).length
  return [
    holds(`${what}: ${of(500).length} of 500, ${of(0).length} without an answer`, of(500).length + of(0).length === 0),
    holds(
      `${what}: ${unavailable.length} of 503, ${bare} without Retry-After, the slowest after ${(slowest / 1_000).toFixed(1)} s`,
      bare === 0 && slowest < 3_500,
    ),
  ]
}
