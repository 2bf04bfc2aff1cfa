import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { registerOverloadGuard } from './overload.ts'

const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})

test('G19 F21 clients that do not read their answers take no one’s place', async () => {
  const app = Fastify({ forceCloseConnections: true })
  let answered = 0
  let refused = 0
  app.addHook('onError', async () => {
    refused++
  })
  registerOverloadGuard(app)
  const large = Buffer.alloc(16 * 1024 * 1024)
  app.get('/v1/large', async () => {
    answered++
    return large
  })
  app.get('/v1/small', async () => 'yes')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // More than may be in flight at once, and none of them reads: who is refused comes again, as places become free.
  while (answered < 150) {
    const before = answered + refused
    const client = connect(port, '127.0.0.1', () => client.write('GET /v1/large HTTP/1.1\r\nhost: a\r\n\r\n'))
    clients.push(client.pause().on('error', () => undefined))
    await vi.waitFor(() => expect(answered + refused).toBe(before + 1), { timeout: 20_000, interval: 2 })
  }
  const isFree = async () => expect((await fetch(`http://127.0.0.1:${port}/v1/small`)).status).toBe(200)
  await vi.waitFor(isFree, { timeout: 20_000 })
  await app.close()
})

test('G19 F21 clients that send their bodies slowly take no one’s place', async () => {
  const app = Fastify({ forceCloseConnections: true })
  let seen = 0
  app.addHook('onRequest', async () => {
    seen++
  })
  registerOverloadGuard(app)
  app.post('/v1/form', async () => 'yes')
  app.get('/v1/small', async () => 'yes')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const beginning =
    'POST /v1/form HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{'
  for (let n = 0; n < 150; n++) {
    const client = connect(port, '127.0.0.1', () => client.write(beginning))
    clients.push(client.on('error', () => undefined))
  }
  await vi.waitFor(() => expect(seen).toBe(150), { timeout: 20_000 })
  expect((await fetch(`http://127.0.0.1:${port}/v1/small`)).status).toBe(200)
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  expect((await fetch(`http://127.0.0.1:${port}/v1/form`, json)).status).toBe(200)
  await app.close()
})
