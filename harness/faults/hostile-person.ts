import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../apps/server/src/db/database.ts'
import { startBystander } from '../bench/parts/bystander.ts'
import { type Answer, call, clientAt, tryCall } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { fillInstants, insertPeople, insertThreads, type Thread } from '../sql/seed.ts'
import { updateForm } from '../town/instants.ts'
import { judgeBystander, judgeStatuses, median, percentile } from './answers.ts'
import { type Check, type Fault, holds, planted } from './fault.ts'
import { planting } from './planting.ts'
import { pictureMessage, sendPicture } from './send-message.ts'
import { until } from './until.ts'

const idleBodies = 280
const pictures = 125
const saves = 40
const cutCalendars = 400
const exportedMessages = 50_500

const parts = ['pictures', 'saves', 'calendars', 'export'] as const

/**
 * H01: one person does all of it at once: idle multipart bodies, bursts of pictures, parallel saves of one large schedule, calls
 * that are cut, the export of 50,500 messages. Another person goes on as before, whose calls a thread of its own makes.
 */
export const hostilePerson: Fault = {
  id: 'H01',
  title: 'one hostile person, everything at once',
  run: async ({ testbed, long, part }) => {
    const played = part ? parts.filter((one) => part.split(',').includes(one)) : parts
    await using server = await testbed.start({ PROCESS_ROLE: 'api', RATE_LIMITS: 'relaxed' })
    const { owner, companyId, threads } = await insertThreads(testbed.db, 8)
    const instant = await fillInstants(testbed.db, [companyId], 250)
    await fillTalk(testbed, threads)
    const [person] = await insertPeople(testbed.db, 1)
    const token = person?.token ?? ''
    const other = startBystander(server.base, token)
    await pause(3_000)
    const quiet = await other.seen()
    const attack = { owner, threads, companyId, instant, rounds: long ? 4 : 1, played }
    const { exported, idle, answers } = await playAll(server.base, attack)
    const seen = await other.stop()
    const healed = await until('back to normal', 30_000, async () => {
      return (await call(server.base, 'GET', '/v1/authentication/session', { token })).milliseconds < 500
    })
    const waitedFor = await idleBodiesWaitedFor(idle)
    const alive = server.isAlive()
    return {
      done: `${idleBodies} idle bodies, ${pictures} pictures, ${saves} saves, ${cutCalendars} cut calls, an export (${played.join(', ')}); another person ${seen.times.length} calls (alone p99 ${percentile(quiet.times, 0.99).toFixed(0)} ms; p50 ${median(seen.times)} ms)`,
      recoveries: [healed],
      checks: [
        ...judgeBystander(seen, 300),
        judgeStatuses('the hostile one', answers, [200, 400, 404, 413, 429, 503]),
        waitedFor,
        holds(`the export holds ${exported} messages`, !played.includes('export') || exported >= exportedMessages),
        holds('the API lived through it', alive),
      ],
      controls: [planted('a slow body is waited for', [await withoutBodyTimeout(testbed)])],
    }
  },
}

type Hostile = {
  owner: { token: string }
  threads: readonly Thread[]
  companyId: string
  instant: number
  rounds: number
  played: readonly (typeof parts)[number][]
}

async function playAll(base: string, { owner, threads, companyId, instant, rounds, played }: Hostile) {
  const idle = Array.from({ length: idleBodies }, (_, n) => idleBody(base, n))
  const answers: { status: number }[] = []
  const note = ({ status }: Answer) => void answers.push({ status })
  const picture = await pictureMessage(1_500)
  const form = await scheduleOf(base, owner.token, instant)
  let exported = 0
  const many = (part: (typeof parts)[number], length: number) => ({ length: played.includes(part) ? length : 0 })
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      ...Array.from(many('pictures', pictures), async (_, n) =>
        note(await sendPicture(base, threads[n % threads.length] as Thread, picture)),
      ),
      ...Array.from(many('saves', saves), async () => {
        const path = `/v1/instants/${instant}/update-instant-and-activationTimes`
        note(await tryCall(base, 'POST', path, { token: owner.token, json: form }))
      }),
      ...Array.from(many('calendars', cutCalendars), (_, n) => cutCall(base, owner.token, companyId, n)),
      ...Array.from(many('export', 1), async () => {
        exported = await takeAway(base, owner.token, note)
      }),
    ])
  }
  return { exported, idle, answers }
}

/** The export of everything, asked for again while the session's other calls have its turns: how many messages it holds. */
async function takeAway(base: string, token: string, note: (answer: Answer) => void): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    // A stream that the server ends before its last page is no answer either.
    const answer = await tryCall(base, 'GET', '/v1/account/export', { token, timeout: 120_000 })
    if (answer.status > 0) note(answer)
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

/** Requests the agenda, or an export, and disconnects before the answer. */
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
async function scheduleOf(base: string, token: string, id: number) {
  const instant = await clientAt(base).call('GET /v1/instants/:id', { params: { id }, token })
  const { id: _, ...again } = instant.instantActivationTimes[0] ?? { id: 0 }
  return { ...updateForm(instant), activationTimes: Array.from({ length: 100 }, () => again) }
}

async function fillTalk({ db }: Testbed, threads: readonly Thread[]): Promise<void> {
  await run(db)`alter table messages disable trigger messages_indexed`
  await run(db)`
    insert into messages (discussion_id, from_company, text)
    select (${threads.map(({ discussionId }) => discussionId)}::uuid[])[1 + n % ${threads.length}::int], false, n || repeat(' bonjour', 20)
    from generate_series(1, ${exportedMessages}::int) n`
  await run(db)`alter table messages enable trigger messages_indexed`
}

/** After three seconds an address has sixteen slow bodies at most: the others are disconnected, whatever else goes on. */
async function idleBodiesWaitedFor(idle: readonly Socket[]): Promise<Check> {
  const open = () => idle.filter(({ closed }) => !closed).length
  const isLetGo = await until('the idle bodies let go', 15_000, async () => open() <= 16).catch(() => undefined)
  const check = holds(`of ${idle.length} idle bodies ${open()} are waited for`, isLetGo !== undefined)
  for (const socket of idle) socket.destroy()
  return check
}

/** The same checks on our server without time-outs: they must report the idle bodies. */
async function withoutBodyTimeout(testbed: Testbed): Promise<Check> {
  await using server = await testbed.start({ PROCESS_ROLE: 'api', ...planting('a slow body is waited for') })
  const idle = Array.from({ length: idleBodies }, (_, n) => idleBody(server.base, n))
  return await idleBodiesWaitedFor(idle)
}
