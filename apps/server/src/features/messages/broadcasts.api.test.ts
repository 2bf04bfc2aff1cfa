import { multipart } from '@parvis/client/client'
import type { AnswerOf } from '@parvis/domain/api'
import { testApp } from '@parvis/harness/server/test-app'
import { insertFollowers, takeWaitingJobs } from '@parvis/harness/sql/seed'
import { type BroadcastConversation, conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner, type Owner, type Person } from '@parvis/harness/town/people'
import { newResident, newSiteShop, type Resident } from '@parvis/harness/town/site-visitors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { numberOf, run } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { pushFanOut } from '../notifications/index.ts'

const server = testApp()
const { follow, get, post, pushes } = conversationCalls(server)

type News = AnswerOf<'GET /v1/site/news'>

const send = (company: Owner, message: string, more: object = {}, headers: Record<string, string> = {}) =>
  post(
    company,
    `/v1/company/${company.companyId}/broadcast`,
    { message, companyId: company.companyId, ...more },
    headers,
  )
const sendOk = async (company: Owner, message: string) => dataOf<BroadcastConversation>(await send(company, message))
const readOwn = async (company: Owner) =>
  dataOf<BroadcastConversation>(await get(company, `/v1/company/${company.companyId}/broadcast`))
const texts = async (who: Resident) => dataOf<News>(await get(who, '/v1/site/news')).map(({ text }) => text)

async function renewSession({ userId }: Person): Promise<void> {
  await run(server.db)`
    update sessions set created_at = '2026-12-27T12:00:00Z', last_seen_at = '2026-12-27T12:00:00Z'
    where sessions.user_id = ${userId}`
}

test('M-028 M-031 M-035 M-043 C-037 C-038 a broadcast reaches each follower once, and is the answer', async () => {
  const company = await newSiteShop(server, { name: 'Le Bar', membership: 'premium' })
  expect(await readOwn(company)).toEqual({ title: 'Message groupé', excerpt: '', lastBroadcast: null, list: [] })
  const followers = await Promise.all([newResident(server), newResident(server), newResident(server)])
  const stranger = await newResident(server)
  for (const follower of followers) await follow(follower, company)

  const answer = await sendOk(company, 'Concert\nce soir')
  expect(answer).toEqual(await readOwn(company))
  expect(answer).toMatchObject({
    excerpt: 'Concert ce soir',
    list: [{ message: 'Concert\nce soir', receiversCount: 3 }],
  })
  expect(answer.lastBroadcast).toBe(answer.list[0]?.sentAt)
  await sendOk(company, 'Demain aussi')
  expect((await readOwn(company)).list.map(({ message }) => message)).toEqual(['Demain aussi', 'Concert\nce soir'])
  for (const follower of followers) expect(await texts(follower)).toEqual(['Demain aussi', 'Concert\nce soir'])
  expect(await texts(stranger)).toEqual([])
})

test('M-035 C-057 a follower reads what was sent since they follow; who left reads nothing', async () => {
  const company = await newSiteShop(server, { membership: 'premium' })
  const [early, late, gone] = [await newResident(server), await newResident(server), await newResident(server)]
  await follow(early, company)
  await follow(gone, company)
  await sendOk(company, 'Un')
  await follow(late, company)
  await follow(gone, company, 0)
  expect((await sendOk(company, 'Deux')).list[0]?.receiversCount).toBe(2)
  expect(await texts(early)).toEqual(['Deux', 'Un'])
  expect(await texts(late)).toEqual(['Deux'])
  expect(await texts(gone)).toEqual([])
  await follow(gone, company)
  expect(await texts(gone)).toEqual([])
})

test('F20 M-029 AMB-143 a broadcast may be an image alone, readable by its company and its followers', async () => {
  const company = await newOwner(server)
  const resident = await newResident(server)
  await follow(resident, company)
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#0f5c4d' } })
    .png()
    .toBuffer()
  const { list, excerpt } = await server.client.call('POST /v1/company/:id/broadcast', {
    token: company.token,
    params: { id: company.companyId },
    ...multipart({ message: undefined, image: new Blob([new Uint8Array(bytes)]) }),
  })
  expect([excerpt, list[0]?.message]).toEqual(['Photo', ''])
  const [mine] = dataOf<{ image: string }[]>(await get(resident, '/v1/app/broadcasts'))
  for (const address of [list[0]?.image, mine?.image]) {
    const { pathname, search } = new URL(address ?? '')
    expect(pathname).toContain('/v1/media/private/')
    const { statusCode, headers } = await server.app.inject({ url: pathname + search })
    // Nothing of a conversation stays in a browser that signed out (F20).
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect((await server.app.inject({ url: pathname })).statusCode).toBe(403)
  }
})

test('C-057 a broadcast is an entry of the resident’s list that cannot be answered', async () => {
  const company = await newOwner(server, { name: 'Le Bar' })
  const resident = await newResident(server)
  await follow(resident, company)
  await sendOk(company, 'Bonjour à tous')
  expect((await get(resident, '/v1/site/conversations')).data).toMatchObject([
    { uuid: null, kind: 'broadcast', isReadOnly: true, label: 'Le Bar', excerpt: 'Bonjour à tous' },
  ])
})

test('M-033 M-034 T20 of 30 simultaneous broadcasts on the free plan one is accepted', async () => {
  const company = await newOwner(server)
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(company, `Message ${n}`)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(29)
  for (const { status, error } of refused) expect([status, error?.code]).toEqual([403, 'BROADCAST_LIMIT'])
  expect((await readOwn(company)).list).toHaveLength(1)
})

test.each([
  ['freemium', 'commerce', 403],
  ['basic', 'commerce', 403],
  ['premium', 'entreprise', 200],
  ['freemium', 'association', 200],
  ['freemium', 'mairie', 200],
] as const)('M-034 S-025 the second broadcast of a week on %s, %s: %i', async (membership, type, status) => {
  const company = await newOwner(server, { membership, type })
  await sendOk(company, 'Un')
  expect((await send(company, 'Deux')).status).toBe(status)
})

test('M-033 the week turns on Sunday at midnight in Paris, and 2026-W53 is one week (AMB-107)', async () => {
  const company = await newOwner(server)
  await server.setClock('2026-12-27T23:59:55+01:00')
  await renewSession(company)
  expect((await send(company, 'Dimanche')).status).toBe(200)
  expect((await send(company, 'Encore')).error?.code).toBe('BROADCAST_LIMIT')
  await server.setClock('2026-12-28T00:00:01+01:00')
  expect((await send(company, 'Lundi')).status).toBe(200)
  for (const sameWeek of ['2026-12-31T23:59:00+01:00', '2027-01-01T00:01:00+01:00', '2027-01-03T23:59:50+01:00']) {
    await server.setClock(sameWeek)
    expect((await send(company, 'Trop tôt')).error?.code).toBe('BROADCAST_LIMIT')
  }
  await server.setClock('2027-01-04T00:00:01+01:00')
  expect((await send(company, 'Semaine 1')).status).toBe(200)
})

test('M-037 T20 an empty or too long broadcast, or another company’s, is refused and counts for nothing', async () => {
  const company = await newOwner(server)
  const other = await newOwner(server)
  expect((await send(company, ' \n ')).error?.code).toBe('EMPTY_MESSAGE')
  expect((await send(company, 'a'.repeat(5_001))).error?.code).toBe('VALIDATION')
  expect((await send(company, 'Bonjour', { companyId: other.companyId })).error?.code).toBe('VALIDATION')
  expect((await send({ ...company, companyId: other.companyId }, 'Bonjour')).error?.code).toBe('FORBIDDEN')
  expect((await get(company, `/v1/company/${other.companyId}/broadcast`)).error?.code).toBe('FORBIDDEN')
  expect((await get(company, '/v1/company/abc/broadcast')).status).toBe(404)
  expect((await readOwn(company)).list).toEqual([])
  expect((await send(company, 'a'.repeat(5_000), { companyId: undefined })).status).toBe(200)
})

test('M-034 T22 the same key sends once; another body under it is refused', async () => {
  const company = await newOwner(server, { membership: 'premium' })
  const headers = { 'idempotency-key': 'broadcast-key' }
  const first = await send(company, 'Une fois', {}, headers)
  const again = await send(company, 'Une fois', {}, headers)
  expect(again.data).toEqual(first.data)
  expect((await send(company, 'Deux fois', {}, headers)).error?.code).toBe('IDEMPOTENCY_MISMATCH')
  expect((await readOwn(company)).list).toHaveLength(1)
})

test('M-035 F13 killed in the middle of telling devices: every list is exact, no device is told twice', async () => {
  const company = await newOwner(server)
  const devices = await insertFollowers(server.db, company.companyId, 250)
  await sendOk(company, 'Portes ouvertes')
  let pages = 0
  const killed: Dependencies = {
    ...server.deps,
    gateways: {
      ...server.deps.gateways,
      push: {
        send: async (batch) => {
          pages += 1
          if (pages === 2) throw new Error('killed')
          return await server.deps.gateways.push.send(batch)
        },
      },
    },
  }
  for (let jobs = await takeWaitingJobs(server.db); jobs.length > 0; jobs = await takeWaitingJobs(server.db)) {
    for (const job of jobs) await pushFanOut.run(killed, job.payload).catch(() => undefined)
  }
  const told = (await pushes()).map(({ to }) => to).filter((to) => devices.includes(to))
  expect(new Set(told).size).toBe(told.length)
  expect(told).toHaveLength(150)
  const count = await numberOf(server.db)`
    select count(*)::int from follows join broadcasts on broadcasts.company_id = follows.company_id
    where broadcasts.id > follows.after_broadcast and follows.company_id = ${company.companyId}`
  expect(count).toBe(250)
  expect((await readOwn(company)).list[0]?.receiversCount).toBe(250)
})

test('M-035 follows and broadcasts at the same moment: the count is exactly of those who read it', async () => {
  const company = await newSiteShop(server, { membership: 'premium' })
  const people = await Promise.all(Array.from({ length: 12 }, () => newResident(server)))
  const [answer] = await Promise.all([send(company, 'Maintenant'), ...people.map((person) => follow(person, company))])
  const readers = (await Promise.all(people.map(texts))).filter((list) => list.length === 1)
  expect(dataOf<BroadcastConversation>(answer).list[0]?.receiversCount).toBe(readers.length)
})
