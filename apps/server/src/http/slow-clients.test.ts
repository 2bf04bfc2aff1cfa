import { type AddressInfo, connect } from 'node:net'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { registerBodyTimeout, registerSlowReaders } from './slow-clients.ts'

afterEach(() => vi.useRealTimers())

test('T29 a call refused before its body came is not answered a second time when the body is late', async () => {
  await using app = Fastify()
  registerBodyTimeout(app)
  app.addHook('onRequest', async (_request, reply) => await reply.code(401).send('no'))
  app.post('/', async () => 'yes')
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { statusCode, raw } = await app.inject({ method: 'POST', url: '/', payload: { late: true } })
  for (const milliseconds of [3_000, 7_000]) {
    vi.advanceTimersByTime(milliseconds)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([statusCode, raw.req.destroyed]).toEqual([401, true])
})

const large = 16 * 1024 * 1024
const head = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

async function listen(milliseconds: number, max?: number) {
  const app = untilTestEnds(Fastify({ forceCloseConnections: true }))
  registerSlowReaders(app, milliseconds, max)
  app.get('/', async () => Buffer.alloc(large))
  const server = {
    port: 0,
    seen: 0,
    open: () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))),
  }
  app.server.on('connection', () => server.seen++)
  await app.listen({ port: 0, host: '127.0.0.1' })
  server.port = (app.server.address() as AddressInfo).port
  return server
}

test.each([1, 3])('G19 F21 a client that reads nothing of %i answers is let go', async (calls) => {
  const server = await listen(300)
  const client = connect(server.port, '127.0.0.1', () => client.write(head.repeat(calls)))
  client.pause().on('error', () => undefined)
  await vi.waitFor(() => expect(server.seen).toBe(1))
  await vi.waitFor(async () => expect(await server.open()).toBe(0), { timeout: 20_000 })
  client.destroy()
})

test('F21 a client that reads gets everything, one answer after the other on its connection', async () => {
  const server = await listen(10_000)
  const client = connect(server.port, '127.0.0.1', () => client.write(head.repeat(3)))
  let received = 0
  for await (const bytes of client) {
    received += (bytes as Buffer).length
    if (received > large * 3) break
  }
  expect(received).toBeGreaterThan(large * 3)
})

test('G19 T28 answers that nobody reads do not fill the memory: who has kept one waiting longest is let go', async () => {
  const server = await listen(60_000, 5 * large)
  const clients = Array.from({ length: 8 }, () => {
    const client = connect(server.port, '127.0.0.1', () => client.write(head))
    return client.pause().on('error', () => undefined)
  })
  await vi.waitFor(() => expect(server.seen).toBe(8), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await server.open()).toBe(5), { timeout: 20_000 })
  const reader = connect(server.port, '127.0.0.1', () => reader.write(head))
  let received = 0
  for await (const bytes of reader) {
    received += (bytes as Buffer).length
    if (received > large) break
  }
  await vi.waitFor(async () => expect(await server.open()).toBeLessThanOrEqual(5), { timeout: 20_000 })
  for (const client of clients) client.destroy()
})
