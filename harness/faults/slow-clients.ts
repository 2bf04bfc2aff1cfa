import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, tryCall } from '../bench/parts/http-client.ts'
import { openDescriptors } from '../bench/parts/process-numbers.ts'
import { insertPeople, insertThreads } from '../sql/seed.ts'
import { type Check, type Fault, holds, percentile, planted, within } from './fault.ts'
import { pictureMessage, sendPicture } from './send-message.ts'
import { startDefectiveServer } from './start-defective-server.ts'
import { until } from './until.ts'

const giveUp = 45_000
/** Load explains a second or two more than the 15 that are allowed. */
const tooLong = 20_000
/** More than the system keeps for a client that does not read: each answer is a picture of some megabytes. */
const answersOfEach = 6
/** As many as come at once without being shed. */
const together = 20

/** F21: clients that send a byte at a time, or read nothing, are disconnected; others are served meanwhile. */
export const slowClients: Fault = {
  id: 'F21',
  title: 'slow headers, bodies and readers',
  run: async ({ testbed, long }) => {
    const count = long ? 2_000 : 200
    await using server = await testbed.start({ PROCESS_ROLE: 'api' })
    const [person] = await insertPeople(testbed.db, 1)
    const { host, port: number } = new URL(server.base)
    const port = Number(number)
    const head = `POST /v1/profile/update HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${person?.token}\r\n`
    const body = `${head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`
    const all = Promise.all(Array.from({ length: count }, (_, n) => drip(port, n % 2 === 0 ? head : body)))
    await using patient = await startDefectiveServer('no request timeout')
    const patiently = Promise.all([head, body].map((begun) => drip(Number(new URL(patient.base).port), begun, tooLong)))
    const others = await callWhile(server.base, all)
    const times = await all
    const { thread } = await insertThreads(testbed.db, 1)
    const sent = JSON.parse((await sendPicture(server.base, thread, await pictureMessage(1_600))).body)
    const picture = String(sent.data?.image).replace(server.base, '')
    await using naive = await startDefectiveServer('no limit for readers')
    const naively = stall(naive, '/', 30)
    const stalled = stall(server, picture, count)
    const beside = await callWhile(server.base, stalled)
    const { max, freed } = await stalled
    const keptOpen = await patiently
    return {
      done: `${count} connections, half of each; ${count} readers`,
      checks: [
        holds(
          'all were closed',
          times.every((time) => time < giveUp),
        ),
        judgeFreed('slow headers closed after', Math.max(...times.filter((_, n) => n % 2 === 0))),
        judgeFreed('slow bodies closed after', Math.max(...times.filter((_, n) => n % 2 === 1))),
        judgeOthers('other calls meanwhile', others, 0.99),
        holds(`clients that read nothing: up to ${max} at once`, max > count / 4),
        judgeFreed('let go after', freed),
        // Asking for so many pictures is a flood as well: a few calls beside it may be shed.
        judgeOthers('other calls beside them', beside, 0.8),
      ],
      controls: [
        planted('no request timeout', [judgeFreed('closed after', Math.min(...keptOpen))]),
        planted('no limit for readers', [judgeFreed('let go after', (await naively).freed)]),
      ],
    }
  },
}

/** The server decides when to let go: `broken` beyond what load explains. */
function judgeFreed(what: string, milliseconds: number): Check {
  const check = within(what, milliseconds, 15_000)
  return milliseconds >= tooLong ? { ...check, verdict: 'broken' } : check
}

/** So many of another person's calls are answered, and in time. */
function judgeOthers(what: string, answers: readonly Answer[], share: number): Check {
  const times = answers.map(({ status, milliseconds }) => (status === 200 ? milliseconds : Number.POSITIVE_INFINITY))
  return within(`${what}, p${share * 100}`, percentile(times, share), 500)
}

/** Calls of another person until that is over. */
async function callWhile(base: string, work: Promise<unknown>): Promise<Answer[]> {
  const answers: Answer[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  for (; !isOver; await pause(100)) answers.push(await tryCall(base, 'GET', '/v1/configuration', { timeout: 5_000 }))
  return answers
}

/** Sends the beginning, then a byte every half second; milliseconds until the server closed. */
function drip(port: number, beginning: string, timeout = giveUp): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    const timer = setInterval(() => socket.writable && socket.write('x'), 500)
    const limit = setTimeout(() => socket.destroy(), timeout)
    socket.resume()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      clearTimeout(limit)
      resolve(performance.now() - started)
    })
  })
}

/**
 * G19: clients that each ask repeatedly on one connection and read no answer, each of a network of its own (one has 16 calls at work): how
 * many the server held at once, and how long after the last question.
 */
async function stall({ base, pid }: { base: string; pid: number }, path: string, count: number) {
  const { host, port } = new URL(base)
  const idle = openDescriptors(pid)
  let max = 0
  const clients = Array.from({ length: count }, (_, at) =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.${1 + (at % 250)}.${Math.floor(at / 250)}.1` })
      .pause()
      .on('error', () => undefined),
  )
  for (let n = 0; n < count * answersOfEach; n++) {
    const client = clients[n % count]
    if (client?.writable) client.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    if (n % together > 0) continue
    await pause(100)
    max = Math.max(max, openDescriptors(pid) - idle)
  }
  // What may stay open: the database's connections, our own calls, and clients shed so often that the system kept the rest.
  const isFree = async () => openDescriptors(pid) <= idle + 20 + count / 10
  const freed = await until('let go', tooLong, isFree).catch(() => tooLong)
  for (const client of clients) client.destroy()
  return { max, freed }
}
