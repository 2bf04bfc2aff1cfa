import { testApp } from '@parvis/harness/server/test-app'
import { superAdmin } from '@parvis/harness/sql/people'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { runQuery } from '@parvis/postgres'
import { afterEach, expect, test } from 'vitest'
import { audit } from './audit.queries.ts'
import { rowsOf, run } from './db/database.ts'
import { sql } from './db/sql.ts'

const server = testApp()
const count = async () => (await rowsOf<{ n: number }>(server.db)`select count(*)::int as n from audit_log`)[0]?.n

afterEach(async () => {
  await run(server.ownerDb)`alter table audit_log drop constraint if exists full_disk`
})

const changes = [
  ['update', sql`update audit_log set actor = 'user:2'`],
  ['update of nothing', sql`update audit_log set actor = 'user:2' where false`],
  ['delete', sql`delete from audit_log`],
  ['truncate', sql`truncate audit_log`],
  [
    'upsert',
    sql`merge into audit_log using audit_log as same on same.id = audit_log.id when matched then update set actor = 'x'`,
  ],
] as const

test.each(changes)('T34 %s of the audit trail is refused to the role of the server', async (_what, statement) => {
  await audit(server.db, { actor: 'user:1', action: 'test.act', object: 'test:1' })
  const lines = async () => await rowsOf(server.db)`select * from audit_log order by id`
  const before = await lines()
  await expect(runQuery(server.db, statement)).rejects.toThrow('permission denied for table audit_log')
  // A trigger stands behind the revoked rights, and holds the owner of the table too.
  await expect(runQuery(server.ownerDb, statement)).rejects.toThrow('append-only')
  expect(await lines()).toEqual(before)
})

test('T34 an act whose line cannot be written does not happen either', async () => {
  const owner = await newOwner(server)
  const [admin, blocked] = [await newPerson(server), await newPerson(server)]
  await superAdmin(server.db, admin.userId)
  const siret = '73282932000074'
  const acts = [
    () =>
      server.client.answer('POST /v1/company/subscription', {
        token: admin.token,
        body: { type: 'commerce', siren: siret },
      }),
    () =>
      server.client.answer('POST /v1/operator/identities/:companyId/decide', {
        params: { companyId: owner.companyId },
        token: admin.token,
        body: { decision: 'verified', reason: 'Pièces lisibles' },
      }),
    () =>
      server.client.answer('POST /v1/operator/phones/block', {
        token: admin.token,
        body: { phone: blocked.phone, on: true, reason: 'Usage abusif' },
      }),
    () =>
      server.client.answer('POST /v1/company/:id/broadcast', {
        params: { id: owner.companyId },
        token: owner.token,
        body: { message: 'Bonjour' },
      }),
    () => server.client.answer('DELETE /v1/account', { token: owner.token }),
  ]
  const state = async () =>
    await rowsOf(server.db)`
        select (select count(*)::int from companies) as companies,
          (select count(*)::int from sessions) as sessions,
          (select count(*)::int from broadcasts) as broadcasts,
          (select count(*)::int from sign_in_phones where blocked) as blocked,
          (select count(*)::int from users where delete_after is not null) as leaving,
          (select array_agg(identity_status order by id) from companies) as identities`
  const [before, lines] = [await state(), await count()]

  await run(server.ownerDb)`alter table audit_log add constraint full_disk check (false) not valid`
  for (const act of acts) expect((await act()).status).toBe(500)
  expect([await state(), await count()]).toEqual([before, lines])

  await run(server.ownerDb)`alter table audit_log drop constraint full_disk`
  for (const act of acts) expect((await act()).status).toBe(200)
  expect(await state()).not.toEqual(before)
  expect(await count()).toBe((lines ?? 0) + acts.length)
})
