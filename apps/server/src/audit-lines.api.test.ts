import { testApp } from '@parvis/harness/server/test-app'
import { superAdmin } from '@parvis/harness/sql/people'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { rowsOf, run } from './db/database.ts'

const server = testApp({ RATE_LIMITS: 'strict' })

type Line = {
  actor: string
  action: string
  object: string
  details: Record<string, unknown>
  request_id: string | null
}
const linesOf = async (actor: string) =>
  await rowsOf<Line>(server.db)`
      select actor, action, object, details, request_id from audit_log where actor = ${actor} order by id`
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const hash = expect.stringMatching(/^[0-9a-f]{64}$/)

test('T34 a line holds the number of its call, and the row that was changed as it was before and after', async () => {
  const owner = await newOwner(server)
  const team = await newPerson(server)
  await superAdmin(server.db, team.userId)
  const decide = (decision: string) =>
    server.client.answer('POST /v1/operator/identities/:companyId/decide', {
      params: { companyId: owner.companyId },
      token: team.token,
      body: { decision, reason: 'Pièces lisibles' },
    })
  await decide('verified')
  await decide('refused')
  const [first, second] = await linesOf(`user:${team.userId}`)
  expect(first).toMatchObject({ action: 'identity.decide', request_id: uuid, details: { before: hash, after: hash } })
  expect(first?.details.before).not.toBe(first?.details.after)
  expect(second?.details.before).toBe(first?.details.after)
  expect(second?.request_id).not.toBe(first?.request_id)
  // A change made without an audit line shows: the fingerprint before the next act differs from the last one after.
  await run(server.db)`update companies set identity_status = 'verified' where id = ${owner.companyId}`
  await decide('refused')
  expect((await linesOf(`user:${team.userId}`)).at(-1)?.details.before).not.toBe(second?.details.after)

  const instants = instantCalls(server)
  const id = await instants.newInstant(owner)
  await instants.remove(owner, id)
  expect((await linesOf(`user:${owner.userId}`)).at(-1)).toMatchObject({
    action: 'instant.delete',
    request_id: uuid,
    details: { before: hash, after: null },
  })
})

test('T34 a phone is in no line, nor can it be found again from a fingerprint', async () => {
  const team = await newPerson(server)
  const pest = await newPerson(server)
  await superAdmin(server.db, team.userId)
  const block = (phone: string) =>
    server.client.answer('POST /v1/operator/phones/block', {
      token: team.token,
      body: { phone, on: true, reason: 'Usage abusif' },
    })
  await block(pest.phone)
  const [line] = await linesOf(`user:${team.userId}`)
  expect(JSON.stringify(line?.object)).not.toContain(pest.phone.slice(3))
  const rows = await rowsOf(server.db)`
    select encode(sha256(convert_to((to_jsonb(t) - 'phone')::text, 'utf8')), 'hex') as hash
    from sign_in_phones t where t.phone = ${pest.phone}`
  expect(line?.details).toMatchObject({ before: null, after: Object(rows[0]).hash })
})

test('T34 what a signed-in person is refused is written down: one line per person, route and hour, whatever they try', async () => {
  const victim = await newOwner(server)
  const stranger = await newPerson(server)
  const me = `user:${stranger.userId}`
  const knock = (path: string, token = stranger.token) => server.call('GET', path, { token })
  const settings = `/v1/company/settings/${victim.companyId}`
  const statuses = await Promise.all(Array.from({ length: 20 }, () => knock(settings)))
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([403]))
  const line = {
    actor: me,
    action: 'access.refused',
    object: 'route:GET /v1/company/settings/:companyId',
    details: {},
    request_id: uuid,
  }
  expect(await linesOf(me)).toEqual([line])

  await knock('/v1/operator/work')
  const bought = await server.client.answer('POST /v1/payment/create/paymentSession', {
    token: stranger.token,
    body: { companyId: victim.companyId, subscriptionId: 'premium', periodicity: 'annual' },
    headers: { 'idempotency-key': 'one' },
  })
  expect(bought.status).toBe(403)
  const objects = async () => (await linesOf(me)).map(({ object }) => object)
  const three = [line.object, 'route:GET /v1/operator/work', 'route:POST /v1/payment/create/paymentSession']
  expect(await objects()).toEqual(three)

  // 401, 400 and 404 answers write no audit line: nothing says who called.
  const count = async () =>
    (
      await rowsOf<{ n: number }>(server.db)`select count(*)::int as n from audit_log where action = 'access.refused'`
    )[0]?.n
  const before = await count()
  await knock(settings, 'A'.repeat(43))
  await server.client.answer('GET /v1/company/settings/:companyId', { params: { companyId: victim.companyId } })
  await knock('/v1/instants/999999999')
  expect(await count()).toBe(before)

  await server.setClock(new Date(Date.now() + 3_601_000).toISOString())
  await knock(settings)
  expect(await objects()).toEqual([...three, line.object])
})
