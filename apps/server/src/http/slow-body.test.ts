import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { registerBodyTimeout } from './slow-body.ts'

afterEach(() => vi.useRealTimers())

test('T29 a call refused before its body came is not answered a second time when the body is late', async () => {
  const app = Fastify()
  registerBodyTimeout(app)
  app.addHook('onRequest', async (_request, reply) => await reply.code(401).send('no'))
  app.post('/', async () => 'yes')
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { statusCode, raw } = await app.inject({ method: 'POST', url: '/', payload: { late: true } })
  vi.advanceTimersByTime(10_000)
  expect([statusCode, raw.req.destroyed]).toEqual([401, true])
})
