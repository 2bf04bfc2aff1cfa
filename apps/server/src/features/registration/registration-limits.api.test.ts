import { testApp } from '@parvis/harness/server/test-app'
import { newPerson } from '@parvis/harness/town/people'
import { expect, test, vi } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'strict' })

const rna = (rank: number) => `W75${String(rank).padStart(7, '0')}`
const lookUp = (code: string) => server.client.answer('GET /v1/company/siren', { query: { siren: code } })
const posts = async () =>
  ((await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'webhook' } })).data as { text: string }[]).map(
    ({ text }) => text,
  )

test('C-009 T05 an address looks thirty codes up in a minute, then waits', async () => {
  for (let rank = 0; rank < 30; rank++) expect((await lookUp(rna(rank))).status).toBe(200)
  const { status, error, headers } = await lookUp(rna(30))
  expect([status, error?.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('AMB-148 T15 sixty codes an hour reach the chat at most, and the same one once an hour', async () => {
  const start = Date.now()
  for (let minute = 1; minute <= 3; minute++) {
    await server.setClock(new Date(start + minute * 61_000).toISOString())
    for (let rank = 0; rank < 30; rank++) expect((await lookUp(rna(100 * minute + rank))).status).toBe(200)
  }
  await vi.waitFor(async () => expect((await posts()).length).toBe(60))

  await server.setClock(new Date(start + 2 * 3_600_000).toISOString())
  for (const code of [rna(0), rna(0)]) await lookUp(code)
  await vi.waitFor(async () => expect((await posts()).filter((text) => text.includes(rna(0)))).toHaveLength(2))
  await server.setClock(null)
})

test('C-052 X-030 a person searches 120 addresses in a minute, then waits', async () => {
  const { token } = await newPerson(server)
  const search = () =>
    server.client.answer('GET /v1/geo/suggest', { query: { q: 'rue de Paris', zip: '92110' }, token })
  for (let count = 0; count < 120; count++) expect((await search()).status).toBe(200)
  const { status, error, headers } = await search()
  expect([status, error?.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  const other = await newPerson(server)
  expect(
    (await server.client.answer('GET /v1/geo/suggest', { query: { q: 'rue de Paris' }, token: other.token })).status,
  ).toBe(200)
})

test('T05 F20 a crowd that looks many codes up does not close registration for others', async () => {
  const from = async (address: string, rank: number) =>
    (await server.app.inject({ url: `/v1/company/siren?siren=${rna(rank)}`, remoteAddress: address })).statusCode
  await run(server.db)`
    insert into rate_windows (name, subject, window_start, used) values ('registry-lookup-all', 'all', ${new Date()}, 600)
    on conflict (name, subject) do update set used = 600, window_start = excluded.window_start`
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push(await from('127.3.3.3', 900 + n))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
