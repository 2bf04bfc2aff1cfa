import { toldText } from '@parvis/domain/instants/schedule.fr'
import { testApp } from '@parvis/harness/server/test-app'
import { superAdmin } from '@parvis/harness/sql/people'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { columnOf, rowsOf, run } from '../../db/database.ts'

const server = testApp()

async function newSuperAdmin(): Promise<Person> {
  const person = await newPerson(server)
  await superAdmin(server.db, person.userId)
  return person
}

async function stats(zip: string) {
  const { token } = await newSuperAdmin()
  const { status, data } = await server.client.answer('GET /v1/stats', { query: { zipCode: zip }, token })
  expect(status).toBe(200)
  return data as {
    profiles: { count: number; creationDate: string }[]
    companies: Record<string, unknown>[]
  }
}

/** People of a zip, registered at those moments. */
async function register(zip: string, ...moments: string[]) {
  for (const [n, moment] of moments.entries())
    await run(server.db)`
      insert into users (phone, zip_code, created_at, date_of_birth, delete_after)
      values (${`+336${zip}${n}${moment}`}, ${zip}, ${new Date(moment)}, null, null)`
}

test('T-003 AMB-115 only a super admin reads statistics, and their export', async () => {
  for (const key of ['GET /v1/stats', 'GET /v1/stats/export'] as const) {
    const query = { zipCode: '92110' }
    const { status, error } = await server.client.answer(key, { token: (await newOwner(server)).token, query })
    expect([status, error?.code]).toEqual([403, 'FORBIDDEN'])
    expect((await server.client.answer(key, { query })).status).toBe(401)
  }
})

test.each(['', '12', '123', '99000', '00100', 'abcde'])('T-004 the zip "%s" is refused', async (zip) => {
  const { token } = await newSuperAdmin()
  const { status, error } = await server.client.answer('GET /v1/stats', { query: { zipCode: zip }, token })
  expect([status, error?.code]).toEqual([400, 'VALIDATION'])
})

test('T-014 a city without data shows zeros', async () => {
  expect(await stats('01000')).toEqual({ profiles: [], companies: [] })
})

test('C-032 AMB-24 a zip that lost its leading zero as a number is the same zip', async () => {
  await register('01130', '2027-03-10T10:00:00Z')
  expect(await stats('1130')).toEqual(await stats('01130'))
  expect((await stats('1130')).profiles).toHaveLength(1)
})

test('T-004 T-005 AMB-117 C-032 profiles are counted per Paris day, oldest first', async () => {
  await register(
    '13001',
    '2027-03-10T10:00:00Z',
    '2027-03-10T22:59:00Z',
    '2027-03-10T23:01:00Z',
    '2027-07-01T21:59:00Z',
  )
  expect((await stats('13001')).profiles).toEqual([
    { count: 2, creationDate: '2027-03-10' },
    { count: 1, creationDate: '2027-03-11' },
    { count: 1, creationDate: '2027-07-01' },
  ])
})

test('T-005 the counts follow who moves, registers at the same time, or leaves', async () => {
  await register('13002', '2027-03-10T10:00:00Z', '2027-03-10T11:00:00Z', '2027-03-10T12:00:00Z')
  const people = await columnOf<number>(server.db)`select users.id from users where users.zip_code = '13002'`
  await Promise.all(people.map((id) => rowsOf(server.db)`update users set zip_code = '13003' where users.id = ${id}`))
  expect((await stats('13002')).profiles).toEqual([])
  expect((await stats('13003')).profiles).toEqual([{ count: 3, creationDate: '2027-03-10' }])
  await run(server.db)`delete from users where users.id = ${people[0] ?? 0}`
  expect((await stats('13003')).profiles).toEqual([{ count: 2, creationDate: '2027-03-10' }])
})

test('T-006 T-013 AMB-117 companies of that zip only, newest first, in the documented shape', async () => {
  const bakery = await newOwner(server, { zipCode: '13004', name: 'Le Fournil' })
  const club = await newOwner(server, { zipCode: '13004', type: 'association', category: null })
  await newOwner(server, { zipCode: '13005' })
  await run(server.db)`
    update companies set created_at = ${new Date('2027-03-10T23:12:00Z')} where companies.id = ${bakery.companyId}`
  await run(server.db)`
    update companies set created_at = ${new Date('2027-03-09T12:00:00Z')} where companies.id = ${club.companyId}`
  const { companies } = await stats('13004')
  expect(companies.map(({ id }) => id)).toEqual([bakery.companyId, club.companyId])
  expect(companies[0]).toEqual({
    id: bakery.companyId,
    name: 'Le Fournil',
    type: 'commerce',
    category: 'boulangerie',
    address: '12 rue de Paris',
    icon: expect.stringMatching(/\/v1\/icons\/categories\/croissant\.svg$/),
    subdomain: null,
    email: 'bonjour@exemple.fr',
    latitude: 48.9045,
    longitude: 2.3064,
    creationDate: '2027-03-11T00:12:00+01:00',
    stringCreationDate: '11/03/2027',
  })
  for (const { icon } of companies) {
    const { statusCode } = await server.app.inject({ url: new URL(String(icon)).pathname })
    expect(statusCode).toBe(200)
  }
})

test('T10 no cell of the export begins like a formula', async () => {
  for (const name of ['=HYPERLINK("http://mal.example")', '@SUM(A1)', '-1+1', '+33', '\t=1', 'Le "Fournil", bio'])
    await newOwner(server, { zipCode: '13006', name })
  const { token } = await newSuperAdmin()
  const reply = await server.app.inject({
    url: '/v1/stats/export?zipCode=13006',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toBe('attachment; filename="etablissements-13006.csv"')
  const lines = reply.body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Nom";"Type";"Catégorie";"Adresse";"Code postal";"E-mail";"Sous-domaine";"Inscription"')
  expect(lines).toHaveLength(7)
  for (const line of lines.slice(1)) expect(line).not.toMatch(/(^|[;,])"?\s*[=+\-@]/)
  expect(reply.body).toContain('"Le ""Fournil"", bio";"Commerce";"Boulangerie"')
})

test('W-109 a view counts once per person and half-hour, per day, and only for what residents can see', async () => {
  const owner = await newOwner(server)
  const [ann, bob] = [await newPerson(server), await newPerson(server)]
  const view = (token: string, json: object = {}) =>
    server.client.answer('POST /v1/app/companies/:id/view', { params: { id: owner.companyId }, token, body: json })
  for (const token of [ann.token, ann.token, bob.token]) expect((await view(token)).status).toBe(200)
  const draft = await instantCalls(server).newInstant(owner, {}, [])
  for (const id of [999_999, draft]) expect((await view(ann.token, { instantId: id })).status).toBe(404)
  expect((await view(ann.token, { instantId: 'abc' })).error?.code).toBe('VALIDATION')
  const hidden = await newOwner(server, { category: null })
  expect(
    (await server.client.answer('POST /v1/app/companies/:id/view', { params: { id: hidden.companyId } })).status,
  ).toBe(404)
  await server.setClock(Temporal.Now.zonedDateTimeISO('Europe/Paris').add({ days: 1 }).toInstant().toString())
  await view(ann.token, { fromNotification: true })
  await run(server.db)`insert into follows (user_id, company_id) values (${bob.userId}, ${owner.companyId})`

  const numbers = await server.client.call('GET /v1/company/:id/numbers', {
    params: { id: owner.companyId },
    token: owner.token,
  })
  await server.setClock(null)
  expect(numbers.totals).toEqual({ followers: 1, views: 3, openedNotifications: 1 })
  expect(numbers.days).toHaveLength(30)
  expect(
    numbers.days.slice(-2).map(({ views, openedNotifications, followers }) => [views, openedNotifications, followers]),
  ).toEqual([
    [2, 0, 0],
    [1, 1, 1],
  ])
  expect(
    (await server.client.answer('GET /v1/company/:id/numbers', { params: { id: owner.companyId }, token: ann.token }))
      .status,
  ).toBe(403)
})

test('H-116 of a cancelled instant the owner reads on how many devices the followers were told, of an untold one that none was', async () => {
  const owner = await newOwner(server)
  const { newInstant } = instantCalls(server)
  const [told, untold] = [await newInstant(owner), await newInstant(owner)]
  for (const [id, notifyFollowers] of [
    [told, true],
    [untold, false],
  ] as const) {
    const params = { id: String(id) }
    const { version } = await server.client.call('GET /v1/instants/:id', { token: owner.token, params })
    const body = { version, state: 'cancelled', notifyFollowers } as const
    await server.client.call('POST /v1/instants/:id/state', { token: owner.token, params, body })
  }
  const changes = async () =>
    (
      await server.client.call('GET /v1/company/:id/numbers', {
        params: { id: owner.companyId },
        token: owner.token,
      })
    ).changes
  expect(await changes()).toEqual([{ instantId: told, devices: 0, isOver: false }])
  await run(server.db)`
    update push_campaigns set sent_count = 12, closed_at = app_now()
    where key = ${`instant-${told}-change-1`}`
  const [sent] = await changes()
  expect([toldText(sent, 20), toldText(undefined, 20), toldText(undefined, 0)]).toEqual([
    '12\u00A0appareils prévenus',
    'vos abonnés ne sont pas encore prévenus',
    'aucun abonné à prévenir',
  ])
  expect(toldText({ devices: 0, isOver: true }, 20)).toBe('aucun appareil prévenu')
})

test('W-114 the numbers name each instant that was looked at, how often by its notification, and on how many devices that was', async () => {
  const owner = await newOwner(server)
  const { newInstant } = instantCalls(server)
  const id = await newInstant(owner)
  for (const fromNotification of [true, false]) {
    const { token } = await newPerson(server)
    const body = { instantId: id, fromNotification }
    await server.client.call('POST /v1/app/companies/:id/view', { token, params: { id: owner.companyId }, body })
  }
  await run(server.db)`
    update instants set notification_count = 1, notified_at = app_now(), notified_date = app_now()
    where instants.id = ${id}`
  await run(server.db)`
    insert into push_campaigns (key, kind, company_id, title, body, data, sent_count, closed_at)
    values (${`instant-${id}-1`}, 'instant', ${owner.companyId}, 'Pain', 'Chaud', '{}', 3, app_now())`
  const { data } = await server.client.answer('GET /v1/company/:id/numbers', {
    params: { id: owner.companyId },
    token: owner.token,
  })
  const { instants: seen, reached } = data as { instants: object[]; reached: object[] }
  expect(reached).toEqual([{ instantId: id, devices: 3 }])
  expect(seen).toEqual([{ instantId: id, title: expect.stringMatching(/\S/), views: 2, openedNotifications: 1 }])
})

test('W-115 the numbers name the twenty first sources, and count all others together', async () => {
  const owner = await newOwner(server)
  await run(server.db)`
    insert into act_counts (company_id, day, act, source, instant_id, count)
    select ${owner.companyId}, (app_now() at time zone 'Europe/Paris')::date, act, 'source-' || lpad(n::text, 2, '0'), 0, 30 - n
    from generate_series(1, 22) n, unnest(array['view', 'scan', 'follow']) act`
  const { sources } = await server.client.call('GET /v1/company/:id/numbers', {
    params: { id: owner.companyId },
    token: owner.token,
  })
  expect(sources.map(({ source }) => source)).toEqual([
    ...Array.from({ length: 20 }, (_, n) => `source-${String(n + 1).padStart(2, '0')}`),
    'autres',
  ])
  expect(sources.at(-1)).toEqual({ source: 'autres', label: 'autres', views: 17, scans: 17, follows: 17 })
})
