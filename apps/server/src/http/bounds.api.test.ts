import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls, recurrentTime } from '@parvis/harness/town/instants'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runCall } from '../current-call.ts'
import { rowsOf, run } from '../db/database.ts'
import { writeAnswer } from './json-answers.ts'

const server = testApp()
const instants = instantCalls(server)

test('F8 V-018 a town hall has fifty services: one more is refused, and there is room again once one is gone', async () => {
  const hall = await newOwner(server, { type: 'mairie' })
  const { data } = await server.client.answer('GET /v1/municipality/icons', { token: hall.token })
  const [icon] = data as { id: number }[]
  const add = (label: string) =>
    server.client.answer('POST /v1/municipality/:id/service', {
      params: { id: hall.companyId },
      token: hall.token,
      body: { type: 'LINK', label, content: 'https://www.ville.fr', iconId: icon?.id },
    })
  const [first] = (await add('Piscine')).data as { id: number }[]
  await run(server.ownerDb)`
    insert into municipal_services (company_id, type, label, content, icon_id, rank)
    select company_id, type, label, content, icon_id, rank + n from municipal_services, generate_series(1, 47) n
    where id = ${first?.id ?? 0}`
  // Ten calls at once for the two places that are left.
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => add(`Service ${n}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  const refused = answers.find(({ status }) => status !== 200)
  expect([refused?.status, refused?.error?.code]).toEqual([403, 'MAX_SERVICES_REACHED'])
  await server.client.answer('POST /v1/municipality/service/:id/delete', {
    token: hall.token,
    params: { id: first?.id ?? 0 },
  })
  expect((await add('Médiathèque')).status).toBe(200)
})

test('F8 I-033 a schedule has a hundred times: saved at once or added one by one', async () => {
  const shop = await newOwner(server, { membership: 'premium' })
  const id = await instants.newInstant(shop, {}, [recurrentTime()])
  const add = () =>
    server.client.answer('POST /v1/instants/:id/activation-times', {
      params: { id },
      token: shop.token,
      body: recurrentTime(),
    })
  await run(server.ownerDb)`
    insert into instant_times (instant_id, company_id, zip_code, days, start_minutes, length_minutes, enabled, wanted)
    select instant_id, company_id, zip_code, days, start_minutes, length_minutes, enabled, wanted
    from instant_times, generate_series(1, 98) where instant_id = ${id}`
  expect((await add()).status).toBe(200)
  expect(await add()).toMatchObject({ status: 400, error: { fields: { activeDayType: 'schedule_error' } } })
})

test('F8 I-019 a company has 300 instants, drafts included, whatever its plan', async () => {
  const shop = await newOwner(server, { type: 'association' })
  const id = await instants.newInstant(shop, { categoryId: 1 })
  await run(server.ownerDb)`
    insert into instants (company_id, kind, title, short_description, long_description, category_id, picture, address, city, zip_code)
    select company_id, kind, title, short_description, long_description, category_id, picture, address, city, zip_code
    from instants, generate_series(1, 298) where id = ${id}`
  expect((await instants.post(shop, { categoryId: 1 })).status).toBe(200)
  expect(await instants.post(shop, { categoryId: 1 })).toMatchObject({ status: 403 })
})

test('F10 C-021 an answer of more than 64 kB is not stored with its key: a retry has it read again, once only sent', async () => {
  const shop = await newOwner(server, { type: 'association' })
  await run(server.ownerDb)`
    insert into broadcasts (company_id, text, receivers_count, week, rank_in_week, sent_at)
    select ${shop.companyId}::uuid, repeat('é', 2000), 0, '2020-01-06', n, timestamptz '2020-01-06' + n * interval '1 minute'
    from generate_series(1, 100) n`
  const send = () =>
    server.client.answer('POST /v1/company/:id/broadcast', {
      params: { id: shop.companyId },
      token: shop.token,
      body: { message: 'Bonjour' },
      headers: { 'idempotency-key': 'once' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(
    (second.data as { list: { message: string }[] }).list.filter(({ message }) => message === 'Bonjour'),
  ).toHaveLength(1)
  expect(second.data).toEqual(first.data)
  const rows = await rowsOf<{ bytes: number }>(server.db)`
    select coalesce(max(length(answer)), 0)::int as bytes from idempotency_keys`
  expect(rows[0]?.bytes).toBeLessThan(64 * 1024)
})

test('F10 300 writes a minute for one person, then 429 with the seconds to wait; reading and others go on', async () => {
  const strict = Object.assign(server.deps.config, { rateLimits: 'strict' })
  const [person, other] = [await newPerson(server), await newPerson(server)]
  const write = ({ token }: { token: string }) =>
    server.client.answer('PUT /v1/app/companies/:id/follow', { params: { id: crypto.randomUUID() }, token })
  await run(server.db)`insert into rate_windows values ('writes', ${`user:${person.userId}`}, app_now(), 299)`
  expect((await write(person)).status).toBe(404)
  const refused = await write(person)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await write(other)).status).toBe(404)
  expect((await server.client.answer('GET /v1/authentication/session', { token: person.token })).status).toBe(200)
  Object.assign(strict, { rateLimits: 'relaxed' })
})

test('F8 AMB-99 a company’s conversations come a thousand at once, the next ones by the Link; ranks go on', async () => {
  const shop = await newOwner(server)
  await run(server.ownerDb)`
    with people as (
      insert into users (phone) select '+3369' || lpad(n::text, 7, '0') from generate_series(1, 1002) n returning id)
    insert into discussions (company_id, resident_id, updated_at)
    select ${shop.companyId}, people.id, app_now() - make_interval(secs => people.id) from people`
  const list = (before?: string) =>
    server.client.answer('GET /v1/chat/discussion', {
      query: { companyId: shop.companyId, ...(before && { before }) },
      token: shop.token,
    })
  type Entry = { uuid: string; disabled: boolean }
  const first = await list()
  const entries = first.data as Entry[]
  expect([entries.length, entries.filter(({ disabled }) => !disabled).length]).toEqual([1_000, 3])
  expect(first.headers.link).toBe(
    `</v1/chat/discussion?companyId=${shop.companyId}&before=${entries.at(-1)?.uuid}>; rel="next"`,
  )
  const second = await list(entries.at(-1)?.uuid)
  expect((second.data as Entry[]).map(({ disabled }) => disabled)).toEqual([true, true])
  expect(second.headers.link).toBeUndefined()
  expect((await list(shop.companyId)).status).toBe(400)
})

test('F8 of more than 500 businesses of a postal code the verified and the nearest are listed; who says where is answered nearest first', async () => {
  const zip = '48230'
  const far = await newOwner(server, { zipCode: zip, name: 'Loin et vérifié' })
  const near = await newOwner(server, { zipCode: zip, name: 'Tout près' })
  const place = (id: string, lat: number, verified = false) => rowsOf(server.ownerDb)`
      update companies set latitude = ${lat}, longitude = 3.5, identity_status = ${verified ? 'verified' : 'missing'}
      where id = ${id}::uuid`
  await place(far.companyId, 45.5, true)
  await place(near.companyId, 44.5)
  const list = async (near: { lat?: string; lng?: string } = {}) =>
    (await server.client.call('GET /v1/app/companies', { query: { zip, ...near } })).map(({ name }) => name)
  expect(await list()).toEqual(['Loin et vérifié', 'Tout près'])
  expect(await list({ lat: '44.51', lng: '3.5' })).toEqual(['Tout près', 'Loin et vérifié'])
  expect(await list({ lat: 'nord', lng: '3.5' })).toEqual(['Loin et vérifié', 'Tout près'])
  // A crowd farther away than the one, all of them in one day.
  await run(server.ownerDb)`
    insert into companies (type, registry_code, name, category, zip_code, city, address, latitude, longitude, description, phone, email, completed_at)
    select type, 'made-up ' || n, 'Faux ' || n, category, zip_code, city, address, 44.6, 3.5, description, phone, email, completed_at
    from companies, generate_series(1, 600) n where id = ${near.companyId}::uuid`
  const crowded = await list({ lat: '44.5', lng: '3.5' })
  expect([crowded.length, crowded[0], crowded.includes('Loin et vérifié')]).toEqual([500, 'Tout près', true])
})

test('F8 H01 a long list is checked and written in slices, between which others have their turn, and for nobody who went away', async () => {
  const schema = z.array(z.object({ id: z.number(), name: z.string() }))
  const list = Array.from({ length: 150 }, (_, id) => ({ id, name: `Atelier ${id}`, secret: 'x' }))
  // In a turn of its own, the clock of the test gives ten milliseconds per slice, whatever the machine.
  await new Promise(setImmediate)
  let milliseconds = 0
  using clock = vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 10))
  let turns = 0
  let isOver = false
  const look = () => {
    turns++
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const json = await writeAnswer(schema, list)
  isOver = true
  expect(json).toBeInstanceOf(Buffer)
  expect(String(json)).toBe(JSON.stringify({ data: list.map(({ id, name }) => ({ id, name })) }))
  expect(turns).toBeGreaterThan(3)
  expect(clock).toHaveBeenCalled()
  await expect(writeAnswer(schema, [...list, { id: 'one' }])).rejects.toThrow()
  const nothing = () => undefined
  const slot = { isAbandoned: () => true, begin: nothing, end: nothing, rest: nothing, goOn: nothing, answer: nothing }
  await expect(runCall({ requestId: 'x', slot }, () => writeAnswer(schema, list))).rejects.toMatchObject({
    key: 'request.upstream_unavailable',
  })
})
