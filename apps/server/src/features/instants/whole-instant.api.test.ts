import { randomUUID } from 'node:crypto'
import { multipart } from '@parvis/client/client'
import { testApp } from '@parvis/harness/server/test-app'
import { recordQueries } from '@parvis/harness/sql/record'
import { picture } from '@parvis/harness/town/companies'
import { fixedTime, instantCalls, ok, type ServerInstant, updateForm } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { beforeEach, expect, test } from 'vitest'

const server = testApp()
const { post, get, newInstant, update, list } = instantCalls(server)
let owner: Owner

beforeEach(async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { type: 'association', category: 'culture' })
})

const two = [
  { start: '2027-03-12 14:30', end: '2027-03-12 18:00' },
  { start: '2027-03-19 14:30', end: '2027-03-21 18:00' },
]
const dates = { kind: 'dates', dates: JSON.stringify(two) }

const put = async (instant: ServerInstant, fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  await server.client.answer('PUT /v1/instants/:id', {
    params: { id: instant.instantInformation.id },
    token: owner.token,
    headers,
    ...multipart({ ...updateForm(instant), version: instant.version, ...fields }),
  })

test('H-101 I-095 an instant is created whole in one call: texts, picture, two dates, publication', async () => {
  const id = ok<number>(await post(owner, { categoryId: 1, ...dates }))
  const { schedule, publication, status, instantInformation } = await get(owner, id)
  expect(schedule?.dates.map(({ start, end }) => [start, end])).toEqual([
    ['2027-03-12T14:30:00+01:00', '2027-03-12T18:00:00+01:00'],
    ['2027-03-19T14:30:00+01:00', '2027-03-21T18:00:00+01:00'],
  ])
  expect([publication.state, status, instantInformation.categoryId]).toEqual(['published', true, 1])
})

test('H-120 H-121 an instant is created whole as a draft, or to be published later', async () => {
  const draft = ok<number>(await post(owner, { ...dates, publication: 'draft' }))
  expect([(await get(owner, draft)).publication.state, (await get(owner, draft)).status]).toEqual(['draft', false])
  const later = ok<number>(await post(owner, { ...dates, publication: '2027-03-10 08:00' }))
  expect((await get(owner, later)).publication).toEqual({
    state: 'scheduled',
    at: '2027-03-10T08:00:00+01:00',
    notify: false,
  })
})

test('AMB-139 a bad schedule is refused beside the bad texts, in the order of the form; nothing is created', async () => {
  const wrong = { ...dates, dates: [{ start: '2027-03-12 10:00', end: '2027-03-12 09:00' }] }
  const fields = { ...wrong, title: 'Pain', city: 'Ay', picture: undefined, notificationDate: 'demain' }
  const { status, error } = await post(owner, fields)
  expect(status).toBe(400)
  expect(Object.entries(error?.fields ?? {})).toEqual([
    ['title', 'title_format_error'],
    ['picture', 'picture_required_error'],
    ['city', 'instant_city_error'],
    ['dates.0.end', 'end_date_error'],
    ['notificationDate', 'notification_date_error'],
  ])
  expect(await list(owner)).toEqual([])
})

test('S-047 an instant created whole counts against its kind, ten at once as well', async () => {
  const shop = await newOwner(server, { membership: 'freemium' })
  const all = await Promise.all(Array.from({ length: 10 }, () => post(shop, { categoryId: 4, ...dates })))
  expect(all.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, ...Array<number>(7).fill(403)])
  expect(await list(shop)).toHaveLength(3)
})

test('H-130 I-098 saved whole: texts, picture and schedule together, ids kept; an older version changes nothing', async () => {
  const before = await get(
    owner,
    await newInstant(owner, { categoryId: 1 }, [fixedTime('2027-03-12', '14:30', '18:00')]),
  )
  const [first] = before.schedule?.dates ?? []
  const named = JSON.stringify([{ ...two[0], id: first?.id }, two[1]])
  const change = { title: 'Un autre titre', ...dates, dates: named, picture: await picture(500, 500, 'png', '#c3472b') }
  const saved = ok<ServerInstant>(await put(before, change))
  expect(saved).toEqual(await get(owner, saved.instantInformation.id))
  expect([saved.instantInformation.title, saved.schedule?.dates[0]?.id]).toEqual(['Un autre titre', first?.id])
  expect(saved.instantInformation.picture).not.toBe(before.instantInformation.picture)
  expect([saved.schedule?.dates.length, saved.sequence]).toEqual([2, before.sequence + 1])
  const late = await put(before, { ...dates, title: 'Trop tard pour cela' })
  expect([late.status, late.error?.code]).toEqual([409, 'NEWER_VERSION'])
  expect(await get(owner, saved.instantInformation.id)).toEqual(saved)
})

test('H-130 without a schedule only the texts are saved; an old call meanwhile makes the version older', async () => {
  const before = await get(owner, await newInstant(owner, { categoryId: 1 }, [fixedTime('2027-03-12')]))
  const saved = ok<ServerInstant>(await put(before, { title: 'Un autre titre' }))
  expect(saved.schedule).toEqual(before.schedule)
  ok(await update(owner, saved.instantInformation.id, { title: 'Par un ancien portail' }))
  expect((await put(saved, { title: 'Trop tard pour cela' })).error?.code).toBe('NEWER_VERSION')
})

test('AMB-146 a creation and a save repeated under their key are made once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const fields = { categoryId: 1, ...dates }
  const ids = [await post(owner, fields, key), await post(owner, fields, key)].map((one) => ok<number>(one))
  expect(ids[0]).toBe(ids[1])
  const before = await get(owner, ids[0] ?? 0)
  const again = { 'idempotency-key': randomUUID() }
  const saves = [
    await put(before, { title: 'Un autre titre' }, again),
    await put(before, { title: 'Un autre titre' }, again),
  ]
  expect(saves[0]?.data).toEqual(saves[1]?.data)
  expect(await list(owner)).toHaveLength(1)
})

test('I-024 X-010 another’s instant is not found, before anything wrong with the fields', async () => {
  const other = await newOwner(server, { type: 'association' })
  const instant = await get(other, await newInstant(other))
  const refused = await put(instant, { title: '' })
  expect([refused.status, refused.error?.code]).toEqual([404, 'INSTANT_NOT_FOUND'])
})

test('H-101 publishing an instant takes five statements at most beside its picture', async () => {
  const statements = await recordQueries(async () => {
    ok<number>(await post(owner, { categoryId: 1, ...dates }))
  })
  const own = statements.filter(({ text }) => /\b(instants|instant_times|from "companies")\b/.test(text))
  expect(own.length).toBeLessThanOrEqual(5)
})
