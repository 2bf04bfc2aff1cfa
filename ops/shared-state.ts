import { call } from '../harness/bench/parts/http-client.ts'
import { judgeStatuses } from '../harness/faults/answers.ts'
import { openEventStream } from '../harness/faults/event-stream.ts'
import { type Check, holds, type Part, planted, within } from '../harness/faults/fault.ts'
import { sendText } from '../harness/faults/send-message.ts'
import { until } from '../harness/faults/until.ts'
import type { Person, Thread } from '../harness/sql/seed.ts'

type Server = { base: string }

const phone = '06 98 76 54 32'
/** Wrong tries before a code is dead, and look-ups of a registry code per minute and address (api.md). */
const wrongTries = 3
const lookUps = 30

/** Counted together, wherever the calls arrive, by the address that nginx saw and not by the one that a client tells. */
export async function shareLimits(proxy: string, servers: readonly Server[], faulty: readonly Server[]): Promise<Part> {
  const sent = await Promise.all(servers.map((server) => post(server.base, 'send-activation-code', { phone })))
  const tries: number[] = []
  for (let n = 0; n < 8; n++) {
    const base = servers[n % servers.length]?.base ?? proxy
    tries.push(await post(base, 'start-session', { phone, code: wrongCode(n) }))
  }
  const judged = tries.filter((status) => status === 400).length
  const pretended = (server: Server) => lookUp([server], lookUps + 10, (n) => `203.0.113.${n}`)
  const looked = await pretended({ base: proxy })
  const direct = await pretended(servers[0] ?? { base: proxy })
  const apart = await lookUp(faulty, lookUps * 2, () => '203.0.113.200')
  return {
    checks: [
      judgeOnce('codes sent to a phone asked of both at once', sent.filter((status) => status === 200).length, 1),
      judgeOnce('wrong codes judged', judged, wrongTries),
      judgeOnce('look-ups through the proxy, from addresses that the client made up', looked, lookUps),
    ],
    controls: [
      planted('limits counted by each process', [judgeOnce('look-ups', apart, lookUps)]),
      planted('X-Forwarded-For taken from the client', [judgeOnce('look-ups', direct, lookUps)]),
    ],
  }
}

function judgeOnce(what: string, got: number, max: number): Check {
  return holds(`${what}: ${got}, at most ${max}`, got > 0 && got <= max)
}

/** Wrong codes; one in ten thousand runs may guess the right one. */
function wrongCode(n: number): string {
  return String(n * 11_111).padStart(5, '0')
}

async function post(base: string, name: string, json: object): Promise<number> {
  return (await call(base, 'POST', `/v1/authentication/${name}`, { json })).status
}

/** How many of so many look-ups were let through, sent to these in turn, each from the address pretended for it. */
async function lookUp(servers: readonly Server[], count: number, addressOf: (n: number) => string): Promise<number> {
  let accepted = 0
  for (let n = 0; n < count; n++) {
    const headers = { 'x-forwarded-for': addressOf(n) }
    const base = servers[n % servers.length]?.base ?? ''
    const { status } = await call(base, 'GET', '/v1/company/siren?siren=732829320', { headers })
    if (status !== 429) accepted++
  }
  return accepted
}

/** Four pages open through the proxy, two on each process: a message written to one process reaches all four. */
export async function streamAcrossProcesses(
  proxy: string,
  servers: readonly Server[],
  faulty: readonly Server[],
  owner: Person,
  thread: Thread,
): Promise<Part> {
  const pages = Array.from({ length: 4 }, () => proxy)
  const { reached, took, audiences } = await hear(pages, servers, owner, thread)
  // Three seconds are long for a page on each process.
  const bases = faulty.map(({ base }) => base)
  const apart = await hear(bases, faulty, owner, thread, 3_000)
  return {
    checks: [
      holds(`streams on both processes: ${audiences.join(' and ')} audiences`, Math.min(...audiences) > 0),
      judgeReached(reached, pages.length),
      within('heard after', took, 2_000),
    ],
    controls: [planted('an event that stays in its process', [judgeReached(apart.reached, bases.length)])],
  }
}

/** How many of the pages open at these addresses hear of a message written to the first process, and the audiences of each process. */
async function hear(
  pages: readonly string[],
  servers: readonly Server[],
  owner: Person,
  thread: Thread,
  patience = 15_000,
) {
  using open = new DisposableStack()
  const streams = await Promise.all(pages.map(async (base) => open.use(await openEventStream(base, owner.token))))
  await until('ready', 20_000, async () => streams.every(({ heard }) => heard.includes('ready')))
  const audiences = await Promise.all(servers.map(countStreams))
  await sendText(servers[0]?.base ?? '', thread, 'Bonjour')
  const reached = () => streams.filter(({ heard }) => heard.includes('changed')).length
  const first = await until('one hears', 15_000, async () => reached() > 0)
  const rest = await until('all hear', patience, async () => reached() === streams.length).catch(() => patience)
  return { reached: reached(), took: first + rest, audiences }
}

function judgeReached(reached: number, of: number): Check {
  return holds(`pages that heard of it: ${reached} of ${of}`, reached === of)
}

async function countStreams({ base }: Server): Promise<number> {
  const { body } = await call(base, 'GET', '/v1/metrics')
  return Number(/^parvis_live_streams (\d+)$/m.exec(body)?.[1] ?? 0)
}

/** Requests the same picture from each process. */
export async function readAcross(servers: readonly Server[], path: string): Promise<Check> {
  const answers = await Promise.all(servers.map(({ base }) => call(base, 'GET', path)))
  return judgeStatuses('a picture sent through the proxy, read from each', answers, [200])
}
