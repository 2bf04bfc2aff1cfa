import { randomBytes } from 'node:crypto'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { saveEmail } from '@parvis/harness/sql/people'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { buy } from '@parvis/harness/town/payments'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { cellOf, columnOf, hasRow, run } from '../../db/database.ts'
import { eraseAccounts } from './erase-accounts.ts'

const server = testApp()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function signIn(phone: string) {
  await server.client.answer('POST /v1/authentication/send-activation-code', { as: 'form', body: { phone } })
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'sms', to: phone } })
  const [sms] = data as { text: string }[]
  const code = /: (\w{5})/.exec(sms?.text ?? '')?.[1] ?? ''
  return await server.client.answer('POST /v1/authentication/start-session', { as: 'form', body: { phone, code } })
}

test('T06 the export holds one’s own data, whole, without secrets, and nobody else’s', async () => {
  const owner = await newOwner(server, { name: 'Le Fournil' })
  const other = await newOwner(server, { name: 'La Concurrence' })
  const resident = await newPerson(server)
  for (const [companyId, text] of [
    [owner.companyId, 'Avez-vous du pain ?'],
    [other.companyId, 'Et vous ?'],
  ] as const) {
    const id = await foundCell<string>(server.db)`
      insert into discussions (company_id, resident_id) values (${companyId}, ${resident.userId})
      returning discussions.id`
    await run(server.db)`
      insert into messages (discussion_id, from_company, text, image) values (${id}, false, ${text}, null)`
  }
  await buy(server, owner)
  const { status, data, headers } = await server.client.answer('GET /v1/account/export', { token: owner.token })
  // A streamed answer has no Content-Length (F8).
  expect([status, headers['content-length']]).toEqual([200, undefined])
  expect(data).toMatchObject({
    user: { id: owner.userId, phone: owner.phone, first_name: 'Marie' },
    companies: [
      { profile: { name: 'Le Fournil' }, subscriptions: [{ plan: 'premium' }], payments: [{ amount_cents: 29880 }] },
    ],
    messages: [{ text: 'Avez-vous du pain ?' }],
  })
  const text = JSON.stringify(data)
  for (const absent of ['La Concurrence', other.companyId, 'Et vous ?', 'token_hash', other.phone])
    expect(text).not.toContain(absent)
  expect((await server.client.answer('GET /v1/account/export')).status).toBe(401)
})

test('U-109 what one announced is exported with its dates, seats and codes, and an alert without the colleagues who sent it', async () => {
  const { book, evening, visitors } = bookingCalls(server)
  const event = await evening({ capacity: 12 })
  for (const who of visitors(1)) await book(who, event)
  const { companyId, token } = event.owner
  const params = { id: companyId }
  await server.client.call('POST /v1/company/:id/codes', { params, token, body: { label: 'Vitrine' } })
  await server.client.call('PUT /v1/company/:id/social-page', {
    params,
    token,
    body: { idPage: '42', name: 'Le club', type: 'FACEBOOK' },
  })
  await run(server.db)`insert into alerts (company_id, town, siret, level, title, text, until, exercise, writer)
    values (${companyId}, '92024', '', 'vigilance', 'Vent fort', 'Rentrez chez vous', app_now(), false, '{"name": "Collègue"}')`
  const { companies } = await server.client.call('GET /v1/account/export', { token })
  expect(companies).toMatchObject([
    {
      instantTimes: [{ id: Number(event.date), instant_id: event.id }],
      bookingSettings: [{ instant_id: event.id, capacity: 12 }],
      bookings: [{ subject: event.date, name: 'Julie', state: 'held' }],
      codes: [{ label: 'Vitrine' }],
      socialPages: [{ page_id: '42' }],
      alerts: [{ title: 'Vent fort' }],
    },
  ])
  expect(companies[0]?.bookings[0]).not.toHaveProperty('user_id')
  expect(JSON.stringify(companies)).not.toContain('Collègue')
})

test('asking for deletion signs out everywhere, and signing in within 30 days cancels it', async () => {
  const owner = await newOwner(server)
  const { status, data } = await server.client.answer('DELETE /v1/account', { token: owner.token })
  expect([status, data]).toEqual([200, { deleteAfter: expect.stringMatching(/T.*\+0[12]:00$/) }])
  expect((await server.client.answer('GET /v1/authentication/session', { token: owner.token })).error?.code).toBe(
    'SESSION_UNKNOWN',
  )
  await server.setClock(inDays(29))
  await eraseAccounts(server.deps)
  expect((await signIn(owner.phone)).data).toMatchObject({ registration: false })
  await server.setClock(inDays(60))
  await eraseAccounts(server.deps)
  await server.setClock(null)
  expect(await hasRow(server.db)`select from users where users.id = ${owner.userId}`).toBe(true)
})

test('S-053 after 30 days the person, their sole business and its files are gone, a shared one stays, the plan is ended', async () => {
  const owner = await newOwner(server)
  const shared = await newOwner(server)
  await run(server.db)`
    insert into company_members (company_id, user_id) values (${shared.companyId}, ${owner.userId})`
  await buy(server, owner)
  const picture = `${randomBytes(16).toString('hex')}.jpg`
  await run(server.db)`
    insert into stored_files (name, kind, width, height, kept_at, dropped_at)
    values (${picture}, 'public', 1, 1, ${new Date()}, null)`
  await run(server.db)`update companies set profile_picture = ${picture} where companies.id = ${owner.companyId}`
  const id = await foundCell<string>(server.db)`
    select subscriptions.id from subscriptions where subscriptions.company_id = ${owner.companyId}`
  await server.client.answer('DELETE /v1/account', { token: owner.token })
  await server.setClock(inDays(31))
  await eraseAccounts(server.deps)
  await server.setClock(null)
  await server.runJobs()

  const left = await columnOf<string>(server.db)`
    select companies.id from companies where companies.id in (${owner.companyId}, ${shared.companyId})`
  expect(left).toEqual([shared.companyId])
  expect(await hasRow(server.db)`select from users where users.id = ${owner.userId}`).toBe(false)
  const droppedAt = await cellOf<Date | null>(server.db)`
    select stored_files.dropped_at from stored_files where stored_files.name = ${picture}`
  expect(droppedAt).toBeInstanceOf(Date)
  expect((await server.deps.gateways.payment.readSubscription(id)).status).toBe('canceled')
  const audited = await columnOf<string>(server.db)`
    select audit_log.action from audit_log where audit_log.object = ${`user:${owner.userId}`} order by audit_log.id`
  expect(audited).toEqual(['account.delete_asked', 'account.erase'])
  expect((await signIn(owner.phone)).data).toMatchObject({ registration: true })
})

test('T06 the export of who owns two businesses holds both, of any of its pictures an address that opens', async () => {
  const owner = await newOwner(server, { name: 'Le Fournil' })
  const { companyId } = await newOwner(server, { name: 'La Cantine' })
  await run(server.db)`update company_members set user_id = ${owner.userId} where company_id = ${companyId}`
  // More than a page of the export.
  await run(server.db)`
    insert into stored_files (name, kind, width, height, kept_at)
    select md5(n::text) || '.jpg', 'public', 1, 1, now() from generate_series(1, 150) n`
  await run(server.db)`
    insert into quick_replies (company_id, shortcut, text, image, rank)
    select ${companyId}, n::text, 'Nouveau', md5(n::text) || '.jpg', n from generate_series(1, 150) n`
  const { companies, pictures } = await server.client.call('GET /v1/account/export', { token: owner.token })
  expect(new Set(companies.map(({ profile }) => profile.name))).toEqual(new Set(['La Cantine', 'Le Fournil']))
  expect(pictures).toHaveLength(150)
})

test('U-072 an account that lost its number is erased like any other', async () => {
  const { token, userId } = await newPerson(server)
  await run(server.db)`update users set phone = null where id = ${userId}`
  expect((await server.client.answer('DELETE /v1/account', { token })).status).toBe(200)
  await server.setClock(inDays(31))
  await eraseAccounts(server.deps)
  expect(await hasRow(server.db)`select from users where users.id = ${userId}`).toBe(false)
})

test('AMB-145 a deletion is confirmed by mail; signing in again cancels it, says so once, and is told by mail', async () => {
  const { phone, token, userId } = await newPerson(server)
  await saveEmail(server.db, userId, `part-${userId}@exemple.fr`)
  const mails = async () => {
    await server.runJobs()
    const query = { kind: 'email' as const, to: `part-${userId}@exemple.fr` }
    return (await server.client.call('GET /v1/dev/outbox', { query })).map(({ text }) => text).join()
  }
  await server.client.call('DELETE /v1/account', { token })
  expect(await mails()).toMatch(/sera effacé le \d.*\. Pour tout garder, reconnectez-vous avant/)
  expect((await signIn(phone)).data).toMatchObject({ registration: false, deletionCancelled: true })
  expect(await mails()).toContain('votre compte Parvis Pro ne sera pas effacé')
  expect((await signIn(phone)).data).toEqual({ token: expect.any(String), registration: false })
})

test('AMB-141 erasing an account does not unblock its phone', async () => {
  const pest = await newPerson(server)
  await server.client.answer('DELETE /v1/account', { token: pest.token })
  await run(server.db)`insert into sign_in_phones (phone, blocked) values (${pest.phone}, true)`
  await server.setClock(inDays(31))
  await eraseAccounts(server.deps)
  await server.setClock(null)
  const send = await server.client.answer('POST /v1/authentication/send-activation-code', {
    as: 'form',
    body: { phone: pest.phone },
  })
  expect(send.error?.code).toBe('PHONE_BLOCKED')
})
