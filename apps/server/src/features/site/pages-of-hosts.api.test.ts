import { type IncomingMessage, request } from 'node:http'
import { testApp } from '@parvis/harness/server/test-app'
import { newSiteShop, newVisitor, residentHost, residentOrigin, siteCalls } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const { follow } = siteCalls(server)
const ask = (url: string, host = residentHost, more: object = {}) =>
  server.app.inject({ url, headers: { host, accept: 'text/html' }, ...more })

test('W-012 W-130 W-125 S4 P8 a name under ours with a dot is nobody’s, and the worker is the residents’ host’s alone', async () => {
  const { status } = await server.client.answer('GET /v1/configuration')
  expect(status).toBe(200)
  expect((await ask('/', `boutique.fr.${residentHost}`)).statusCode).toBe(421)
  expect((await ask('/sw.js')).statusCode).toBe(200)
  const shop = await newSiteShop(server, { name: 'Fournil du Web', membership: 'digital' })
  await run(server.db)`update companies set subdomain = 'fournil-web' where id = ${shop.companyId}`
  expect((await ask('/', `fournil-web.${residentHost}`)).statusCode).toBe(200)
  expect((await ask('/sw.js', `fournil-web.${residentHost}`)).statusCode).toBe(404)
})

test('W-012 RES-05 www. and the links of the city apps, which printed codes hold, lead to the residents’ host, whatever was asked', async () => {
  const { appLink92110, appLinkParis } = server.deps.config.links
  const leads: [host: string, status: number, to: string][] = [
    [`www.${residentHost}`, 301, residentOrigin],
    [new URL(appLink92110).host, 302, `${residentOrigin}/clichy-92110`],
    [new URL(appLinkParis).host, 302, `${residentOrigin}/`],
  ]
  for (const [host, status, to] of leads)
    for (const path of ['/', '/agenda?page=2', '/sw.js']) {
      const answer = await ask(path, host)
      expect([host, path, answer.statusCode, answer.headers.location]).toEqual([host, path, status, to])
    }
})

test('W-003 P12 a hidden call of /v1 is not found on the residents’ host, whatever its method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect((await ask('/v1/profile/update', residentHost, { method })).statusCode, method).toBe(404)
  expect((await ask('/clichy-92110', residentHost, { method: 'POST' })).statusCode).toBe(405)
})

test('P10 the answer to a form with another method says of its connection what the client asked', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  await follow(who, shop.companyId)
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const base = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  const headers = { host: residentHost, origin: residentOrigin, cookie, accept: 'text/html', connection: 'close' }
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const answered = Promise.withResolvers<IncomingMessage>()
  request(
    { host: base.hostname, port: base.port, method: 'POST', path: '/v1/site/settings', headers: form },
    answered.resolve,
  )
    .on('error', answered.reject)
    .end('_method=PUT&quiet=1')
  const { headers: told, statusCode } = await answered.promise
  expect([statusCode === 303 || statusCode === 400, told.connection]).toEqual([true, 'close'])
})

test('W-131 P13 what is no name is not found for Caddy, empty, as any unknown one', async () => {
  for (const domain of ['nom%00', 'a%20b', `${'a'.repeat(300)}.fr`, 'inconnu.fr&domain=autre.fr', '']) {
    const { statusCode, body } = await ask(`/v1/internal/domain-allowed?domain=${domain}`, 'localhost:3000')
    expect([statusCode, body], domain).toEqual([404, ''])
  }
})

test('W-098 W-125 S8 an address draws 120 pages a minute: what is in memory is not counted, and others go on', async () => {
  const from = (url: string, remoteAddress: string) => ask(url, residentHost, { remoteAddress })
  const draw = async (address: string) => {
    const answers = []
    for (let at = 0; at < 125; at++) answers.push(await from(`/arcueil-94110/annuaire?page=${at + 2}`, address))
    return answers
  }
  const refused = (await draw('127.9.0.1')).filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(5)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  await from('/arcueil-94110', '127.9.0.2')
  expect((await from('/arcueil-94110', '127.9.0.1')).statusCode).toBe(200)
  expect((await from('/arcueil-94110/annuaire', '127.9.0.2')).statusCode).toBe(200)
  expect((await from('/les-lilas-93260?code=7&version=3', '127.9.0.1')).statusCode).toBe(429)
})
