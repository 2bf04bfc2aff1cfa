import type { AnswerOf } from '@parvis/domain/api'
import { api } from '@parvis/domain/api'
import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { testApp } from '@parvis/harness/server/test-app'
import { newSession } from '@parvis/harness/sql/people'
import { picture } from '@parvis/harness/town/companies'
import { conversationCalls, dataOf, type Who } from '@parvis/harness/town/conversations'
import { newOwner, type Owner, type Person } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnOf, rowsOf } from '../../db/database.ts'

const server = testApp()
const { get, list, newConversation, open, read, say, sayOk, post, pushes, addDevice } = conversationCalls(server)

type Replies = AnswerOf<'GET /v1/company/:id/quick-replies'>
type Away = AnswerOf<'GET /v1/company/:id/away-message'>

const replies = (shop: Owner, method = 'GET', rest = '', multipart?: Record<string, unknown>) =>
  server.call(method, `/v1/company/${shop.companyId}/quick-replies${rest}`, {
    token: shop.token,
    ...(multipart && { multipart }),
  })
const addReply = async (shop: Owner, fields: Record<string, unknown>) =>
  dataOf<Replies>(await replies(shop, 'POST', '', { text: 'Bonjour', ...fields }))
const away = (shop: Owner, json?: object) =>
  server.call(json ? 'PUT' : 'GET', `/v1/company/${shop.companyId}/away-message`, {
    token: shop.token,
    ...(json && { json }),
  })
async function setAway(shop: Owner, fields: object) {
  const { version } = dataOf<Away>(await away(shop))
  return dataOf<Away>(await away(shop, { version, ...fields }))
}
const line = (start: string, end: string) => ({ days: [1, 2, 3, 4, 5, 6, 7], start, end, enabled: true })
async function openShop(): Promise<Owner> {
  const shop = await newOwner(server, { type: 'association', name: 'Les Amis du Livre' })
  const whose = { token: shop.token, params: { id: shop.companyId } }
  const { version } = await server.client.call('GET /v1/company/:id/hours', whose)
  const week = [line('09:00', '12:30'), line('14:00', '19:00')]
  await server.client.call('PUT /v1/company/:id/hours/week', { ...whose, body: { version, week } })
  return shop
}
/** A jump of days ends sessions. */
async function go<P extends Person>(wall: string, ...people: P[]): Promise<P[]> {
  await server.setClock(wall)
  return await Promise.all(people.map(async (one) => ({ ...one, token: await newSession(server.db, one.userId) })))
}
const automatic = async (who: Who, uuid: string) => (await read(who, uuid)).filter((message) => message.automatic)

test('Q-101 quick replies: in order, rearranged, deleted; 403 beyond the plan, ten at once included', async () => {
  const shop = await newOwner(server)
  await addReply(shop, { shortcut: 'un' })
  const [one, two] = await addReply(shop, { shortcut: 'deux' })
  const couples = [
    { id: one?.id, rank: 2 },
    { id: two?.id, rank: 1 },
  ]
  const rearrange = (idRankCouples: object[]) =>
    post(shop, `/v1/company/${shop.companyId}/quick-replies/rearrange`, { idRankCouples })
  expect(dataOf<Replies>(await rearrange(couples)).map(({ shortcut }) => shortcut)).toEqual(['deux', 'un'])
  expect((await rearrange(couples.slice(1))).error?.code).toBe('BAD_RANKS')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => replies(shop, 'POST', '', { shortcut: `trois ${n}`, text: 'Oui' })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error?.code))).toEqual(
    new Set(['QUICK_REPLY_LIMIT']),
  )
  expect((await replies(shop, 'PUT', `/${two?.id}`, { shortcut: 'UN', text: 'x' })).error?.code).toBe('SHORTCUT_TAKEN')
  dataOf(await replies(shop, 'DELETE', `/${two?.id}`))
  const gone = await replies(shop, 'PUT', `/${two?.id}`, { shortcut: 'deux', text: 'x' })
  expect([gone.status, gone.error?.message]).toEqual([
    404,
    expect.stringMatching(/^Cette réponse rapide a été supprimée/),
  ])
})

test('Q-105 the picture goes with the message as a copy of its own; each may go without the other', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const [reply] = await addReply(company, { shortcut: 'plan', image: await picture(40, 20) })
  const name = (url: string | null | undefined) => url?.split('?')[0]
  const sent = dataOf<{ image: string }>(await say(company, uuid, 'Voici le plan', { quickReplyId: reply?.id }))
  expect(name(sent.image)).toMatch(/private\/[0-9a-f]{32}\.jpg$/)
  expect(name(sent.image)).not.toBe(name(reply?.image))
  expect(dataOf<Replies>(await replies(company))[0]?.uses).toBe(1)
  dataOf(await replies(company, 'DELETE', `/${reply?.id}`))
  const rows = await rowsOf<{ name: string; kept_at: Date | null; dropped_at: Date | null }>(server.db)`
    select name, kept_at, dropped_at from stored_files`
  const file = (url: string | null | undefined) => rows.find((row) => name(url)?.endsWith(row.name))
  expect(file(reply?.image)?.dropped_at).not.toBeNull()
  expect(file(sent.image)).toMatchObject({ kept_at: expect.any(Date), dropped_at: null })

  const other = await newOwner(server, { type: 'association' })
  const [foreign] = await addReply(other, { shortcut: 'autre' })
  expect((await say(company, uuid, 'Oui', { quickReplyId: foreign?.id })).status).toBe(404)
  const ofShop = { message: 'Oui', quickReplyId: foreign?.id }
  expect((await post(resident, `/v1/discussions/${uuid}/message`, ofShop)).status).toBe(400)
})

test('Q-107 Q-108 at noon it speaks, at 14:05 not; not twice in 12 hours, nor within 10 minutes of a person', async () => {
  await server.setClock('2027-07-20T12:00:00+02:00')
  let shop = await openShop()
  const resident = await newResident(server, { firstName: 'Julie' })
  const uuid = await open(resident, shop)
  await sayOk(shop, uuid, 'Bonjour')
  await server.setClock('2027-07-20T12:45:00+02:00')
  const set = await setAway(shop, { mode: 'outside_hours' })
  expect(set.preview.replaceAll('\u00A0', ' ')).toBe(
    'Bonjour Marie, nous sommes fermés pour le moment. Nous vous répondrons aujourd’hui à partir de 14 h. À bientôt !',
  )
  await sayOk(resident, uuid, 'Bonjour')
  expect((await automatic(resident, uuid)).map(({ message }) => message.replaceAll('\u00A0', ' '))).toEqual([
    'Bonjour Julie, nous sommes fermés pour le moment. Nous vous répondrons aujourd’hui à partir de 14 h. À bientôt !',
  ])
  const after = async (wall: string) => {
    ;[shop] = (await go(wall, shop)) as [Owner]
    await sayOk(resident, uuid, wall)
    return (await automatic(resident, uuid)).length
  }
  expect(await after('2027-07-20T14:05:00+02:00')).toBe(1)
  expect(await after('2027-07-21T00:44:58+02:00')).toBe(1)
  expect(await after('2027-07-21T00:45:05+02:00')).toBe(2)
  ;[shop] = (await go('2027-07-21T20:00:00+02:00', shop)) as [Owner]
  await sayOk(shop, uuid, 'Je suis encore là')
  expect(await after('2027-07-21T20:09:58+02:00')).toBe(2)
  expect(await after('2027-07-21T20:10:05+02:00')).toBe(3)
  await server.setClock(null)
})

test('Q-108 TO-22 whoever writes and whenever: twelve hours between two automatic texts, ten minutes after a person', async () => {
  const began = Date.parse('2027-07-20T12:00:00+02:00')
  const waits = fc.constantFrom(1, 9, 10, 11, 45, 300, 709, 719, 720, 721)
  const turns = fc.array(fc.record({ wait: waits, by: fc.constantFrom('resident', 'resident', 'shop') }), {
    minLength: 15,
    maxLength: 15,
  })
  await fc.assert(
    fc.asyncProperty(turns, async (said) => {
      await server.setClock(new Date(began).toISOString())
      const shop = await openShop()
      const resident = await newResident(server)
      const uuid = await open(resident, shop)
      await sayOk(shop, uuid, 'Bonjour')
      await setAway(shop, { mode: 'dates', from: '2027-07-20', until: '2027-09-10' })
      let [at, last, person] = [0, Number.NEGATIVE_INFINITY, 0]
      const wanted: number[] = []
      for (const { wait, by } of said) {
        // Five seconds more each time: never on a border to the millisecond.
        at += wait * 60 + 5
        const [who] = await go(new Date(began + at * 1_000).toISOString(), by === 'shop' ? shop : resident)
        if (who) await sayOk(who, uuid, `${by} ${at}`)
        if (by === 'shop') person = at
        else if (at - last >= 43_200 && at - person >= 600) {
          last = at
          wanted.push(at / 5)
        }
      }
      const sent = await columnOf<Date>(server.db)`
        select sent_at from messages where discussion_id = ${uuid} and automatic = true order by id`
      expect(sent.map((at) => Math.floor((at.getTime() - began) / 5_000))).toEqual(wanted)
    }),
    { numRuns: 5 },
  )
  await server.setClock(null)
})

test('Q-107 on 14 July, answered closed, it speaks in the middle of the morning', async () => {
  await server.setClock('2027-07-14T10:00:00+02:00')
  const shop = await openShop()
  const resident = await newResident(server)
  await setAway(shop, { mode: 'outside_hours' })
  const uuid = await open(resident, shop, 'Ouvert ?')
  expect(await automatic(resident, uuid)).toHaveLength(0)
  await server.client.call('PUT /v1/company/:id/hours/holidays/:date', {
    token: shop.token,
    params: { id: shop.companyId, date: '2027-07-14' },
    body: { decision: 'closed' },
  })
  await sayOk(resident, uuid, 'Alors ?')
  expect(await automatic(resident, uuid)).toHaveLength(1)
  await server.setClock(null)
})

test('Q-109 TO-22 marked automatic, without push; excerpt, unread, last word and « À répondre » are the resident’s', async () => {
  await server.setClock('2027-07-20T20:00:00+02:00')
  const shop = await openShop()
  const resident = await newResident(server)
  await addDevice(resident, 'appareil-109')
  await setAway(shop, { mode: 'outside_hours', text: 'Nous sommes fermés.' })
  const uuid = await open(resident, shop, 'Avez-vous du seigle ?')
  await server.runJobs()
  expect((await pushes()).filter(({ to }) => to === 'appareil-109')).toEqual([])
  const [item] = await list(shop)
  expect(item).toMatchObject({ excerpt: 'Avez-vous du seigle ?', newMessage: 1, lastFrom: 'resident', toAnswer: true })
  expect((await read(resident, uuid)).map(({ automatic: isAutomatic }) => isAutomatic)).toEqual([true, false])
  await server.setClock(null)
})

test('Q-110 between two dates without an end is 400', async () => {
  const shop = await newOwner(server)
  expect((await away(shop, { mode: 'dates', version: 1 })).error?.fields).toEqual({ until: 'away_end_error' })
})

test('Q-115 Q-117 counts and filters agree; what the plan closes stays closed in a filter', async () => {
  const shop = await newOwner(server)
  const uuids: string[] = []
  for (let n = 0; n < 5; n += 1) uuids.push(await open(await newResident(server), shop))
  const triage = (ids: (string | undefined)[], state: string) =>
    post(shop, `/v1/company/${shop.companyId}/triage`, { ids, state })
  const filtered = async (state: string) =>
    dataOf<Awaited<ReturnType<typeof list>>>(
      await server.client.answer('GET /v1/chat/discussion', {
        query: { companyId: shop.companyId, state },
        token: shop.token,
      }),
    )
  const counts = async () =>
    dataOf(
      await server.client.answer('GET /v1/company/:id/inbox-counts', {
        params: { id: shop.companyId },
        token: shop.token,
      }),
    )
  // The oldest two are the 4th and the 5th of the list.
  dataOf(await triage(uuids.slice(0, 2), 'waiting'))
  dataOf(await triage([uuids[4]], 'closed'))
  expect((await filtered('waiting')).map(({ disabled }) => disabled)).toEqual([true, true])
  expect(await counts()).toEqual({ toAnswer: 4, unread: 5, waiting: 2, closed: 1, all: 5 })
  expect((await filtered('to_answer')).length).toBe(4)
  const stranger = await newConversation('Bonjour')
  expect((await triage([uuids[3], stranger.uuid], 'closed')).status).toBe(404)
  expect((await filtered('closed')).map(({ uuid }) => uuid)).toEqual([uuids[4]])
})

test('Q-115 AMB-10 several conversations are sorted by a list that is JSON, as a form sends it', async () => {
  const { company: shop, uuid } = await newConversation()
  dataOf(await post(shop, `/v1/company/${shop.companyId}/triage`, { ids: JSON.stringify([uuid]), state: 'closed' }))
  expect((await list(shop))[0]).toMatchObject({ triage: 'closed' })
})

test('Q-116 a resident’s message opens again what waited or was closed', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  for (const state of ['waiting', 'closed']) {
    dataOf(await post(company, `/v1/discussions/${uuid}/triage`, { state }))
    expect((await list(company))[0]).toMatchObject({ triage: state })
    await sayOk(resident, uuid, 'Encore moi')
    expect((await list(company))[0]).toMatchObject({ triage: 'open', toAnswer: true })
  }
})

test('Q-121 around a message: 15 before and 15 after; another’s id and none are 400', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const ids: number[] = []
  for (let n = 0; n < 34; n += 1) ids.push((await sayOk(n % 2 ? resident : company, uuid, `${n}`)).id)
  const around = async (id: unknown) =>
    await server.client.answer('GET /v1/discussions/:id/messages', {
      params: { id: uuid },
      query: { selection_way: 'around', message_id: id },
      token: company.token,
    })
  const seen = dataOf<{ id: number }[]>(await around(ids[16])).map(({ id }) => id)
  expect(seen).toEqual(ids.slice(1, 32).toReversed())
  expect((await list(company))[0]?.newMessage).toBeGreaterThan(0)
  expect((await around(999_999_999)).error?.code).toBe('VALIDATION')
  expect((await around('')).error?.code).toBe('VALIDATION')
})

const marker = 'MARQUE-DE-NOTE'

test('Q-123 TO-24 no call of a resident, no event and no export of theirs holds a note or how the shop sorts', async () => {
  const [company, resident] = [await newOwner(server, { type: 'association' }), await newResident(server)]
  const heard: string[] = []
  const stop = server.deps.live.subscribe([`user:${resident.userId}`], (event) => heard.push(JSON.stringify(event)))
  const uuid = await open(resident, company)
  // Notices leave after the answer: those received from here on are of the notes.
  await expect.poll(() => heard.splice(0).length).toBe(1)
  await addDevice(resident, 'appareil-123')
  dataOf(await post(company, `/v1/discussions/${uuid}/notes`, { text: marker }))
  dataOf(await post(company, `/v1/discussions/${uuid}/triage`, { state: 'waiting' }))
  await server.runJobs()
  const paths = [
    `/v1/discussions/${uuid}/messages`,
    `/v1/site/conversations/${uuid}`,
    '/v1/site/conversations',
    '/v1/site/export',
    '/v1/app/discussions',
    '/v1/app/broadcasts',
    `/v1/app/companies/${company.companyId}`,
    '/v1/account/export',
    `/v1/discussions/${uuid}/notes`,
  ]
  for (const path of paths) {
    const answer = JSON.stringify((await get(resident, path)).data ?? null)
    expect(answer, path).not.toMatch(/MARQUE-DE-NOTE|"waiting"|triage|last_human|company_wrote_at/)
  }
  // Then every call that reads, with the id that its path may name; a stream has no end.
  const reads = Object.values(api)
    .flatMap((contract) => Object.values(contract) as Endpoint[])
    .filter((endpoint) => methodOf(endpoint) === 'GET' && !endpoint.call.endsWith('/events'))
  const idOf = (path: string) => {
    if (/discussion|conversation/i.test(path)) return uuid
    return /compan|municipal/.test(path) ? company.companyId : String(resident.userId)
  }
  await Promise.all(
    reads.map(async (endpoint) => {
      const path = pathOf(endpoint)
      const url = `${path.replace(/:\w+/g, idOf(path))}?companyId=${company.companyId}&q=marque`
      const answer = await get(resident, url)
      expect(JSON.stringify(answer.data ?? answer.error ?? null), url).not.toContain(marker)
    }),
  )
  expect(reads.length).toBeGreaterThan(50)
  expect(JSON.stringify(await pushes())).not.toContain(marker)
  expect(heard).toEqual([])
  stop()
  const mine = JSON.stringify((await server.client.answer('GET /v1/account/export', { token: company.token })).data)
  expect(mine).toContain(marker)
  expect((await list(company))[0]).toMatchObject({ notes: 1, excerpt: 'Bonjour' })
})
