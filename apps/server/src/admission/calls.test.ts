import { type AddressInfo, connect, type Socket } from 'node:net'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type CallSlot, runCall, stillAwaited } from '../current-call.ts'
import { errorHandler } from '../http/error-handler.ts'
import { registerAdmission } from './calls.ts'
import { noteSecret } from './requester.ts'
import { sweepIdle } from './semaphore.ts'

const leaveAtEnd = (client: Socket) =>
  untilTestEnds(new DisposableStack()).adopt(
    client.on('error', () => undefined),
    (one) => one.destroy(),
  )

const asks = (path: string, session = 'a') =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${session}\r\n\r\n`

test('G19 F21 clients that do not read their answers take no one’s slot', async () => {
  await using app = Fastify({ forceCloseConnections: true })
  let answered = 0
  let refused = 0
  app.addHook('onError', async () => {
    refused++
  })
  registerAdmission(app)
  for (let n = 0; n < 30; n++) noteSecret(`reader ${n}`, true)
  const large = Buffer.alloc(16 * 1024 * 1024)
  app.get('/v1/large', async () => {
    answered++
    return large
  })
  app.get('/v1/small', async () => 'yes')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // More calls than may be in flight, with clients that read nothing: a refused call is repeated as places become free.
  while (answered < 150) {
    const before = answered + refused
    const client = connect(port, '127.0.0.1', () => client.write(asks('/v1/large', `reader ${before % 30}`)))
    leaveAtEnd(client.pause())
    await vi.waitFor(() => expect(answered + refused).toBe(before + 1), { timeout: 20_000, interval: 2 })
  }
  const isFree = async () => expect((await fetch(`http://127.0.0.1:${port}/v1/small`)).status).toBe(200)
  await vi.waitFor(isFree, { timeout: 20_000 })
})

test('G19 F21 clients that send their bodies slowly take no one’s slot', async () => {
  await using app = Fastify({ forceCloseConnections: true })
  let seen = 0
  app.addHook('onRequest', async () => {
    seen++
  })
  registerAdmission(app)
  app.post('/v1/form', async () => 'yes')
  app.get('/v1/small', async () => 'yes')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const beginning =
    'POST /v1/form HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{'
  for (let n = 0; n < 150; n++) {
    const client = connect(port, '127.0.0.1', () => client.write(beginning))
    leaveAtEnd(client)
  }
  await vi.waitFor(() => expect(seen).toBe(150), { timeout: 20_000 })
  expect((await fetch(`http://127.0.0.1:${port}/v1/small`)).status).toBe(200)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  expect((await fetch(`http://127.0.0.1:${port}/v1/form`, json)).status).toBe(200)
})

/** A server that knows these sessions, whose calls last until the test ends them, and a count of the calls at work. */
async function listen(...sessions: string[]) {
  for (const session of sessions) noteSecret(session, true)
  const app = untilTestEnds(Fastify({ forceCloseConnections: true }))
  app.setErrorHandler(errorHandler)
  registerAdmission(app)
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const atWork = async (request: FastifyRequest) => {
    await runCall({ requestId: '', slot: request.getDecorator<CallSlot>('slot') }, work)
    return 'done'
  }
  app.get('/v1/work', atWork)
  const path = '/v1/site/instants/:id/bookings'
  const endpoint = { call: `POST ${path}`, queued: true }
  app.post(path, { config: { endpoint } as object }, atWork)
  app.get('/v1/small', async () => 'yes')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const send = (asked: string) => {
    const client = connect(port, '127.0.0.1', () => client.write(asked))
    return leaveAtEnd(client)
  }
  const ask = (path: string, session?: string) => send(asks(path, session))
  const post = (path: string, session: string) => send(asks(path, session).replace('GET', 'POST'))
  const status = async (session: string) => {
    const headers = { authorization: `Bearer ${session}` }
    const { status: code, headers: answered } = await fetch(`http://127.0.0.1:${port}/v1/small`, { headers })
    return [code, answered.get('retry-after')]
  }
  return { ends, ask, post, status, endAll: () => ends.splice(0).map((end) => end()) }
}

test('F11 a session has eight calls at work, sixty wait their turn, more are refused at once; others are served', async () => {
  const { ends, ask, status, endAll } = await listen('a', 'b')
  for (let n = 0; n < 68; n++) ask('/v1/work')
  await vi.waitFor(() => expect(ends.length).toBe(8))
  await vi.waitFor(async () => expect(await status('a')).toEqual([503, '1']))
  expect(ends.length).toBe(8)
  expect(await status('b')).toEqual([200, null])
  // Each call that ends lets the next one in, until all are answered.
  let done = 0
  while (done < 68) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0))
    done += endAll().length
  }
  await vi.waitFor(async () => expect(await status('a')).toEqual([200, null]))
})

test('J-011 of a crowd for the seats of one instant four are at work, the others wait their turn; those of another instant are served', async () => {
  const crowd = Array.from({ length: 200 }, (_, n) => `neighbour ${n}`)
  const { ends, post, status, endAll } = await listen('b', 'c', ...crowd)
  for (const one of crowd) post('/v1/site/instants/812/bookings', one)
  await vi.waitFor(() => expect(ends.length).toBe(4))
  expect(await status('b')).toEqual([200, null])
  post('/v1/site/instants/813/bookings', 'c')
  await vi.waitFor(() => expect(ends.length).toBe(5))
  endAll()
  await vi.waitFor(() => expect(ends.length).toBe(4))
})

test('F11 H01 a session written in many ways has the same eight turns', async () => {
  const { ends, ask, status } = await listen('a', 'b')
  for (const spaces of [0, 1, 2, 3, 300, 301]) for (let n = 0; n < 12; n++) ask('/v1/work', `${' '.repeat(spaces)}a`)
  await vi.waitFor(async () => expect(await status('a')).toEqual([503, '1']))
  expect(ends.length).toBe(8)
  expect(await status('b')).toEqual([200, null])
})

test('F11 T02 calls without a session that the database knows are their network: sixteen at work, the others wait their turn', async () => {
  const { ends, ask, status, endAll } = await listen('b')
  for (let n = 0; n < 200; n++) noteSecret(`invented ${n}`, false)
  for (let n = 0; n < 200; n++) ask('/v1/work', `invented ${n}`)
  const first = await status('a session that nobody has judged yet')
  await vi.waitFor(() => expect(ends.length).toBe(16))
  expect([first, await status('b')]).toEqual(Array(2).fill([200, null]))
  // Nobody whom they let in is known: all of them are served, sixteen at a time.
  let done = 0
  while (done < 200) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0))
    expect(ends.length).toBeLessThanOrEqual(16)
    done += endAll().length
  }
  await vi.waitFor(async () => expect(await status('invented 0')).toEqual([200, null]))
})

test('F11 H01 when answers are slow, five sessions with eight calls each are no crowd for somebody else; forty sessions are', async () => {
  const people = Array.from({ length: 40 }, (_, n) => `person ${n}`)
  const hostile = Array.from({ length: 5 }, (_, n) => `hostile ${n}`)
  const { ends, ask, status, endAll } = await listen('nobody', 'somebody else', ...people, ...hostile)
  const real = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + later)
  onTestFinished(() => clock.mockRestore())
  const work = async (sessions: string[]) => {
    for (const session of sessions) ask('/v1/work', session)
    await vi.waitFor(() => expect(ends.length).toBe(sessions.length))
  }
  const isOver = () => vi.waitFor(async () => expect(await status('nobody')).toEqual([200, null]))
  const eights = (sessions: number) => Array.from({ length: 8 * sessions }, (_, n) => `hostile ${n % sessions}`)
  await work(eights(1))
  later += 10_000
  endAll()
  await isOver()
  await work(eights(5))
  expect(await status('somebody else')).toEqual([200, null])
  later += 10_000
  endAll()
  await isOver()
  await work(people)
  expect(await status('somebody else')).toEqual([503, '1'])
  endAll()
})

test('F2 of subjects that left a thousand are remembered at most; of one at work, all', () => {
  const kept = new Map(Array.from({ length: 999 }, (_, n) => [`session ${n}`, n === 5 ? 1 : 0]))
  const sweep = () => sweepIdle(kept, (count) => count === 0)
  sweep()
  expect(kept.size).toBe(999)
  kept.set('one more', 0)
  sweep()
  expect([...kept]).toEqual([['session 5', 1]])
})

test('F11 a call that was cut keeps its slot until its work ends; one that was cut in the line leaves it', async () => {
  const { ends, ask, status, endAll } = await listen('a', 'b')
  const first = Array.from({ length: 8 }, () => ask('/v1/work'))
  await vi.waitFor(() => expect(ends.length).toBe(8))
  const waiting = Array.from({ length: 60 }, () => ask('/v1/work'))
  await vi.waitFor(async () => expect((await status('a'))[0]).toBe(503))
  for (const client of [...first, ...waiting]) client.destroy()
  // The clients have disconnected, and the work of their calls still counts: the next call waits for it.
  const next = ask('/v1/work')
  let isAnswered = false
  next.on('data', () => {
    isAnswered = true
  })
  await vi.waitFor(async () => expect(await status('b')).toEqual([200, null]))
  expect([ends.length, isAnswered]).toEqual([8, false])
  endAll()
  await vi.waitFor(() => expect(ends.length).toBe(1))
  endAll()
  await vi.waitFor(() => expect(isAnswered).toBe(true))
})

test('F11 a read whose client went away ends before its next statement; a write goes on to its end', async () => {
  await using app = Fastify({ forceCloseConnections: true })
  registerAdmission(app)
  const ends: (() => void)[] = []
  const outcomes: string[] = []
  let cut = 0
  app.addHook('onRequestAbort', (_request, done) => {
    cut++
    done()
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/v1/work',
    handler: async (request) => {
      const slot = request.getDecorator<CallSlot>('slot')
      await runCall({ requestId: '', slot }, async () => {
        await new Promise<void>((resolve) => ends.push(resolve))
        stillAwaited(undefined)
      }).then(
        () => outcomes.push(`${request.method} went on`),
        () => outcomes.push(`${request.method} ended`),
      )
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const clients: Socket[] = []
  for (const [n, method] of ['GET', 'POST', 'GET'].entries()) {
    const client = connect(port, '127.0.0.1', () => client.write(`${method} /v1/work HTTP/1.1\r\nhost: a\r\n\r\n`))
    clients.push(leaveAtEnd(client))
    await vi.waitFor(() => expect(ends.length).toBe(n + 1))
  }
  for (const client of clients.slice(0, 2)) client.destroy()
  await vi.waitFor(() => expect(cut).toBe(2))
  for (const end of ends) end()
  await vi.waitFor(() => expect(outcomes).toEqual(['GET ended', 'POST went on', 'GET went on']))
})
