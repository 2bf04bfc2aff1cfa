import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { newPerson } from '@parvis/harness/town/people'
import { runQuery } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { rowsOf } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { forgetOldRows } from './forget-old-rows.queries.ts'

const server = testApp()
const day = 86_400_000

async function counts(): Promise<Record<string, number>> {
  const rows = await rowsOf<Record<string, number>>(server.db)`select
    (select count(*)::int from idempotency_keys) as answers, (select count(*)::int from rate_windows) as windows,
    (select count(*)::int from sent_codes) as codes, (select count(*)::int from sign_in_events) as events,
    (select count(*)::int from sessions) as sessions`
  return rows[0] ?? {}
}

test('AMB-141 AMB-145 AMB-146 old answers, counters, codes and sessions are forgotten once no rule reads them', async () => {
  const { token } = await newPerson(server)
  const key = { 'idempotency-key': 'one' }
  await server.client.answer('POST /v1/profile/update', {
    token,
    headers: key,
    body: {
      first_name: 'Marie',
      last_name: 'Durand',
      date_of_birth: '1990-12-31',
      email: 'a@b.fr',
      zip_code: '92110',
      city: 'Clichy',
    },
  })
  await server.client.answer('POST /v1/authentication/send-activation-code', {
    as: 'form',
    body: { phone: newPhone() },
  })
  await server.client.answer('GET /v1/company/siren', { query: { siren: '73282932000074' } })
  // The code is told to the team's chat, and counted, without the answer waiting for it.
  const relayed = sql`select from rate_windows where name = 'registry-relay'`
  await vi.waitFor(async () => expect(await runQuery(server.db, relayed)).toHaveLength(1))
  const before = await counts()
  expect(Math.min(...Object.values(before))).toBeGreaterThan(0)
  await forgetOldRows(server.db)
  expect(await counts()).toEqual(before)

  await server.setClock(new Date(Date.now() + 3 * day).toISOString())
  await forgetOldRows(server.db)
  expect(await counts()).toEqual({ answers: 0, windows: 0, codes: 0, events: 0, sessions: 1 })
  await server.setClock(new Date(Date.now() + 31 * day).toISOString())
  await forgetOldRows(server.db)
  expect(await counts()).toMatchObject({ sessions: 0 })
  await server.setClock(null)
})
