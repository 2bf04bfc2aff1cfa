import { testApp } from '@parvis/harness/server/test-app'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readNow } from '../db/clock.ts'
import { createDatabase, run } from '../db/database.ts'
import { startServer } from '../start-server.ts'

const key = { SECRET_KEY: '5f'.repeat(32) }
const provided = { ...key, ALLOW_EMBEDDED_PROVIDERS: '1' }

describe('F3 T01 T33 development is never in the open: the settings', () => {
  test.each(['Production', 'prod', 'staging', 'dev', '0'])('NODE_ENV=%s stops the start', (word) => {
    const complaint = `NODE_ENV doit être production ou development ou test, et non « ${word} »`
    expect(() => readConfig({ ...provided, NODE_ENV: word })).toThrow(complaint)
  })

  test.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pro.exemple.fr' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://localhost.exemple.fr' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '192.168.1.10' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1' }],
  ])('%s of others stops the start in development, unless told so in words', (name, settings) => {
    const env = { ...key, NODE_ENV: 'development', ...settings }
    expect(() => readConfig(env)).toThrow(`${name} ouvre ce serveur à d’autres que vous`)
    expect(readConfig({ ...env, ALLOW_DEVELOPMENT_IN_PUBLIC: '1' })).toMatchObject({ developmentInPublic: true })
    expect(readConfig({ ...env, ...provided, NODE_ENV: 'production' })).toMatchObject({ developmentInPublic: false })
  })

  test('a laptop starts as before, under any name of its own', () => {
    for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://localhost:5173', 'http://parvis.localhost:3000'])
      expect(readConfig({ ...key, NODE_ENV: 'development', PUBLIC_URL }).production).toBe(false)
  })
})

describe('F3 T01 T33 development is never in the open: the calls', () => {
  const server = testApp()
  const open = testApp({ ALLOW_DEVELOPMENT_IN_PUBLIC: '1', TRUST_PROXY: '1' })
  const urls = ['/v1/dev/outbox', '/v1/dev/clock', '/dev/outbox', '/dev/files/outbox.js']
  const statuses = (headers: Record<string, string>, { app } = server) =>
    Promise.all(urls.map(async (url) => (await app.inject({ url, headers })).statusCode))
  const found = urls.map(() => 200)
  const missing = urls.map(() => 404)

  test.each(['127.0.0.1:3000', 'localhost:5173', '[::1]:3000'])('answer %s', async (host) => {
    expect(await statuses({ host })).toEqual(found)
  })

  test.each(['pro.exemple.fr', '127.0.0.1.exemple.fr', 'localhost.exemple.fr:3000', 'parvis.localhost:3000'])(
    'are on no other host: %s',
    async (host) => {
      for (const one of [server, open])
        for (const status of await statuses({ host }, one)) expect([404, 421]).toContain(status)
    },
  )

  test.each([
    { host: '192.168.1.10:3000' },
    { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' },
    { host: '127.0.0.1:3000', 'x-forwarded-host': '127.0.0.1' },
    { host: '127.0.0.1:3000', forwarded: 'for=203.0.113.7' },
  ])('are not there for %j, unless told so', async (headers) => {
    expect(await statuses(headers)).toEqual(missing)
    expect(await statuses(headers, open)).toEqual(found)
  })
})

test('F3 F20 T33 a clock that was moved in development is real again once the same data serve in production', async () => {
  using folder = temporaryFolder('parvis-clock')
  await using database = await createTestDatabase()
  await using db = createDatabase({ url: database.url, size: 1 })
  await using owned = new AsyncDisposableStack()
  await run(db)`insert into clock_offset (shift) values (interval '300 days')`
  const daysAhead = async () => Math.abs(Math.round(((await readNow(db)).epochMilliseconds - Date.now()) / 86_400_000))
  expect(await daysAhead()).toBe(300)
  const places = { DATABASE_URL: database.url, PARVIS_DATA: folder.path, PORT: '0', LOG_LEVEL: 'silent' }
  const server = await startServer(readConfig({ ...provided, ...places, NODE_ENV: 'production', PROCESS_ROLE: 'api' }))
  owned.defer(() => server.stop())
  expect(await daysAhead()).toBe(0)
})

const server = testApp()
const get = (url: string) => server.app.inject({ url })

test('C-057 the page /dev/outbox has no inline script, and its files are there', async () => {
  const { statusCode, headers, body } = await get('/dev/outbox')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/html')
  expect(String(headers['content-security-policy'])).toContain("script-src 'self'")
  expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/)
  const files = [...body.matchAll(/\/dev\/files\/[\w.-]+/g)].map(([path]) => path)
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect((await get(file)).statusCode).toBe(200)
})

test('C-057 nothing but these files is served', async () => {
  for (const name of ['..%2fdevelopment.routes.ts', 'outbox.html', 'unknown.js', '%2e%2e', 'a.js%00']) {
    expect((await get(`/dev/files/${name}`)).statusCode).toBe(404)
  }
})
