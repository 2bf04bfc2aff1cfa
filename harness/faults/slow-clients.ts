import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, tryCall } from '../bench/parts/http-client.ts'
import { openDescriptors, residentMegabytes } from '../bench/parts/process-numbers.ts'
import type { ServerProcess, Testbed } from '../bench/parts/testbed.ts'
import { insertPeople, insertThreads } from '../sql/seed.ts'
import { percentile, timesOf, timesToSuccess } from './answers.ts'
import { openEventStream } from './event-stream.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { type Defect, planting } from './planting.ts'
import { pictureMessage, sendPicture, sendText } from './send-message.ts'
import { keepAsking, until } from './until.ts'

const giveUp = 45_000
/** Load explains a second or two more than the 15 that are allowed. */
const tooLong = 20_000

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
    const clients = Array.from({ length: count }, (_, n) => drip(port, n % 2 === 0 ? head : body))
    const patiently = Promise.all([
      dripLong(testbed, 'slow headers are waited for', head),
      dripLong(testbed, 'a slow body is waited for', body),
    ])
    const ask = () => tryCall(server.base, 'GET', '/v1/configuration', { timeout: 5_000 })
    await using beside = keepAsking([ask], 100)
    const times = await Promise.all(clients)
    const others = timesToSuccess(await beside.stop())
    const readers = await stallReaders(testbed, server, count)
    await server.signal('SIGKILL')
    const headers = times.filter((_, n) => n % 2 === 0)
    const bodies = times.filter((_, n) => n % 2 === 1)
    return {
      done: `${count} connections, half of each; ${count} readers`,
      checks: [
        holds('all were closed', Math.max(...times) < giveUp),
        judgeFreed('slow headers closed after', Math.max(...headers)),
        judgeFreed('slow bodies closed after', Math.max(...bodies)),
        within('other calls meanwhile, p99', percentile(others, 0.99), 500),
        ...readers.checks,
      ],
      controls: [...(await patiently), ...readers.controls],
    }
  },
}

async function dripLong(testbed: Testbed, defect: Defect, beginning: string): Promise<Control> {
  await using server = await testbed.start({ PROCESS_ROLE: 'api', ...planting(defect) })
  const closed = await drip(Number(new URL(server.base).port), beginning, tooLong)
  return planted(defect, [judgeFreed('closed after', closed)])
}

/** Sends the beginning, then a byte every half second; milliseconds until the server closed. */
function drip(port: number, beginning: string, timeout = giveUp): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(beginning))
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

/** More than the system keeps for a client that does not read: each answer is a picture of some megabytes. */
const pictures = 6
/** As many as come at once without being shed. */
const together = 20

/** G19: clients that ask for pictures, or for events, and read nothing. Others are answered, then the place is free again. */
async function stallReaders(testbed: Testbed, server: ServerProcess, count: number) {
  const { owner, thread } = await insertThreads(testbed.db, 1)
  const sent = JSON.parse((await sendPicture(server.base, thread, await pictureMessage(1_600))).body)
  const picture = String(sent.data?.image).replace(server.base, '')
  await using naive = await testbed.start({ PROCESS_ROLE: 'api', ...planting('no limit for readers') })
  const naiveIdle = openDescriptors(naive.pid)
  using stream = await openEventStream(server.base, owner.token)
  const before = openDescriptors(server.pid)
  const events = await askAndStall(server.base, '/v1/events', owner.token, 20, 1)
  const theirs = await askAndStall(naive.base, picture, '', 5, pictures)
  const began = performance.now()
  const asking = askAndStall(server.base, picture, '', count, pictures)
  const meanwhile = await watch(server, `/v1/company/settings/${thread.companyId}`, owner.token, asking, () => {
    // Sockets that may stay open: streams that nobody reads, our own calls, the database's connections, and clients shed so often
    // that the system kept the rest.
    return openDescriptors(server.pid) <= before + events.length + 20 + count / 10
  })
  await sendText(server.base, thread, 'Là ?')
  const heard = await until('heard', 15_000, async () => stream.heard.includes('changed')).catch(() => 15_000)
  const control = await keptOpen(naive, naiveIdle, began)
  for (const client of [...(await asking), ...events, ...theirs]) client.destroy()
  return {
    checks: [...meanwhile, within('a page beside 20 that read nothing hears after', heard, 1_000)],
    controls: [control],
  }
}

/** Calls of another person until the clients that read nothing are disconnected. */
async function watch(
  { base, pid }: ServerProcess,
  path: string,
  token: string,
  asking: Promise<readonly Socket[]>,
  isFree: () => boolean,
): Promise<Check[]> {
  const memory = residentMegabytes(pid)
  const idle = openDescriptors(pid)
  const answers: Answer[] = []
  let [asked, grown, max, count] = [Number.POSITIVE_INFINITY, 0, 0, 0]
  void asking.then((clients) => {
    asked = performance.now()
    count = clients.length
  })
  while (performance.now() - asked < tooLong && !(asked < performance.now() && isFree())) {
    answers.push(await tryCall(base, 'GET', path, { token, timeout: 5_000 }))
    grown = Math.max(grown, residentMegabytes(pid) - memory)
    max = Math.max(max, openDescriptors(pid) - idle)
    await pause(100)
  }
  const freed = performance.now() - asked
  const good = answers.filter(({ status }) => status === 200).length
  return [
    // Asking for so many pictures is a flood as well: a few calls beside it may be shed.
    holds(`other calls meanwhile: ${good} of ${answers.length} answered`, good >= answers.length * 0.8),
    within('their p99', percentile(timesOf(answers), 0.99), 500),
    holds(`clients that read nothing: ${count}, up to ${max} at once`, max > count / 4),
    judgeFreed('let go after', freed),
    holds(`memory grew by ${grown} MB (at most 300)`, grown < 300),
  ]
}

async function keptOpen(naive: ServerProcess, idle: number, started: number): Promise<Control> {
  await pause(Math.max(0, started + tooLong - performance.now()))
  const kept = openDescriptors(naive.pid) - idle
  return planted('no limit for readers', [judgeFreed(`${kept} kept`, kept > 0 ? tooLong : 0)])
}

/** The server decides when to let go: `broken` beyond what load explains. */
function judgeFreed(what: string, milliseconds: number): Check {
  const check = within(what, milliseconds, 15_000)
  return milliseconds >= tooLong ? { ...check, verdict: 'broken' } : check
}

/** Clients that each request repeatedly on one connection and read no answer, each of a network of its own: one has 16 calls at work. */
async function askAndStall(base: string, path: string, token: string, count: number, times: number): Promise<Socket[]> {
  const authorization = token && `authorization: Bearer ${token}\r\n`
  const { host, port } = new URL(base)
  const asked = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${authorization}\r\n`
  const clients = Array.from({ length: count }, (_, at) =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.${1 + at}.0.1` })
      .pause()
      .on('error', () => undefined),
  )
  for (let n = 0; n < count * times; n++) {
    const client = clients[n % count]
    if (client?.writable) client.write(asked)
    if (n % together === 0) await pause(100)
  }
  return clients
}
