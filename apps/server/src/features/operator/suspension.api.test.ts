import { testApp } from '@parvis/harness/server/test-app'
import { superAdmin } from '@parvis/harness/sql/people'
import { insertFollowers } from '@parvis/harness/sql/seed'
import { settingsOf } from '@parvis/harness/town/companies'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { type AgendaItem, instantCalls, ok, recurrentTime } from '@parvis/harness/town/instants'
import { newOwner, newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { newResident, type Resident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { columnOf, run } from '../../db/database.ts'
import { dueNotifications, duePublications } from '../instants/index.ts'

const server = testApp()
const { newInstant, post: createInstant, addTime, update, get: readInstant, calendar } = instantCalls(server)
const { post, get, open, say, follow } = conversationCalls(server)
const reason = 'Contrefaçon signalée par la marque.'

let zips = 20_000
/** A business that sells, in a town of its own, with an instant. */
async function shop(options: Parameters<typeof newOwner>[1] = {}) {
  const zipCode = String(zips++)
  const owner = await newOwner(server, { membership: 'premium', zipCode, ...options })
  await run(server.db)`update companies set cac_active = true where companies.id = ${owner.companyId}`
  return { owner, zipCode, instant: await newInstant(owner, { zipCode }) }
}

async function newOperator(): Promise<Person> {
  const person = await newPerson(server)
  await superAdmin(server.db, person.userId)
  return person
}

const suspend = (operator: Person, companyId: string, body: { on: boolean; reason?: string }) =>
  server.client.answer('POST /v1/operator/companies/:companyId/suspend', {
    token: operator.token,
    params: { companyId },
    body,
  })
const order = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains' }

/** Each public read of the business: whether it is there. */
async function seen({ owner, zipCode }: { owner: Owner; zipCode: string }, reader: Resident) {
  const { companyId } = owner
  const list = await server.client.call('GET /v1/app/companies', { query: { zip: zipCode } })
  const found = async (path: string, json?: object) =>
    (await (json ? post(reader, path, json) : get(reader, path))).status === 200
  return {
    page: await found(`/v1/app/companies/${companyId}`),
    list: JSON.stringify(list).includes(`"${companyId}"`),
    calendar: ok<AgendaItem[]>(await calendar(reader, zipCode)).length > 0,
    view: await found(`/v1/app/companies/${companyId}/view`, {}),
    conversation: await found(`/v1/site/companies/${companyId}/messages`, { message: 'Bonjour' }),
    order: await found(`/v1/site/companies/${companyId}/orders`, order),
  }
}
const all = { page: true, list: true, calendar: true, view: true, conversation: true, order: true }
const none = { page: false, list: false, calendar: false, view: false, conversation: false, order: false }

test('F13 W-104 T20 a suspended business is nowhere for residents, all of it is kept, and it is back as soon as it is lifted', async () => {
  const [operator, resident] = [await newOperator(), await newResident(server)]
  const place = await shop()
  const { companyId } = place.owner
  expect(await seen(place, resident)).toEqual(all)

  expect((await suspend(operator, companyId, { on: true })).error?.fields).toEqual({ reason: 'reason_error' })
  const { data } = await suspend(operator, companyId, { on: true, reason })
  const suspension = { since: expect.stringMatching(/^20/), reason }
  expect(data).toEqual({ companyId, suspension })
  expect(await seen(place, resident)).toEqual(none)
  expect((await follow(resident, place.owner)).status).toBe(404)
  expect((await settingsOf(server, place.owner)).suspension).toEqual(suspension)
  expect((await readInstant(place.owner, place.instant)).instantInformation.title).toBe('Dégustation du samedi')

  expect((await suspend(operator, companyId, { on: false, reason: 'Erreur de notre part' })).data).toEqual({
    companyId,
    suspension: null,
  })
  expect(await seen(place, resident)).toEqual(all)
  expect((await settingsOf(server, place.owner)).suspension).toBeNull()
  expect((await suspend(operator, '5b0e4c1e-8f0a-4d36-9b1e-2f6d4c1a7e55', { on: true, reason })).status).toBe(404)
})

test('F13 W-104 T20 a suspended business publishes, notifies and broadcasts nothing, and its owner reads why', async () => {
  const operator = await newOperator()
  const { owner, instant } = await shop()
  await suspend(operator, owner.companyId, { on: true, reason })
  const inTenMinutes = new Date(Date.now() + 600_000).toISOString()
  for (const answer of [
    await createInstant(owner),
    await addTime(owner, instant, recurrentTime()),
    await update(owner, instant, { notificationDate: inTenMinutes }),
    await post(owner, `/v1/company/${owner.companyId}/broadcast`, { message: 'Bonjour' }),
  ]) {
    expect([answer.status, answer.error?.code]).toEqual([403, 'FORBIDDEN'])
    expect(answer.error?.message).toMatch(
      /^Votre fiche est suspendue depuis le \d{1,2}.* 20\d\d\u00a0: Contrefaçon signalée par la marque\. Vous pouvez répondre à contact@parvis\.app\.$/,
    )
  }
  expect((await update(owner, instant, { title: 'Sans la marque' })).status).toBe(200)
})

test('F13 W-104 T20 what was due leaves no more: a notification, a fan-out under way, a message on its way', async () => {
  const operator = await newOperator()
  const { owner, instant } = await shop()
  const devices = await insertFollowers(server.db, owner.companyId, 1)
  const resident = await newResident(server)
  const uuid = await open(resident, owner)
  await post(resident, '/v1/app/devices', { token: `appareil-${resident.userId}`, platform: 'android' })
  await update(owner, instant, { notificationDate: new Date(Date.now() + 600_000).toISOString() })
  await post(owner, `/v1/company/${owner.companyId}/broadcast`, { message: 'Bonjour' })
  expect((await say(owner, uuid, 'Bonjour')).status).toBe(200)

  await suspend(operator, owner.companyId, { on: true, reason })
  await server.setClock(new Date(Date.now() + 3_600_000).toISOString())
  await dueNotifications.run(server.deps)
  await server.runJobs()
  await server.setClock(null)
  const pushes = dataOf<{ to: string }[]>(await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'push' } }))
  expect(pushes.filter(({ to }) => [...devices, `appareil-${resident.userId}`].includes(to))).toEqual([])
  expect(await readInstant(owner, instant)).toMatchObject({ notificationSent: false, notificationDate: null })
  expect((await say(resident, uuid, 'Êtes-vous là ?')).status).toBe(404)
})

test('W-104 U-087 an instant due while its business is suspended becomes a draft, and its owner is told; lifted, it stays one', async () => {
  const operator = await newOperator()
  const { owner, instant } = await shop()
  await run(server.db)`
    update instants set publication = 'scheduled', publish_at = ${new Date(Date.now() - 1_000)}, notify_on_publish = true
    where instants.id = ${instant}`
  await suspend(operator, owner.companyId, { on: true, reason })
  await Promise.all([duePublications.run(server.deps), duePublications.run(server.deps)])
  await suspend(operator, owner.companyId, { on: false, reason: 'Erreur de notre part' })
  await duePublications.run(server.deps)
  const { publication } = await readInstant(owner, instant)
  expect(publication).toMatchObject({ state: 'draft', at: null })
  const told = await columnOf<object>(server.db)`
    select facts from notices where company_id = ${owner.companyId} and key like 'unpublished-%'`
  expect(told).toMatchObject([{ sentence: expect.stringContaining('n’a pas été publié') }])
})

test('W-104 an order accepted before the suspension goes to its end', async () => {
  const [operator, resident] = [await newOperator(), await newResident(server)]
  const { owner } = await shop()
  const { id } = dataOf<{ id: number }>(await post(resident, `/v1/site/companies/${owner.companyId}/orders`, order))
  const accepted = { ...order, pickupDateTime: '2999-01-01 10:00', total: '3,50' }
  expect((await post(owner, `/v1/clickAndCollect/order/${id}/validate`, accepted)).status).toBe(200)
  await suspend(operator, owner.companyId, { on: true, reason })
  expect((await post(owner, `/v1/clickAndCollect/order/${id}/step`, { step: 'ready' })).status).toBe(200)
  expect((await get(resident, `/v1/site/orders/${id}`)).status).toBe(200)
})

test('W-104 V-024 a suspended town hall shows neither itself nor its services', async () => {
  const operator = await newOperator()
  const { owner, zipCode } = await shop({ type: 'mairie' })
  const read = async () => [
    ((await server.client.answer('GET /v1/app/municipalities', { query: { zip: zipCode } })).data as object[]).length,
    (await server.client.answer('GET /v1/app/municipalities/:id/services', { params: { id: owner.companyId } })).status,
  ]
  expect(await read()).toEqual([1, 200])
  await suspend(operator, owner.companyId, { on: true, reason })
  expect(await read()).toEqual([0, 404])
})

test('F13 T07 T20 a town hall that nobody verified says so, and is listed all the same', async () => {
  const { owner, zipCode } = await shop({ type: 'mairie' })
  const verified = async () => [
    (await server.client.answer('GET /v1/app/municipalities', { query: { zip: zipCode } })).data,
    [(await server.client.answer('GET /v1/app/companies/:id', { params: { id: owner.companyId } })).data],
    (await server.client.answer('GET /v1/app/companies', { query: { zip: zipCode } })).data,
  ]
  const of = (value: boolean) => Array(3).fill([expect.objectContaining({ verified: value })])
  expect(await verified()).toEqual(of(false))
  const json = { decision: 'verified' }
  await server.client.answer('POST /v1/operator/identities/:companyId/decide', {
    params: { companyId: owner.companyId },
    token: (await newOperator()).token,
    body: json,
  })
  expect(await verified()).toEqual(of(true))
})

test('F13 T20 W-016 nothing of a business is public before its profile is complete, its instants neither', async () => {
  const place = await shop({ category: null })
  expect(await seen(place, await newResident(server))).toEqual(none)
  const own = ok<AgendaItem[]>(
    await server.client.answer('GET /v1/instants/company/:companyId/upcoming', {
      params: { companyId: place.owner.companyId },
      token: place.owner.token,
    }),
  )
  expect(own).toHaveLength(1)
})

test('F13 T20 T34 blocking a phone names its businesses and suspends them when asked, with the same reason', async () => {
  const operator = await newOperator()
  const { owner } = await shop({ name: 'Maison Douteuse' })
  const company = { companyId: owner.companyId, name: 'Maison Douteuse' }
  const block = (change: { on: boolean; suspend?: boolean }) =>
    server.client.answer('POST /v1/operator/phones/block', {
      token: operator.token,
      body: { phone: owner.phone, reason, ...change },
    })
  expect((await block({ on: true })).data).toMatchObject({ companies: [{ ...company, suspended: false }] })
  expect((await block({ on: true, suspend: true })).data).toMatchObject({
    companies: [{ ...company, suspended: true }],
  })
  const blocked = (await get(operator, '/v1/operator/blocked')).data
  const entry = { ...company, reason, since: expect.stringMatching(/^20/) }
  expect(blocked).toMatchObject({ companies: expect.arrayContaining([entry]) })
  const [line] = (await get(operator, `/v1/operator/audit?object=company:${owner.companyId}&action=company.suspend`))
    .data as object[]
  expect(line).toMatchObject({ actor: `user:${operator.userId}`, details: { on: true, reason } })
  expect((await block({ on: false })).data).toMatchObject({ companies: [{ ...company, suspended: true }] })
})
