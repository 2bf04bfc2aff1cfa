import { multipart } from '@parvis/client/client'
import type { AnswerOf } from '@parvis/domain/api'
import { testApp } from '@parvis/harness/server/test-app'
import { cutAt } from '@parvis/harness/sql/cut'
import { addMember, newSession } from '@parvis/harness/sql/people'
import { picture } from '@parvis/harness/town/companies'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner, newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { newResident, type Resident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { changed, columnOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { pushTasks } from '../notifications/index.ts'
import { scheduledMessagesTask } from './schedule.ts'

const server = testApp()
const { block, follow, get, newConversation, open, post, read, sayOk, list } = conversationCalls(server)

type Later = AnswerOf<'POST /v1/discussions/:id/scheduled-messages'>
type Casts = AnswerOf<'GET /v1/company/:id/scheduled-broadcasts'>

const suspension = { suspended_at: new Date(), suspended_by: 'support', suspension_reason: 'Contrôle' }
const tuesday = '2027-07-20T10:02:05+02:00'
const at = (time: string) => `2027-07-20T${time}:00+02:00`

async function go<P extends Person>(wall: string, person: P): Promise<P> {
  await server.setClock(wall)
  return { ...person, token: await newSession(server.db, person.userId) }
}
const later = async (shop: Owner, uuid: string, fields: object) =>
  dataOf<Later>(await post(shop, `/v1/discussions/${uuid}/scheduled-messages`, { message: 'À demain', ...fields }))
const laterList = async (shop: Owner) =>
  dataOf<Later[]>(
    await server.client.answer('GET /v1/company/:id/scheduled-messages', {
      params: { id: shop.companyId },
      token: shop.token,
    }),
  )
const cast = (shop: Owner, fields: object, rest = '') =>
  post(shop, `/v1/company/${shop.companyId}/scheduled-broadcasts${rest}`, { message: 'Soldes', ...fields })
const sentCasts = async (shop: Owner) =>
  dataOf<AnswerOf<'GET /v1/company/:id/broadcast'>>(
    await server.client.answer('GET /v1/company/:id/broadcast', { params: { id: shop.companyId }, token: shop.token }),
  ).list
/** As several workers at once. */
const work = async () => await Promise.all([1, 2, 3].map(() => scheduledMessagesTask.run(server.deps)))

async function talking() {
  await server.setClock(tuesday)
  return await newConversation('Bonjour')
}

test('Q-112 Q-113 it leaves once at its time whoever works, its variables filled then, its picture with it', async () => {
  const { company, resident, uuid } = await talking()
  const answer = await server.client.answer('POST /v1/discussions/:id/scheduled-messages', {
    params: { id: uuid },
    token: company.token,
    ...multipart({ message: 'Bonjour {prénom}, à demain', sendAt: at('14:00'), image: await picture(40, 20) }),
  })
  expect(dataOf<Later>(answer)).toMatchObject({ state: 'waiting', reason: null, discussionId: uuid, label: 'Julie M.' })
  const now = await go(at('13:59'), company)
  await work()
  expect(await laterList(now)).toMatchObject([{ state: 'waiting' }])
  expect((await list(now))[0]).toMatchObject({ scheduled: 1 })
  const then = await go(at('14:00'), company)
  await work()
  await work()
  expect((await read(resident, uuid)).map(({ message, image }) => [message, image !== null])).toEqual([
    ['Bonjour Julie, à demain', true],
    ['Bonjour', false],
  ])
  expect(await laterList(then)).toMatchObject([{ state: 'sent', image: null }])
  const dropped = await columnOf<string>(server.db)`select name from stored_files where dropped_at is not null`
  expect(dropped).toEqual([])
})

test('Q-112 Q-132 a picture without words moves to another time and stays; without a picture, words are needed', async () => {
  const { company, uuid } = await talking()
  const [talk, toFollowers] = [{ id: uuid }, { id: company.companyId }]
  const { client } = server
  const photo = multipart({ message: '', sendAt: at('14:00'), image: await picture(40, 20) })
  const toOne = { token: company.token, params: talk, ...photo }
  const toAll = { token: company.token, params: toFollowers, ...photo }
  const atThree = { token: company.token, body: { message: '', sendAt: at('15:00') } }
  const moved = { message: '', image: expect.any(String), sendAt: at('15:00') }
  const moveTo = (sid: number) =>
    client.answer('PUT /v1/discussions/:id/scheduled-messages/:sid', { params: { ...talk, sid }, ...atThree })
  const { id } = await client.call('POST /v1/discussions/:id/scheduled-messages', toOne)
  expect(dataOf(await moveTo(id))).toMatchObject(moved)
  const [planned] = await client.call('POST /v1/company/:id/scheduled-broadcasts', toAll)
  const params = { ...toFollowers, sid: planned?.id ?? 0 }
  const plannedThen = await client.call('PUT /v1/company/:id/scheduled-broadcasts/:sid', { params, ...atThree })
  expect(plannedThen).toMatchObject([moved])
  const words = await later(company, uuid, { sendAt: at('14:00') })
  expect((await moveTo(words.id)).error?.code).toBe('EMPTY_MESSAGE')
})

test('U-021 a message that was scheduled carries its author to the team once it has left, also when they left the team', async () => {
  const { company, resident, uuid } = await talking()
  const colleague = await newPerson(server, { firstName: 'Zoé' })
  await addMember(server.db, company.companyId, colleague.userId, 'counter', null)
  await later({ ...company, token: colleague.token }, uuid, { sendAt: at('14:00') })
  await server.client.call('DELETE /v1/company/:id/team/:memberId', {
    token: company.token,
    params: { id: company.companyId, memberId: colleague.userId },
  })
  const then = await go(at('14:00'), company)
  await work()
  expect((await read(then, uuid))[0]).toMatchObject({ message: 'À demain', author: 'Zoé' })
  expect(JSON.stringify(await read(resident, uuid))).not.toMatch(/Zoé|author/)
})

test('Q-113 F14 a worker that dies between the message and its state leaves neither: the next one sends it once', async () => {
  const { company, uuid } = await talking()
  await later(company, uuid, { sendAt: at('14:00') })
  const then = await go(at('14:00'), company)
  await cutAt(server.ownerDb, sql`before update on scheduled_messages for each statement`, async () => {
    await expect(scheduledMessagesTask.run(server.deps)).rejects.toThrow('failed')
  })
  expect((await read(then, uuid)).map(({ message }) => message)).toEqual(['Bonjour'])
  await work()
  expect((await read(then, uuid)).map(({ message }) => message)).toEqual(['À demain', 'Bonjour'])
})

test('Q-114 kept with its reason: blocked, beyond the plan, suspended, answered', async () => {
  const reasons: Record<string, (talk: Awaited<ReturnType<typeof talking>>) => Promise<unknown>> = {
    blocked: async ({ resident, uuid }) => await block(resident, uuid),
    answered: async ({ resident, uuid }) => await sayOk(resident, uuid, 'Finalement non'),
    suspended: async ({ company }) => await setCompany(company, suspension),
    plan: async ({ company }) => {
      await setCompany(company, { type: 'commerce' })
      for (let n = 0; n < 3; n += 1) await open(await newResident(server), company)
    },
  }
  for (const [reason, happens] of Object.entries(reasons)) {
    const talk = await talking()
    await later(talk.company, talk.uuid, { sendAt: at('14:00'), onlyIfNoReply: true })
    await happens(talk)
    const then = await go(at('14:00'), talk.company)
    await work()
    expect(await laterList(then), reason).toMatchObject([{ state: 'held', reason, message: 'À demain' }])
  }
})

test('Q-113 changed without a word about it, it still waits for no reply, as its picture stays', async () => {
  const { company, uuid } = await talking()
  const { id } = await later(company, uuid, { sendAt: at('14:00'), onlyIfNoReply: true })
  const change = async (fields: object) =>
    dataOf<Later>(
      await server.client.answer('PUT /v1/discussions/:id/scheduled-messages/:sid', {
        params: { id: uuid, sid: id },
        token: company.token,
        body: { message: 'À jeudi', sendAt: at('15:00'), ...fields },
      }),
    ).onlyIfNoReply
  expect([await change({}), await change({ onlyIfNoReply: '0' }), await change({})]).toEqual([true, false, false])
})

test('W-104 a suspended business writes to nobody: not now, not later, not what the clock held back; its order messages stay', async () => {
  const talk = await talking()
  await later(talk.company, talk.uuid, { sendAt: at('14:00') })
  await setCompany(talk.company, suspension)
  const then = await go(at('14:00'), talk.company)
  await work()
  const [held] = await laterList(then)
  const path = `/v1/discussions/${talk.uuid}`
  for (const [url, body] of [
    [`${path}/message`, { message: 'Bonjour', companyId: then.companyId }],
    [`${path}/scheduled-messages`, { message: 'Bonjour', sendAt: at('18:00') }],
    [`${path}/scheduled-messages/${held?.id}/send-now`, {}],
    [`/v1/company/${then.companyId}/scheduled-broadcasts`, { message: 'Soldes', sendAt: at('18:00') }],
  ] as const)
    expect(await post(then, url, body), url).toMatchObject({
      status: 403,
      error: { code: 'FORBIDDEN', message: expect.stringContaining('suspendue') },
    })
  expect((await read(then, talk.uuid)).map(({ message }) => message)).toEqual(['Bonjour'])
})

const setCompany = async ({ companyId }: Owner, change: object) =>
  await run(server.db)`update companies set ${changed(change)} where companies.id = ${companyId}`

test('Q-112 section 8: five at once on the free plan, whoever asks at the same time', async () => {
  await server.setClock(tuesday)
  const shop = await newOwner(server)
  const uuid = await open(await newResident(server), shop)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      post(shop, `/v1/discussions/${uuid}/scheduled-messages`, { message: 'Oui', sendAt: at('14:00') }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['SCHEDULED_LIMIT']))
})

test('Q-133 TO-26 thirty at once: one place in the week, whether sent now or scheduled', async () => {
  await server.setClock(tuesday)
  const shop = await newOwner(server)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 2
        ? cast(shop, { sendAt: at('14:00') })
        : post(shop, `/v1/company/${shop.companyId}/broadcast`, { message: 'Oui' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('Q-133 a downgrade or a suspension meanwhile: not sent, with its reason', async () => {
  await server.setClock(tuesday)
  for (const [reason, change] of [
    ['suspended', suspension],
    ['plan', { membership: 'freemium' as const }],
  ] as const) {
    const shop = await newOwner(server, { membership: 'premium' })
    dataOf(await post(shop, `/v1/company/${shop.companyId}/broadcast`, { message: 'Déjà un' }))
    dataOf(await cast(shop, { sendAt: at('14:00') }))
    await setCompany(shop, change)
    const then = await go(at('14:00'), shop)
    await work()
    const waiting = await server.client.answer('GET /v1/company/:id/scheduled-broadcasts', {
      params: { id: shop.companyId },
      token: then.token,
    })
    expect(dataOf<Casts>(waiting), reason).toMatchObject([{ state: 'held', reason }])
    expect(await sentCasts(then)).toHaveLength(1)
    await server.setClock(tuesday)
  }
})

test('Q-134 T20 changed at the minute it leaves: the former one left or the new one is kept, never both', async () => {
  await server.setClock(tuesday)
  const made = await newOwner(server, { type: 'association' })
  for (let round = 0; round < 12; round += 1) {
    const [item] = dataOf<Casts>(await cast(made, { message: `ancien ${round}`, sendAt: at('14:00') })).filter(
      ({ state }) => state === 'waiting',
    )
    await server.setClock(at('14:00'))
    const shop = await go(at('14:00'), made)
    const [answer] = await Promise.all([
      server.client.answer('PUT /v1/company/:id/scheduled-broadcasts/:sid', {
        token: shop.token,
        params: { id: made.companyId, sid: item?.id ?? 0 },
        body: { message: `nouveau ${round}`, sendAt: at('16:00') },
      }),
      work(),
    ])
    const texts = (await sentCasts(shop)).map(({ message }) => message)
    const asked = { token: shop.token, params: { id: made.companyId } }
    const casts = await server.client.call('GET /v1/company/:id/scheduled-broadcasts', asked)
    const waiting = casts.map(({ message, state }) => (state === 'waiting' ? message : ''))
    expect(texts.includes(`ancien ${round}`)).toBe(answer.status === 409)
    expect(waiting.includes(`nouveau ${round}`)).toBe(answer.status === 200)
    await server.setClock(tuesday)
  }
})

type Ends = [Resident, Resident, Resident, Resident, Resident, Resident, Resident]

test('Q-135 TO-27 reach: followers, phones told, seen, conversations begun and followers lost within a day', async () => {
  await server.setClock(tuesday)
  const shop = await newOwner(server, { type: 'association' })
  const people = await Promise.all(Array.from({ length: 8 }, () => newResident(server)))
  for (const person of people.slice(0, 6)) dataOf(await follow(person, shop))
  const [told, , reader, , leaver, writer, late] = people as Ends
  dataOf(await post(told, '/v1/app/devices', { token: 'appareil-135', platform: 'android' }))
  dataOf(await post(shop, `/v1/company/${shop.companyId}/broadcast`, { message: 'Fête samedi' }))
  await server.runJobs()
  dataOf(await follow(late, shop))
  dataOf(await get(reader, '/v1/site/news'))
  dataOf(await get(late, '/v1/site/news'))
  dataOf(await follow(leaver, shop, 0))
  const uuid = await open(writer, shop, 'À quelle heure ?')
  await sayOk(writer, uuid, 'Et où ?')
  const reach = { followers: 6, told: 1, seen: 1, conversations: 1, lost: 1 }
  expect((await sentCasts(shop))[0]?.reach).toEqual(reach)
  // Closed a while later, the figure stays with the broadcast itself, whatever becomes of the marks.
  await server.setClock(at('13:00'))
  await pushTasks.find(({ name }) => name === 'push-close')?.run(server.deps)
  await run(server.db)`delete from push_deliveries`
  await run(server.db)`update push_campaigns set sent_count = 0`
  expect((await sentCasts(shop))[0]?.reach).toEqual(reach)
})
