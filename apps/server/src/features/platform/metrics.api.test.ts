import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'
import { timeJob } from '../../metrics.ts'
import { startTracing } from '../../tracing.ts'

const server = testApp()

const read = (headers: Record<string, string> = {}) => server.app.inject({ url: '/v1/metrics', headers })

test('the numbers to watch are Prometheus text, and count the calls answered', async () => {
  await server.client.answer('GET /v1/health')
  await server.client.answer('GET /v1/authentication/session')
  const { statusCode, body } = await read()
  expect(statusCode).toBe(200)
  const counted = (route: string, status: number) =>
    new RegExp(`^parvis_request_seconds_count\\{method="GET",route="${route}",status="${status}"\\} [1-9]`, 'm')
  expect(body).toMatch(counted('/v1/health', 200))
  expect(body).toMatch(counted('/v1/authentication/session', 401))
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
  expect(body).toMatch(/^parvis_processes 1$/m)
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

const operations = (file: string) =>
  readFileSync(new URL(`../../../../../docs/operations/${file}`, import.meta.url), 'utf8')

test('a process that was told to stop says that it is not ready, and answers meanwhile', async () => {
  await using owned = new AsyncDisposableStack()
  const app = owned.adopt(buildApp({ ...server.deps, stopping: AbortSignal.abort() }), (built) => built.close())
  expect((await app.inject({ url: '/v1/health/ready' })).statusCode).toBe(503)
  expect((await app.inject({ url: '/v1/configuration' })).statusCode).toBe(200)
})

test('every alert has its runbook, says how urgent it is, and rings in one of the played evenings', () => {
  const rules = operations('alerts.yml')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(rules.match(/severity: (page|ticket) /g)).toHaveLength(alerts.length)
  expect([...operations('runbooks.md').matchAll(/^## (\w+)/gm)].map(([, name]) => name)).toEqual(alerts)
  const rung = [...operations('alerts.test.yml').matchAll(/runbooks\.md#(\w+)/g)].map(([, name]) => name)
  expect(rung).toHaveLength(alerts.length)
  expect(new Set(rung)).toEqual(new Set(alerts.map((name) => name?.toLowerCase())))
})

test('every number of the alert rules is one that a process says', async () => {
  const rules = operations('alerts.yml')
  const { body } = await read()
  const asked = new Set(rules.match(/parvis_\w+/g))
  expect(asked.size).toBeGreaterThan(12)
  for (const name of asked) expect(body).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `)
})

test('a code that leaves is counted for its provider, and a job by its outcome', async () => {
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone: '0612345670' } })
  const { body } = await read()
  expect(body).toMatch(/^parvis_provider_calls_total\{provider="sms",outcome="done"\} [1-9]/m)
  await expect(timeJob('spoilt', () => Promise.reject(new Error('planted')))).rejects.toThrow('planted')
  expect((await read()).body).toMatch(
    /^parvis_job_seconds_count\{(outcome="failed",job="spoilt"|job="spoilt",outcome="failed")\} 1$/m,
  )
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

test('S-006 S-007 without a setting the billing portal is the local look-alike', async () => {
  const { data } = await bare.call('GET', '/v1/configuration')
  const { billingPortalUrl } = data as { billingPortalUrl: string }
  expect(billingPortalUrl).toMatch(/^http:\/\/[^/]+\/dev\/factures$/)
  const page = await bare.app.inject(new URL(billingPortalUrl).pathname)
  expect([page.statusCode, page.body.includes('facturation de démonstration')]).toEqual([200, true])
})

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
  expect(without).toMatchObject({ cityWebsiteUrl: null, meetingUrl: null })
})

test('calls, jobs and messages handed to a provider leave as spans for an OpenTelemetry collector, in the trace of their caller', async () => {
  const received: string[] = []
  await using collector = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const stop = await startTracing({ endpoint: `http://127.0.0.1:${port}`, service: 'parvis-all' })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await server.app.inject({ url: '/v1/configuration', headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone: '0612345671' } })
  await expect(timeJob('spoilt', () => Promise.reject(new Error('planted')))).rejects.toThrow('planted')
  await stop()
  const spans = received.flatMap((body) => spansOf(JSON.parse(body)))
  expect(spans).toContainEqual(expect.objectContaining({ name: 'GET /v1/configuration', traceId, kind: 2 }))
  expect(spans).toContainEqual(expect.objectContaining({ name: 'send sms', kind: 3 }))
  expect(spans).toContainEqual(expect.objectContaining({ name: 'job spoilt', kind: 5, status: { code: 2 } }))
  expect(received.join()).not.toContain('0612345671')
  await server.app.inject({ url: '/v1/configuration' })
  expect(received.flatMap((body) => spansOf(JSON.parse(body)))).toHaveLength(spans.length)
})

type Exported = { resourceSpans: { scopeSpans: { spans: object[] }[] }[] }
const spansOf = ({ resourceSpans }: Exported): object[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
