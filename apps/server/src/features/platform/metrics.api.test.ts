import { readFileSync } from 'node:fs'
import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'

const server = testApp()

const read = (headers: Record<string, string> = {}) => server.app.inject({ url: '/v1/metrics', headers })

test('the numbers to watch are Prometheus text, and count the calls answered', async () => {
  await server.client.answer('GET /v1/health')
  await server.client.answer('GET /v1/authentication/session')
  const { statusCode, body } = await read()
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^parvis_requests_total\{status="2xx"\} [1-9]/m)
  expect(body).toMatch(/^parvis_requests_total\{status="4xx"\} [1-9]/m)
  for (const name of [
    'jobs_stuck',
    'jobs_oldest_seconds',
    'jobs_waiting',
    'jobs_dead',
    'pushes_unsent',
    'notices_late_seconds',
    'wrong_codes_day',
    'database_pool_waiting',
  ]) {
    expect(body).toMatch(new RegExp(`^parvis_${name} 0$`, 'm'))
  }
  expect(body).toMatch(/^parvis_database_up 1$/m)
  expect(body).toMatch(/^parvis_requests_refused_total\{status="429"\} 0$/m)
  expect(body).toMatch(/^parvis_request_seconds_bucket\{le="\+Inf"\} \d+$/m)
})

test('T29 a call that came through a proxy finds no metrics', async () => {
  expect((await read({ 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
})

test('G20 without its database a process still says its own numbers, and that the database is away; so does a worker', async () => {
  await using db = createDatabase({ url: 'postgres://x@127.0.0.1:1/parvis', size: 2 })
  await using owned = new AsyncDisposableStack()
  const app = owned.adopt(buildApp({ ...server.deps, db }, 'watch'), (built) => built.close())
  const { statusCode, body } = await app.inject({ url: '/v1/metrics' })
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^parvis_database_up 0$/m)
  expect(body).toMatch(/^parvis_live_hearing 1$/m)
  expect(body).toMatch(/^parvis_build_info\{version=".+",node=".+",schema="\d{4}-.+"\} 1$/m)
  expect(body).not.toContain('parvis_jobs_waiting')
  expect((await app.inject({ url: '/v1/health' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/v1/health/ready' })).statusCode).toBe(503)
  expect((await app.inject({ url: '/v1/configuration' })).statusCode).toBe(404)
})

test('every number of the alert rules is one that a process says', async () => {
  const rules = readFileSync(new URL('../../../../../docs/operations/alerts.yml', import.meta.url), 'utf8')
  const { body } = await read()
  const asked = new Set(rules.match(/parvis_\w+/g))
  expect(asked.size).toBeGreaterThan(12)
  for (const name of asked) expect(body).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
})

const links = {
  BILLING_PORTAL_URL: 'https://factures.exemple.fr',
  CITY_WEBSITE_URL: 'https://www.ville.exemple.fr',
  MEETING_URL: 'https://rendez-vous.exemple.fr',
  APP_LINK_92110: 'https://clichy.exemple.fr',
  APP_LINK_PARIS: 'https://paris.exemple.fr',
}
const configured = testApp(links)
const bare = testApp()

test('X-016 X-017 AMB-124 the outgoing links are those of the installation, and absent without a value', async () => {
  const { data } = await configured.call('GET', '/v1/configuration')
  expect(data).toMatchObject({
    billingPortalUrl: links.BILLING_PORTAL_URL,
    cityWebsiteUrl: links.CITY_WEBSITE_URL,
    meetingUrl: links.MEETING_URL,
    cityApps: {
      92110: { link: links.APP_LINK_92110, logo: '/logos/app-92110.svg' },
      default: { link: links.APP_LINK_PARIS, logo: '/logos/app-paris.svg' },
    },
  })
  const { data: without } = await bare.call('GET', '/v1/configuration')
  expect(without).toMatchObject({ billingPortalUrl: null, cityWebsiteUrl: null, meetingUrl: null })
})
