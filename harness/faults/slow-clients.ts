import { connect, type Socket } from 'node:net'
import { tryCall } from '../bench/parts/http-client.ts'
import { insertPeople } from '../sql/seed.ts'
import { type Fault, holds, percentile, planted, within } from './fault.ts'
import { judgeFreed, stallReaders, tooLong } from './slow-readers.ts'
import { startDefectiveServer } from './start-defective-server.ts'

const giveUp = 45_000

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
    await using patient = await startDefectiveServer('no request timeout')
    const patiently = Promise.all([
      drip(Number(new URL(patient.base).port), head, tooLong),
      drip(Number(new URL(patient.base).port), body, tooLong),
    ])
    let waiting = true
    const all = Promise.all(clients).finally(() => {
      waiting = false
    })
    const others: number[] = []
    while (waiting) {
      const answer = await tryCall(server.base, 'GET', '/v1/configuration', { timeout: 5_000 })
      others.push(answer.status === 200 ? answer.milliseconds : Number.POSITIVE_INFINITY)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const times = await all
    const readers = await stallReaders(testbed, server, count)
    await server.signal('SIGKILL')
    const keptOpen = await patiently
    const headers = times.filter((_, n) => n % 2 === 0)
    const bodies = times.filter((_, n) => n % 2 === 1)
    return {
      done: `${count} connections, half of each; ${count} readers`,
      checks: [
        holds(
          'all were closed',
          times.every((time) => time < giveUp),
        ),
        judgeFreed('slow headers closed after', Math.max(...headers)),
        judgeFreed('slow bodies closed after', Math.max(...bodies)),
        within('other calls meanwhile, p99', percentile(others, 0.99), 500),
        ...readers.checks,
      ],
      controls: [
        planted('no request timeout', [judgeFreed('closed after', Math.min(...keptOpen))]),
        ...readers.controls,
      ],
    }
  },
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
