import { randomUUID } from 'node:crypto'
import { type ValidCall, validCalls } from '@parvis/harness/fuzz/valid-calls'
import { type FailingServer, failingServer } from '@parvis/harness/server/failing-statements'
import { testApp } from '@parvis/harness/server/test-app'
import { listKeptFiles, readWholeState } from '@parvis/harness/sql/whole-state'
import { afterAll, beforeAll, expect, test } from 'vitest'

const server = testApp()
const mostStatements = 60
let failing: FailingServer
let calls: ValidCall[]

beforeAll(async () => {
  calls = await validCalls(server)
  failing = await failingServer(server)
}, 60_000)
afterAll(() => failing.close())

/** What is kept, with the files that rows name and that are not there. */
async function readState() {
  const { blobs } = server.deps.gateways
  const missing = []
  for (const { name, path } of await listKeptFiles(server.db)) if (!(await blobs.exists(path))) missing.push(name)
  return { ...(await readWholeState(server.db)), missing }
}

/**
 * The call again and again, as it is and as a retry of one Idempotency-Key, each time with one statement later that
 * fails, until it succeeds: whatever failed, the state is as before.
 */
async function failAtEach({ name, send }: ValidCall): Promise<number> {
  const before = await readState()
  const key = { 'idempotency-key': randomUUID() }
  for (let n = 1; n <= mostStatements; n++) {
    failing.failAt(n)
    const { status, error } = await send(failing, key)
    if (!failing.wasHit()) {
      expect([status, error], `${name} once nothing fails`).toEqual([200, undefined])
      return n - 1
    }
    expect([status, error?.code], `${name}, statement ${n}`).toEqual([500, 'SERVER_ERROR'])
    expect(error?.message).toMatch(/./)
    expect(await readState(), `${name}, statement ${n}`).toEqual(before)
  }
  throw new Error(`${name} has more than ${mostStatements} statements`)
}

test('ASVS 2.3.3 a call whose nth statement fails answers an error and leaves nothing, whatever n, at each route', async () => {
  let failed = 0
  for (const call of calls) failed += await failAtEach(call)
  expect(calls.length).toBeGreaterThan(35)
  expect(failed / calls.length).toBeGreaterThan(8)
}, 300_000)
