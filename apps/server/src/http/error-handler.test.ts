import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { GatewayFailure } from '../gateways/gateway-failure.ts'
import { errorHandler } from './error-handler.ts'

test('a service that no use case expected to fail is a 503 to try again, any other failure of it our fault', async () => {
  const app = Fastify()
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
