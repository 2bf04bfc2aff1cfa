import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'

const server = testApp()

const read = (headers: Record<string, string> = {}) => server.app.inject({ url: '/v1/metrics', headers })

test('the numbers to watch are Prometheus text, and count the calls answered', async () => {
  await server.call('GET', '/v1/health')
  await server.call('GET', '/v1/authentication/session')
  const { statusCode, body } = await read()
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^parvis_requests_total\{status="2xx"\} [1-9]/m)
  expect(body).toMatch(/^parvis_requests_total\{status="4xx"\} [1-9]/m)
  for (const name of ['jobs_waiting', 'jobs_dead', 'pushes_unsent', 'wrong_codes_day', 'database_pool_waiting']) {
    expect(body).toMatch(new RegExp(`^parvis_${name} 0$`, 'm'))
  }
  expect(body).toMatch(/^parvis_request_seconds_bucket\{le="\+Inf"\} \d+$/m)
})

test('a call that came through a proxy finds no metrics', async () => {
  expect((await read({ 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
})
