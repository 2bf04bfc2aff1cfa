import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { sweepFiles } from '../../pictures/picture-store.ts'
import { exportAccount } from './export-account.ts'

const server = testApp()
/** Messages; the play H01 (`npm run faults -- --only H01`) takes 50,500. */
const many = 3_000

test('F8 T06 an account of thousands of messages takes them all away in pieces of a hundred rows, and no connection waits for its reader', async () => {
  const [owner, resident] = [await newOwner(server), await newPerson(server)]
  const id = await foundCell<string>(server.db)`
    insert into discussions (company_id, resident_id) values (${owner.companyId}, ${resident.userId})
    returning discussions.id`
  // Without the search index of messages, which takes seconds to build and is not under test.
  await run(server.ownerDb)`alter table messages disable trigger messages_indexed`
  await run(server.db)`
    insert into messages (discussion_id, from_company, text)
    select ${id}, false, n || ' ' || repeat('x', 80) from generate_series(1, ${many}::int) n`
  const pieces = await exportAccount(server.deps, {
    ...owner,
    sessionId: 0,
    isSuperAdmin: false,
    byPasskey: false,
  })
  let [text, maxLength] = ['', 0]
  for await (const piece of pieces) {
    maxLength = Math.max(maxLength, piece.length)
    text += piece
    // A slow reader holds no connection: the whole pool is free between two pieces.
    if (text.length < 300_000)
      await Promise.all(Array.from({ length: 12 }, () => rowsOf(server.db)`select pg_sleep(0.001)`))
  }
  expect(maxLength).toBeLessThan(60_000)
  const { messages, companies } = JSON.parse(text) as { messages: { text: string }[]; companies: object[] }
  expect([messages.length, companies.length]).toEqual([many, 1])
  expect([messages[0]?.text, messages.at(-1)?.text].map((one) => Number.parseInt(one ?? '', 10))).toEqual([many, 1])
})

test('F8 T06 a job writes the file of a person in sealed parts, once for ten who ask; it is theirs alone, for an hour', async () => {
  const [owner, stranger] = [await newOwner(server, { name: 'Le Fournil' }), await newOwner(server)]
  const { token } = owner
  const fileStatus = async () => (await server.client.answer('GET /v1/account/export/file', { token })).status
  expect(await fileStatus()).toBe(404)
  Object.assign(server.deps.config, { rateLimits: 'strict' })
  const asking = Array.from({ length: 10 }, () => server.client.answer('POST /v1/account/export', { token }))
  expect((await Promise.all(asking)).map(({ status, data }) => [status, data.state])).toEqual(
    Array.from({ length: 10 }, () => [200, 'preparing']),
  )
  Object.assign(server.deps.config, { rateLimits: 'relaxed' })
  expect(await fileStatus(), 'not yet').toBe(404)
  await server.runJobs()
  const rows = await rowsOf<{ name: string }>(server.db)`select name from stored_files where kind = 'export'`
  expect(rows).toHaveLength(1)
  expect(await server.client.call('GET /v1/account/export/state', { token })).toMatchObject({
    state: 'ready',
    bytes: expect.any(Number),
  })
  const sealed = await server.deps.gateways.blobs.get(`export/${rows[0]?.name}`)
  expect(sealed.toString('latin1')).not.toContain('Fournil')

  const read = ({ token }: { token: string }) =>
    server.app.inject({ method: 'GET', url: '/v1/account/export/file', headers: { authorization: `Bearer ${token}` } })
  const file = await read(owner)
  expect(JSON.parse(file.payload)).toMatchObject({
    user: { id: owner.userId },
    companies: [{ profile: { name: 'Le Fournil' } }],
  })
  expect((await read(stranger)).statusCode).toBe(404)
  await server.setClock(new Date(Date.now() + 65 * 60_000).toISOString())
  expect((await read(owner)).statusCode).toBe(404)
  await sweepFiles(server.deps)
  await server.setClock(null)
  expect(await server.deps.gateways.blobs.exists(`export/${rows[0]?.name}`)).toBe(false)
})
