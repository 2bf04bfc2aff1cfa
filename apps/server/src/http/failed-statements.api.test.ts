import { randomUUID } from 'node:crypto'
import type { Answered } from '@parvis/client/client'
import { api } from '@parvis/domain/api'
import type { Endpoint } from '@parvis/domain/kernel/contract'
import { type ValidCall, validCalls } from '@parvis/harness/fuzz/valid-calls'
import { type FailingServer, failingServer } from '@parvis/harness/server/failing-statements'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { listKeptFiles, noteWrites } from '@parvis/harness/sql/whole-state'
import { newPerson } from '@parvis/harness/town/people'
import { beforeAll, expect, test } from 'vitest'

const server = testApp()
const maxStatements = 60
const owned = untilFileEnds(new AsyncDisposableStack())
let plain: FailingServer
let calls: ValidCall[]
let written: Awaited<ReturnType<typeof noteWrites>>

beforeAll(async () => {
  calls = await validCalls(server)
  written = await noteWrites(server.ownerDb)
  plain = owned.use(await failingServer(server))
}, 60_000)

/** Files that a row names and that are missing on the disk. */
async function readMissing() {
  const { blobs } = server.deps.gateways
  const missing = []
  for (const { name, path } of await listKeptFiles(server.db)) if (!(await blobs.exists(path))) missing.push(name)
  return missing
}

/**
 * Repeats the call, plain and as a retry of one Idempotency-Key, making one later statement fail each time until it succeeds:
 * after each failure nothing of the state was written.
 */
async function failAtEach({ name, send }: ValidCall): Promise<number> {
  await written(server.db)
  const missing = await readMissing()
  const key = { 'idempotency-key': randomUUID() }
  for (let n = 1; n <= maxStatements; n++) {
    plain.failAt(n)
    const { status, error } = await send(plain, key)
    if (!plain.wasHit()) {
      expect([status, error], `${name} once nothing fails`).toEqual([200, undefined])
      // Control: what a call changes when nothing fails is noted.
      expect(await written(server.db), name).not.toEqual([])
      return n - 1
    }
    expect([status, error?.code], `${name}, statement ${n}`).toEqual([500, 'SERVER_ERROR'])
    expect(error?.message).toMatch(/./)
    const left = [await written(server.db), await readMissing()]
    expect(left, `${name}, statement ${n}`).toEqual([[], missing])
  }
  throw new Error(`${name} has more than ${maxStatements} statements`)
}

test('ASVS 2.3.3 a call whose nth statement fails answers an error and leaves nothing, whatever n, at each route', async () => {
  let failed = 0
  for (const call of calls) failed += await failAtEach(call)
  expect(calls.length).toBeGreaterThan(35)
  expect(failed / calls.length).toBeGreaterThan(8)
}, 300_000)

const race = testApp()

test('T05 G01 ten at once without a key: one at least is done, none is a fault, at each call that writes', async () => {
  const wrong: string[] = []
  for (const { name, send } of await validCalls(race)) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(race, {})))
    const statuses = answers.map(({ status }) => status)
    if (statuses.some((status) => status >= 500) || !statuses.includes(200))
      wrong.push(`${name}: ${statuses.join(' ')}`)
  }
  expect(wrong).toEqual([])
}, 120_000)

const once = testApp()
const accessOf = Object.fromEntries(
  Object.values(api)
    .flatMap((contract) => Object.values(contract) as Endpoint[])
    .map(({ call, access }) => [call, access]),
)
/** Without a person there is no scope for a key. */
const isAnybodys = ({ name }: ValidCall) =>
  ['public', 'signature', 'visitor', 'anyone'].includes(String(accessOf[name]))
/** A call on an object of somebody, or of the team. */
const isSomebodys = ({ name }: ValidCall) => typeof accessOf[name] === 'object' || accessOf[name] === 'super-admin'

const said = ({ status, data, error }: Answered) => JSON.stringify([status, data ?? error?.code])
/** Its answer depends on the stored state: each try would answer otherwise under the same key. */
const followsWhatIsStored = 'POST /v1/municipality/:id/service/rearrange'

const atOnce = (times: number, send: () => Promise<Answered>) => Promise.all(Array.from({ length: times }, send))
/** As api.md has it for what is not one’s own; of orders 401 (AMB-108). */
const isKeptOut = ({ status, error }: Answered) =>
  status === 403 || status === 404 || error?.code === 'ORDER_NOT_ALLOWED'
/** The call itself ended the session, or the first try is still at work. */
const ended = (answer: Answered) => answer.status === 401 || answer.error?.code === 'IDEMPOTENCY_IN_PROGRESS'

test('AMB-146 T05 four at once of one Idempotency-Key are one act and one answer, a stranger’s nothing, at each call that writes', async () => {
  const calls = await validCalls(once)
  const stranger = await newPerson(once)
  const wrong: string[] = []
  for (const { name, send } of calls.filter((call) => !isAnybodys(call) && call.name !== followsWhatIsStored)) {
    const key = { 'idempotency-key': randomUUID() }
    const answers = await atOnce(4, () => send(once, key))
    const told = new Set(answers.filter((answer) => !ended(answer)).map(said))
    if (told.size !== 1 || !answers.some(({ status }) => status === 200)) wrong.push(`${name}: ${[...told].join(' ')}`)
    if (!isSomebodys({ name, send })) continue
    const answer = await send(once, { ...key, authorization: `Bearer ${stranger.token}` })
    if (!isKeptOut(answer)) wrong.push(`${name}: a stranger with the key of another: ${said(answer)}`)
  }
  expect(wrong).toEqual([])
  expect(calls.length).toBeGreaterThan(100)
}, 120_000)
