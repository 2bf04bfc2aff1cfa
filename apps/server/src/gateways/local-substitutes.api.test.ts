import { Socket } from 'node:net'
import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { registrationForm, updateCompany } from '@parvis/harness/town/companies'
import { openSession, press, validate } from '@parvis/harness/town/payments'
import { signIn } from '@parvis/harness/town/town-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** An environment without any provider setting. */
const server = testApp()

/** Addresses that this process connected to, the database left out. */
const dialled: string[] = []

beforeAll(() => {
  const connect = Reflect.get(Socket.prototype, 'connect') as (...target: unknown[]) => Socket
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...target: unknown[]) {
    dialled.push(JSON.stringify(target))
    return Reflect.apply(connect, this, target)
  })
})
afterAll(() => vi.restoreAllMocks())

const outbox = (kind: string) => server.client.call('GET /v1/dev/outbox', { query: { kind } })

test('C-050 without a key nor a network, a business signs up, is found, pays, and tells its followers', async () => {
  const phone = newPhone()
  const token = await signIn(server.client, phone)

  const found = await server.client.answer('GET /v1/company/siren', { query: { siren: '99990000400014' } })
  expect(found.data).toMatchObject({ name: 'Boulangerie des Lilas', zipCode: '92110', city: 'Clichy' })
  // The team is told while the answer is on its way.
  const isTold = async () => (await outbox('webhook')).some(({ text }) => text.includes('99990000400014'))
  await expect.poll(isTold, { timeout: 5_000 }).toBe(true)

  const suggested = await server.client.answer('GET /v1/geo/suggest', { query: { q: 'rue de Paris Clichy' }, token })
  expect(suggested.data).toContainEqual(expect.objectContaining({ city: 'Clichy', zipCode: '92110' }))
  const located = await server.client.answer('GET /v1/geo/geocode', {
    query: { address: '12 rue de Paris', city: 'Clichy', zip: '92110' },
    token,
  })
  const location = { lat: expect.closeTo(48.9, 1), lng: expect.closeTo(2.3, 1) }
  expect(located.data).toEqual({ results: [{ location }] })

  const body = { type: 'commerce', siren: '99990000400014', membership: 'freemium' } as const
  const companyId = await server.client.call('POST /v1/company/subscription', { token, body, as: 'multipart' })
  expect((await updateCompany(server, { token, companyId }, await registrationForm())).status).toBe(200)
  const owner = { token, companyId, phone, userId: 0 }
  const sessionId = await openSession(server, owner)
  await press(server, sessionId, 'paid')
  expect((await validate(server, owner, sessionId)).data).toMatchObject({ status: 'paid', membership: 'premium' })

  await server.client.answer('PUT /v1/app/companies/:id/follow', { params: { id: companyId }, token })
  await server.client.answer('POST /v1/app/devices', { token, body: { token: 'device-1', platform: 'android' } })
  const told = await server.client.answer('POST /v1/company/:id/broadcast', {
    params: { id: companyId },
    token,
    body: { message: 'Brioche' },
  })
  expect(told.status).toBe(200)
  await server.runJobs()
  expect((await outbox('push')).map(({ to }) => to)).toContain('device-1')

  const { data: configuration } = await server.client.answer('GET /v1/configuration')
  expect(configuration).toMatchObject({ facebookAppId: null })
  const page = { idPage: '1', name: 'Boulangerie', type: 'FACEBOOK' }
  expect(
    (await server.client.answer('PUT /v1/company/:id/social-page', { params: { id: companyId }, token, body: page }))
      .status,
  ).toBe(200)

  const database = new URL(server.deps.config.databaseUrl ?? '')
  expect(dialled.filter((target) => !target.includes(database.port))).toEqual([])
})
