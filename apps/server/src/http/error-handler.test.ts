import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { GatewayFailure } from '../gateways/gateway-failure.ts'
import { errorHandler } from './error-handler.ts'

test('F05 a service that no use case expected to fail is a 503 with Retry-After, any other failure of it a 500', async () => {
  await using app = Fastify()
  app.setErrorHandler(errorHandler)
  app.get('/full', () => {
    throw new GatewayFailure('unavailable', 'blobs: ENOSPC')
  })
  app.get('/ours', () => {
    throw new GatewayFailure('misconfigured', 'blobs: AccessDenied')
  })
  const full = await app.inject('/full')
  expect(full.statusCode).toBe(503)
  expect(full.headers['retry-after']).toBe('2')
  expect(full.json()).toEqual({
    error: {
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'Le service est momentanément indisponible, merci de réessayer',
    },
  })
  expect((await app.inject('/ours')).statusCode).toBe(500)
})

test('C-001 a text thrown by a library leaves in the same envelope as an error', async () => {
  await using app = Fastify()
  app.setErrorHandler(errorHandler)
  app.get('/', () => {
    // oxlint-disable-next-line no-throw-literal
    throw 'code length overflow'
  })
  const { statusCode, json } = await app.inject('/')
  expect([statusCode, json().error.code]).toEqual([500, 'SERVER_ERROR'])
})

test.each([
  [404, 'Key (user_id)=(7) is not present in table "users".'],
  [404, 'Key (company_id)=(00000000-0000-4000-8000-000000000001) is not present in table "companies".'],
  [500, 'Key (id)=(7) is still referenced from table "users".'],
  [500, 'Key (company_id, instant_id)=(a, 7) is not present in table "instants".'],
])(
  'G01 a foreign key that finds nobody is %i where somebody was erased, our fault otherwise: %s',
  async (status, detail) => {
    await using app = Fastify()
    app.setErrorHandler(errorHandler)
    app.get('/', () => {
      throw Object.assign(new Error('violates foreign key constraint'), { code: '23503', detail })
    })
    expect((await app.inject('/')).statusCode).toBe(status)
  },
)
