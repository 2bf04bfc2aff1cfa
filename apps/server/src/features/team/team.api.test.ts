import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { addMember, proveSessionsOf } from '@parvis/harness/sql/people'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner, newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { runQuery, transaction } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { columnOf, rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { isGsmText } from '../../gateways/sms/sms.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { eraseAccounts } from '../account/erase-accounts.ts'
import { takePhoneAway } from '../site/residents/join.queries.ts'
import { endingMembersTask } from './index.ts'

const server = testApp()
const { open, post, read, sayOk } = conversationCalls(server)

const invite = (who: Person, shop: Owner, body: object) =>
  server.client.answer('POST /v1/company/:id/invitations', { token: who.token, params: { id: shop.companyId }, body })
const put = (who: Person, shop: Owner, memberId: number, body: object) =>
  server.client.answer('PUT /v1/company/:id/team/:memberId', { token: who.token, params: member(shop, memberId), body })
const remove = (who: Person, shop: Owner, memberId: number) =>
  server.client.answer('DELETE /v1/company/:id/team/:memberId', { token: who.token, params: member(shop, memberId) })
const member = (shop: Owner, memberId: number) => ({ id: shop.companyId, memberId: String(memberId) })
const accept = (who: { token: string }, id: number, body: object = {}) =>
  server.client.answer('POST /v1/invitations/:id/accept', { token: who.token, params: { id: String(id) }, body })
const teamOf = async (who: { token: string }, shop: Owner) =>
  await server.client.call('GET /v1/company/:id/team', { token: who.token, params: { id: shop.companyId } })
const invitationsOf = async ({ token }: { token: string }) => await server.client.call('GET /v1/invitations', { token })
const ownershipOf = async ({ token }: { token: string }) =>
  await server.client.call('GET /v1/company/ownership', { token })
const settings = async ({ token }: { token: string }, { companyId }: Owner) =>
  (await server.client.answer('GET /v1/company/settings/:companyId', { token, params: { companyId } })).status

async function memberOf(shop: Owner, role: 'counter' | 'publisher' | 'manager' | 'owner', until: string | null = null) {
  const person = await newPerson(server, { firstName: 'Zoé' })
  await addMember(server.db, shop.companyId, person.userId, role, until)
  return person
}

async function enter(phone: string) {
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  const body = { phone, code: await codeSentTo(server.client, phone), app_id: 'WEB_APP' }
  return (await server.client.answer('POST /v1/authentication/start-session', { body })).data as { token: string }
}

test('U-005 U-007 U-010 U-021 invited by number, in with two names and no profile, answering under their first name inside the team', async () => {
  const shop = await newOwner(server)
  const phone = newPhone()
  expect((await invite(shop, shop, { phone, role: 'counter', until: lastDay })).status).toBe(200)
  await server.runJobs()
  const [sms] = await server.client.call('GET /v1/dev/outbox', { query: { kind: 'sms', to: phone } })
  expect(sms).toMatchObject({ text: expect.stringMatching(/\/rejoindre$/) })
  const student = await enter(phone)
  const [{ id } = { id: 0 }] = await invitationsOf(student)
  expect((await accept(await newPerson(server), id)).error?.code).toBe('INVITATION_NOT_FOUND')
  const nameless = await accept(student, id, { first_name: 'Z', last_name: '' })
  expect([nameless.status, Object.keys(nameless.error?.fields ?? {})]).toEqual([400, ['first_name', 'last_name']])
  const names = { first_name: 'Zoé', last_name: 'Martin' }
  expect((await accept(student, id, names)).data).toEqual({ companyId: shop.companyId })
  expect((await accept(student, id, names)).status).toBe(404)
  expect(await ownershipOf(student)).toMatchObject([{ role: 'counter', until: lastDay }])
  expect(await server.client.call('GET /v1/authentication/session', { token: student.token })).toMatchObject({
    registration: true,
  })

  const resident = await newResident(server, { firstName: 'Paul' })
  const uuid = await open(resident, shop, 'Ouvert dimanche ?')
  const said = await sayOk({ ...shop, token: student.token }, uuid, 'Oui')
  expect(said).toMatchObject({ author: 'Zoé' })
  expect((await read(shop, uuid))[0]).toMatchObject({ author: 'Zoé' })
  expect(JSON.stringify(await read(resident, uuid))).not.toMatch(/Zoé|author/)
})

test.each([
  ['http://piege.example/x', 'Un établissement'],
  ['Voir piege.example 🎂 vite', 'Voir vite'],
  ['Boulangerie du Général œuf de Gaulle et fils', 'Boulangerie du Général oeuf de'],
  ['Peña Corazón Łódź', 'Peña Corazon odz vous'],
])('U-006 a business named %s invites by one part of GSM-7, without a link but ours', async (name, shown) => {
  const shop = await newOwner(server, { name })
  const phone = newPhone()
  await invite(shop, shop, { phone, role: 'publisher' })
  await server.runJobs()
  const [{ text } = { text: '' }] = (await server.client.call('GET /v1/dev/outbox', {
    query: { kind: 'sms', to: phone },
  })) as { text: string }[]
  expect([text.startsWith(`${shown}`), isGsmText(text), text.length <= 160, text.includes('piege.example')]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('U-006 F12 the SMS of an invitation is tried for more than an hour', async () => {
  const [shop, phone] = [await newOwner(server), newPhone()]
  await invite(shop, shop, { phone, role: 'counter' })
  const tries = await columnOf<number>(server.db)`
    select jobs.max_attempts from jobs join invitations on jobs.payload ->> 'id' = invitations.id::text
    where jobs.name = 'send-invitation' and invitations.phone = ${phone}`
  expect(tries).toEqual([9])
})

test('U-003 U-012 below manager neither numbers nor invitations are shown; a manager gives and takes what is below them', async () => {
  const shop = await newOwner(server)
  const [manager, other, counter] = [
    await memberOf(shop, 'manager'),
    await memberOf(shop, 'manager'),
    await memberOf(shop, 'counter'),
  ]
  const { data } = await invite(shop, shop, { phone: newPhone(), role: 'manager' })
  expect((await teamOf(counter, shop)).invitations).toEqual([])
  expect(JSON.stringify((await teamOf(counter, shop)).members)).not.toMatch(/"phoneEnd":"/)
  expect((await teamOf(manager, shop)).members.map(({ role, isMe }) => [role, isMe])).toEqual([
    ['manager', true],
    ['owner', false],
    ['manager', false],
    ['counter', false],
  ])
  const refused = [
    await invite(manager, shop, { phone: newPhone(), role: 'manager' }),
    await put(manager, shop, other.userId, { role: 'counter' }),
    await put(manager, shop, counter.userId, { role: 'manager' }),
    await put(counter, shop, counter.userId, { role: 'manager' }),
    await remove(manager, shop, shop.userId),
    await remove(counter, shop, other.userId),
    await server.client.answer('DELETE /v1/company/:id/invitations/:invitationId', {
      token: manager.token,
      params: { id: shop.companyId, invitationId: String(data.invitations[0]?.id) },
    }),
  ]
  expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'ROLE_FORBIDDEN'))
  expect((await put(manager, shop, counter.userId, { role: 'publisher', until: lastDay })).status).toBe(200)
  expect((await put(manager, shop, counter.userId, { until: null })).data).toMatchObject({
    members: expect.arrayContaining([expect.objectContaining({ id: counter.userId, role: 'publisher', until: null })]),
  })
  expect((await remove(counter, shop, counter.userId)).data).toEqual({})
  expect(await settings(counter, shop)).toBe(403)
})

/** Nobody stays longer than five years. */
const lastDay = `${new Date().getFullYear() + 2}-06-30`

test('U-005 U-028 faults stand at their field; the team counts members and invitations', async () => {
  const shop = await newOwner(server)
  const member = await memberOf(shop, 'counter')
  expect((await invite(shop, shop, { phone: '01 45 67 89 01', role: 'counter' })).error?.code).toBe('INVALID_PHONE')
  expect((await invite(shop, shop, { phone: member.phone, role: 'counter' })).error?.code).toBe('ALREADY_MEMBER')
  for (const [fields, field] of [
    [{ role: 'patron' }, 'role'],
    [{ role: 'owner' }, 'role'],
    [{ role: 'counter', until: '2020-01-01' }, 'until'],
    [{ role: 'counter', until: '31/12/2027' }, 'until'],
  ] as const)
    expect(Object.keys((await invite(shop, shop, { phone: newPhone(), ...fields })).error?.fields ?? {})).toEqual([
      field,
    ])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => invite(shop, shop, { phone: newPhone(), role: 'counter' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(18)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error?.code))).toEqual(
    new Set(['TEAM_FULL']),
  )
})

test('U-028 of ten parallel acceptances one makes a member, announced once', async () => {
  const shop = await newOwner(server)
  const person = await newPerson(server)
  await invite(shop, shop, { phone: person.phone, role: 'counter' })
  const [{ id } = { id: 0 }] = await invitationsOf(person)
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(person, id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(404)])
  expect((await teamOf(shop, shop)).members).toHaveLength(2)
})

test('U-007 W-063 an invitation makes no member of who has no phone any more', async () => {
  const [shop, person] = [await newOwner(server), await newPerson(server)]
  await invite(shop, shop, { phone: person.phone, role: 'counter' })
  const [{ id } = { id: 0 }] = await invitationsOf(person)
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [accepted] = await transaction(server.db, async (tx) => {
    await lockCaller(tx, person.userId)
    const begun = accept(person, id)
    await vi.waitFor(async () => expect(await runQuery(server.db, waiting)).toHaveLength(1), { timeout: 5_000 })
    await takePhoneAway(tx, person.userId)
    return [begun]
  })
  expect(await accepted).toMatchObject({ status: 401, error: { code: 'SESSION_UNKNOWN' } })
  expect((await teamOf(shop, shop)).members).toHaveLength(1)
})

test('U-016 U-017 fifty rounds of parallel leavings, lowerings and mutual removals leave one owner at least', async () => {
  for (let round = 0; round < 50; round++) {
    const shop = await newOwner(server)
    const second = await memberOf(shop, 'owner')
    for (const { userId } of [shop, second]) await proveSessionsOf(server.db, userId)
    const acts = [
      () => remove(shop, shop, round % 2 ? shop.userId : second.userId),
      () => (round % 3 ? remove(second, shop, shop.userId) : put(second, shop, second.userId, { role: 'counter' })),
    ]
    const answers = await Promise.all(acts.map((act) => act()))
    expect(answers.map(({ status }) => status).filter((status) => ![200, 403, 404, 409].includes(status))).toEqual([])
    const rows = await rowsOf(server.db)`
      select from company_members where company_id = ${shop.companyId} and role = 'owner'`
    expect(rows.length, `round ${round}`).toBeGreaterThanOrEqual(1)
  }
}, 120_000)

test('U-018 U-024 making an owner is told to every owner by mail, with its audit line; an owner has no last day', async () => {
  const shop = await newOwner(server)
  const next = await memberOf(shop, 'manager', lastDay)
  expect((await put(shop, shop, next.userId, { role: 'owner' })).error?.code).toBe('SECOND_PROOF_REQUIRED')
  await proveSessionsOf(server.db, shop.userId)
  expect((await put(shop, shop, next.userId, { role: 'owner' })).status).toBe(200)
  expect((await teamOf(shop, shop)).members.find(({ id }) => id === next.userId)).toMatchObject({
    role: 'owner',
    until: null,
  })
  expect((await put(shop, shop, next.userId, { until: lastDay })).error?.fields).toHaveProperty('until')
  await server.runJobs()
  const mails = (await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email' } })) as { text: string }[]
  expect(
    mails.filter(({ text }) => text.includes('Zoé est maintenant responsable de Boulangerie Martin.')),
  ).toHaveLength(2)
  const lines = await columnOf<string>(server.db)`
    select action from audit_log where object = ${`company:${shop.companyId}`}`
  expect(lines).toEqual(['team.change'])
})

test('U-016 U-027 the last owner of a team neither leaves nor deletes the account; alone, they delete it as before', async () => {
  const shop = await newOwner(server)
  await memberOf(shop, 'manager')
  expect((await remove(shop, shop, shop.userId)).error?.code).toBe('LAST_OWNER')
  expect((await put(shop, shop, shop.userId, { role: 'manager' })).error?.code).toBe('LAST_OWNER')
  const { error } = await server.client.answer('DELETE /v1/account', { token: shop.token })
  expect([error?.code, error?.details]).toEqual(['LAST_OWNER', { companies: [shop.companyId] }])
  expect((await server.client.answer('GET /v1/authentication/session', { token: shop.token })).status).toBe(200)
  expect((await server.client.answer('DELETE /v1/account', { token: (await newOwner(server)).token })).status).toBe(200)
})

test('U-016 an owner who asked for the deletion of their account does not count as the one who stays', async () => {
  const shop = await newOwner(server)
  const second = await memberOf(shop, 'owner')
  expect((await server.client.answer('DELETE /v1/account', { token: second.token })).status).toBe(200)
  expect((await remove(shop, shop, shop.userId)).error?.code).toBe('LAST_OWNER')
  expect((await put(shop, shop, shop.userId, { role: 'manager' })).error?.code).toBe('LAST_OWNER')
})

test('U-024 joined, changed, removed and left are lines of the audit trail, each by who did it', async () => {
  const shop = await newOwner(server)
  const [first, second] = [await newPerson(server), await newPerson(server)]
  for (const person of [first, second]) {
    await invite(shop, shop, { phone: person.phone, role: 'counter' })
    const [{ id } = { id: 0 }] = await invitationsOf(person)
    await accept(person, id)
  }
  await put(shop, shop, first.userId, { role: 'publisher' })
  await remove(shop, shop, first.userId)
  await remove(second, shop, second.userId)
  const lines = await rowsOf<{ actor: string; action: string }>(server.db)`
    select actor, action from audit_log
    where object = ${`company:${shop.companyId}`} and action like 'team.%'
    order by id`
  expect(lines.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    `user:${first.userId} team.join`,
    `user:${second.userId} team.join`,
    `user:${shop.userId} team.change`,
    `user:${shop.userId} team.remove`,
    `user:${second.userId} team.leave`,
  ])
})

test('U-026 a member’s export and deletion are theirs: no row of the business, which stays', async () => {
  const shop = await newOwner(server)
  const member = await memberOf(shop, 'manager')
  const uuid = await open(await newResident(server), shop)
  await sayOk({ ...member, companyId: shop.companyId }, uuid, 'Bonjour à vous')
  const taken = await server.client.call('GET /v1/account/export', { token: member.token })
  expect([taken.companies, taken.discussions, taken.messages, taken.orders]).toEqual([[], [], [], []])
  expect((await server.client.answer('DELETE /v1/account', { token: member.token })).status).toBe(200)
  await server.setClock(new Date(Date.now() + 31 * 86_400_000).toISOString())
  await eraseAccounts(server.deps)
  await server.setClock(null)
  expect((await teamOf(shop, shop)).members.map(({ id }) => id)).toEqual([shop.userId])
  expect((await read(shop, uuid)).map(({ author }) => author)).toEqual([null, null])
})

test.each([
  ['an ordinary night', '2026-11-30', '2026-11-30T22:59:00Z', '2026-11-30T23:01:00Z'],
  ['the night of 25 hours', '2026-10-25', '2026-10-25T22:59:00Z', '2026-10-25T23:01:00Z'],
  ['the night of 23 hours', '2027-03-28', '2027-03-28T21:59:00Z', '2027-03-28T22:01:00Z'],
])('U-013 a last day ends at midnight of Paris: %s', async (_, until, before, after) => {
  await server.setClock(`${until}T10:00:00Z`)
  const shop = await newOwner(server)
  const member = await memberOf(shop, 'counter', until)
  await server.setClock(before)
  expect(await settings(member, shop)).toBe(200)
  await server.setClock(after)
  expect(await settings(member, shop)).toBe(403)
  expect(await ownershipOf(member)).toEqual([])
})

test('U-013 owners are told once, seven days before at nine, that an access ends', async () => {
  await server.setClock('2026-12-01T10:00:00Z')
  const shop = await newOwner(server)
  const member = await memberOf(shop, 'counter', '2026-12-20')
  const told = async () => {
    await endingMembersTask.run(server.deps)
    const rows = await rowsOf<{ id: number }>(server.db)`
      select user_id as id from notices where company_id = ${shop.companyId} and kind = 'plan'`
    return rows.map(({ id }) => id)
  }
  await server.setClock('2026-12-13T07:59:00Z')
  expect(await told()).toEqual([])
  await server.setClock('2026-12-13T08:01:00Z')
  expect([await told(), await told()]).toEqual([[shop.userId], [shop.userId]])
  expect(member.userId).not.toBe(shop.userId)
})

test('U-050 a member who is the resident too reads as the company that they name', async () => {
  const [shop, other] = [await newOwner(server), await newOwner(server)]
  const member = await memberOf(shop, 'counter')
  const { uuid } = dataOf<{ uuid: string }>(await post(member, '/v1/app/discussions', { companyId: shop.companyId }))
  await sayOk(member, uuid, 'Bonjour')
  await sayOk(shop, uuid, 'Bonjour à vous')
  const unread = async () => {
    const rows = await rowsOf(server.db)`select company_unread, resident_unread from discussions where id = ${uuid}`
    return rows[0]
  }
  await run(server.db)`update discussions set company_unread = 1 where id = ${uuid}`
  const asCompany = (companyId: string) =>
    server.client.answer('GET /v1/discussions/:id/messages', {
      token: member.token,
      params: { id: uuid },
      query: { companyId },
    })
  expect((await asCompany(shop.companyId)).status).toBe(200)
  expect(await unread()).toEqual({ company_unread: 0, resident_unread: 1 })
  expect((await asCompany(other.companyId)).error?.code).toBe('DISCUSSION_NOT_FOUND')
})

test('U-D06 a member hears of orders and messages, and chooses for these kinds only', async () => {
  const shop = await newOwner(server)
  const member = await memberOf(shop, 'counter')
  const choices = await server.client.call('GET /v1/account/notifications', { token: member.token })
  expect(choices.choices.map(({ kind }) => kind)).toEqual(['order', 'reminder', 'message', 'change'])
  const choose = (kind: 'plan' | 'message') =>
    server.client.answer('PUT /v1/company/:id/notifications', {
      token: member.token,
      params: { id: shop.companyId },
      body: { kind, push: false },
    })
  expect([(await choose('plan')).error?.code, (await choose('message')).status]).toEqual(['ROLE_FORBIDDEN', 200])
})

const limited = testApp({ RATE_LIMITS: 'strict' })

test('U-029 strict: ten invitations a day of a business, three of a number, whoever invites', async () => {
  const inviteTo = async ({ token, companyId }: Owner, phone: string) =>
    await limited.client.answer('POST /v1/company/:id/invitations', {
      token,
      params: { id: companyId },
      body: { phone, role: 'counter' },
    })
  const shop = await newOwner(limited)
  const sent = []
  for (let count = 0; count < 11; count++) sent.push((await inviteTo(shop, newPhone())).status)
  expect(sent).toEqual([...Array<number>(10).fill(200), 429])
  const phone = newPhone()
  const told = []
  for (let count = 0; count < 4; count++) told.push((await inviteTo(await newOwner(limited), phone)).status)
  expect(told).toEqual([200, 200, 200, 429])
  // What the number refuses is none of the ten.
  const other = await newOwner(limited)
  await inviteTo(other, phone)
  const ten = []
  for (let count = 0; count < 10; count++) ten.push((await inviteTo(other, newPhone())).status)
  expect(ten).toEqual(Array<number>(10).fill(200))
})
