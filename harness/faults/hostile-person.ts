import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Answer, call } from '../bench/parts/http-client.ts'
import type { BenchWorld } from '../bench/parts/world.ts'
import { fillInstants } from '../sql/fill-reads.ts'
import { insertPeople, insertThreads, type Thread } from '../sql/seed.ts'
import { type Check, type Fault, holds, percentile, planted, within } from './fault.ts'
import { pictureMessage, sendPicture } from './picture-message.ts'
import { planting } from './planting.ts'
import { until } from './until.ts'

const idleBodies = 280
const pictures = 125
const saves = 40
const cutCalendars = 400
const exportedMessages = 50_500

/**
 * H01: one person does all of it at once: idle multipart bodies, bursts of pictures, parallel saves of one large schedule, calls
 * that are cut, the export of 50,500 messages. Another person goes on as before.
 */
export const hostilePerson: Fault = {
  id: 'H01',
  title: 'one hostile person, everything at once',
  run: async ({ world, long }) => {
    const server = await world.start({ PROCESS_ROLE: 'api', RATE_LIMITS: 'relaxed' })
    const { owner, threads } = await insertThreads(world.db, 8)
    const companyId = threads[0]?.companyId ?? ''
    const instant = await fillInstants(world.db, companyId, 250)
    await fillTalk(world, threads)
    const [other] = await insertPeople(world.db, 1)
    const quiet = await watch(server.base, other?.token ?? '', pause(3_000))
    const attack = playAll(server.base, { owner, threads, companyId, instant, rounds: long ? 4 : 1 })
    const seen = await watch(server.base, other?.token ?? '', attack)
    const { exported, idle, statuses } = await attack
    const healed = await until('back to normal', 30_000, async () => {
      return (await ask(server.base, other?.token ?? '')).milliseconds < 500
    })
    const waitedFor = await idleBodiesWaitedFor(idle)
    const alive = server.isAlive()
    await server.signal('SIGKILL')
    return {
      done: `${idleBodies} idle bodies, ${pictures} pictures, ${saves} saves, ${cutCalendars} cut calls, an export; another person ${seen.length} calls (alone p99 ${percentile(times(quiet), 0.99).toFixed(0)} ms)`,
      recoveries: [healed],
      checks: [
        holds(
          `another person is always answered: ${JSON.stringify(countOf(seen))}${reasons(seen)}`,
          seen.every(({ status }) => status === 200),
        ),
        within('another person, p99', percentile(times(seen), 0.99), 300),
        holds(
          `the hostile one is answered 200, 404, 413, 429 or 503: ${JSON.stringify(statuses)}`,
          onlyExpected(statuses),
        ),
        waitedFor,
        holds(`the export holds ${exported} messages`, exported >= exportedMessages),
        holds('the API lived through it', alive),
      ],
      controls: [planted('a slow body is waited for', [await withoutBodyTimeout(world)])],
    }
  },
}

type Hostile = {
  owner: { token: string }
  threads: readonly Thread[]
  companyId: string
  instant: number
  rounds: number
}

async function playAll(base: string, { owner, threads, companyId, instant, rounds }: Hostile) {
  const idle = Array.from({ length: idleBodies }, (_, n) => idleBody(base, n))
  const statuses: Record<number, number> = {}
  const note = (answer: Answer | undefined) => {
    const status = answer?.status ?? 0
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const picture = await pictureMessage(1_500)
  const form = await scheduleOf(base, owner.token, instant)
  let exported = 0
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      ...Array.from({ length: pictures }, async (_, n) =>
        note(await sendPicture(base, threads[n % threads.length] as Thread, picture)),
      ),
      ...Array.from({ length: saves }, async () => {
        const path = `/v1/instants/${instant}/update-instant-and-activationTimes`
        note(await call(base, 'POST', path, { token: owner.token, json: form }).catch(() => undefined))
      }),
      ...Array.from({ length: cutCalendars }, (_, n) => cutCall(base, owner.token, companyId, n)),
      takeAway(base, owner.token, note).then((count) => {
        exported = count
      }),
    ])
  }
  return { exported, idle, statuses }
}

/** The export of everything, asked for again while the session's other calls have its turns: how many messages it holds. */
async function takeAway(base: string, token: string, note: (answer: Answer) => void): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await call(base, 'GET', '/v1/account/export', { token, timeout: 120_000 })
    note(answer)
    if (answer.status === 200) {
      const { data } = JSON.parse(answer.body) as { data: { messages: object[] } }
      return data.messages.length
    }
    await pause(1_000)
  }
  return 0
}

/** Begins a multipart body, with a public call or none of its own session, and sends no more of it. */
function idleBody(base: string, n: number): Socket {
  const path = n % 2 ? '/v1/error-report' : '/v1/authentication/start-session'
  const part = '--b\r\ncontent-disposition: form-data; name="message"\r\n\r\nx'
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () =>
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n${part}`,
    ),
  )
  socket.on('error', () => undefined)
  return socket.resume()
}

/** Asks for the agenda, or for everything of the business, and goes away before the answer. */
async function cutCall(base: string, token: string, companyId: string, n: number): Promise<void> {
  await pause((n % 40) * 25)
  const path = n % 2 ? '/v1/instants/calendar?cityCodes=92110' : `/v1/instants/company/${companyId}`
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`),
  )
  socket.on('error', () => undefined)
  await pause(30)
  socket.destroy()
}

/** The form of one instant with a hundred times, as the edit page sends it. */
async function scheduleOf(base: string, token: string, instant: number) {
  type Stored = {
    instantInformation: Record<string, unknown>
    address: { address: string; city: string; zipCode: string }
    instantActivationTimes: Record<string, unknown>[]
  }
  const { body } = await call(base, 'GET', `/v1/instants/${instant}`, { token })
  const { instantInformation, address, instantActivationTimes } = (JSON.parse(body) as { data: Stored }).data
  const [time] = instantActivationTimes
  const { id: _, ...again } = time ?? {}
  return {
    ...instantInformation,
    streetAddress: address.address,
    city: address.city,
    zipCode: address.zipCode,
    activationTimes: Array.from({ length: 100 }, () => again),
  }
}

async function fillTalk({ db }: BenchWorld, threads: readonly Thread[]): Promise<void> {
  await sql`alter table messages disable trigger messages_indexed`.execute(db)
  await sql`
    insert into messages (discussion_id, from_company, text)
    select (${threads.map(({ discussionId }) => discussionId)}::uuid[])[1 + n % ${threads.length}::int], false, n || repeat(' bonjour', 20)
    from generate_series(1, ${exportedMessages}::int) n`.execute(db)
  await sql`alter table messages enable trigger messages_indexed`.execute(db)
}

/** What another person sees, twenty times a second, until that ends. */
async function watch(base: string, token: string, until: Promise<unknown>): Promise<Answer[]> {
  const seen: Promise<Answer>[] = []
  const ended = until.then(
    () => true,
    () => true,
  )
  for (let isOver = false; !isOver; ) {
    seen.push(ask(base, token))
    isOver = await Promise.race([ended, pause(50, false)])
  }
  return await Promise.all(seen)
}

const lost = (error: unknown): Answer => ({ status: 0, body: String(error), milliseconds: 30_000, headers: {} })
const ask = (base: string, token: string) => call(base, 'GET', '/v1/authentication/session', { token }).catch(lost)
/** Why answers were lost: refused, reset or silent. */
const reasons = (answers: readonly Answer[]) =>
  [...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => ` ${body.slice(0, 80)}`))].join()

const times = (answers: readonly Answer[]) => answers.map(({ milliseconds }) => milliseconds)

function countOf(answers: readonly Answer[]): Record<number, number> {
  const count: Record<number, number> = {}
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1
  return count
}

const onlyExpected = (statuses: Record<number, number>) =>
  Object.keys(statuses).every((status) => [200, 400, 404, 413, 429, 503].includes(Number(status)))

/** After three seconds an address has sixteen slow bodies at most: the others are let go, whatever else goes on. */
async function idleBodiesWaitedFor(idle: readonly Socket[]): Promise<Check> {
  const open = () => idle.filter(({ closed }) => !closed).length
  const isLetGo = await until('the idle bodies let go', 15_000, async () => open() <= 16).catch(() => undefined)
  const check = holds(`of ${idle.length} idle bodies ${open()} are waited for`, isLetGo !== undefined)
  for (const socket of idle) socket.destroy()
  return check
}

/** The same eyes on our server that waits for whatever was begun: they must see the idle bodies stay. */
async function withoutBodyTimeout(world: BenchWorld): Promise<Check> {
  const server = await world.start({ PROCESS_ROLE: 'api', ...planting('a slow body is waited for') })
  const idle = Array.from({ length: idleBodies }, (_, n) => idleBody(server.base, n))
  const check = await idleBodiesWaitedFor(idle)
  await server.signal('SIGKILL')
  return check
}
