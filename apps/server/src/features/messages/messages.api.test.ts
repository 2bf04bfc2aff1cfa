import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf, type Message, type Who } from '@parvis/harness/town/conversations'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp()
const { block, getMessages, list, newConversation, open, post, read, say, sayOk } = conversationCalls(server)

test('M-002 M-040 M-044 C-035 C-036 a resident writes, the company reads and answers, the resident reads', async () => {
  const { company, resident, uuid } = await newConversation('Avez-vous ce livre ?')
  const [question] = (await read(resident, uuid)) as [Message]
  const [item] = await list(company)
  expect(item).toMatchObject({
    uuid,
    label: 'Julie M.',
    newMessage: 1,
    excerpt: 'Avez-vous ce livre ?',
    picture: null,
    owner: String(resident.userId),
    isBlocked: false,
    participantCollection: [
      { realId: String(resident.userId), name: 'Julie M.', avatarUrl: null },
      { realId: company.companyId, name: 'Les Amis du Livre' },
    ],
  })
  // AMB-133: the moment it was opened stays, that of the last message moves.
  expect(Date.parse(item?.createdAt ?? '')).toBeLessThanOrEqual(Date.parse(question.sendAt))
  expect(item?.lastUpdate).toBe(question.sendAt)
  const answer = await sayOk(company, uuid, 'Oui.\n<b>Demain</b>')
  expect(answer).toMatchObject({
    senderId: company.companyId,
    message: 'Oui.\n<b>Demain</b>',
    image: null,
    order: null,
  })
  const { author, ...asRead } = answer
  expect([author, await read(resident, uuid)]).toEqual(['Marie', [asRead, question]])
  expect(question).toMatchObject({ senderId: String(resident.userId), senderAvatar: null })
})

test('G20 T06 AMB-146 ten identical messages at once under one key are one, with ten same answers; one that is refused leaves nothing behind', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const path = `/v1/site/conversations/${uuid}/messages`
  const send = () => post(resident, path, { message: 'Une fois' }, { 'idempotency-key': 'm1' })
  const answers = await Promise.all(Array.from({ length: 10 }, send))
  expect(answers.map(({ status, data }) => [status, data])).toEqual(answers.map(() => [200, answers[0]?.data]))
  expect((await list(company)).map(({ newMessage }) => newMessage)).toEqual([2])
  // The write travels with the statement that locks the conversation: a refusal comes after it and undoes it.
  expect((await say(await newPerson(server), uuid, 'Étranger')).status).toBe(404)
  expect((await say(await newOwner(server), uuid, 'Autre commerce')).status).toBe(404)
  await block(resident, uuid)
  expect((await say(resident, uuid, 'Fermée')).error?.code).toBe('DISCUSSION_BLOCKED')
  expect((await say(company, uuid, 'Fermée')).error?.code).toBe('DISCUSSION_BLOCKED')
  expect((await read(resident, uuid)).map(({ message }) => message)).toEqual(['Une fois', 'Bonjour'])
  const words = await rowsOf(server.db)`select from message_words where message_words.discussion_id = ${uuid}`
  expect(words).toHaveLength(2)
})

test('M-021 a company’s id is a UUID v4, a resident’s and a participant’s are not', async () => {
  const { company } = await newConversation('Bonjour')
  const [item] = await list(company)
  const { participantCollection = [], owner } = item ?? {}
  expect(participantCollection.map(({ realId }) => isUuidV4(realId))).toEqual([false, true])
  expect(participantCollection.some((participant) => isUuidV4(participant.uuid))).toBe(false)
  expect(owner).toMatch(/^[1-9]\d*$/)
})

test('C-057 opening five times at once is one conversation; unknown or incomplete companies have none', async () => {
  const company = await newOwner(server)
  const resident = await newResident(server)
  const openEmpty = async () =>
    dataOf<{ uuid: string }>(await post(resident, '/v1/app/discussions', { companyId: company.companyId })).uuid
  const ways = Array.from({ length: 5 }, (_, n) => (n < 2 ? open(resident, company) : openEmpty()))
  const uuids = await Promise.all(ways)
  expect(new Set(uuids).size).toBe(1)
  expect(isUuidV4(uuids[0] ?? '')).toBe(true)
  expect(await openEmpty()).toBe(uuids[0])
  const refused = async (companyId: unknown) =>
    (await server.call('POST', '/v1/app/discussions', { token: resident.token, json: { companyId } })).status
  expect(await refused('7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b')).toBe(404)
  expect(await refused((await newOwner(server, { category: null })).companyId)).toBe(404)
  expect(await refused('abc')).toBe(400)
  expect(await refused(undefined)).toBe(400)
})

test('M-003 M-041 the list follows the last message, newest first', async () => {
  const company = await newOwner(server, { type: 'association' })
  const residents = await Promise.all([newResident(server), newResident(server), newResident(server)])
  const uuids: string[] = []
  for (const resident of residents) {
    uuids.unshift(await open(resident, company))
  }
  const order = async () => (await list(company)).map((item) => item.uuid)
  expect(await order()).toEqual(uuids)
  await say(company, uuids[2] ?? '', 'Réponse')
  expect(await order()).toEqual([uuids[2], uuids[0], uuids[1]])
})

test('M-006 C-034 unread: counted for the resident’s messages, cleared by the latest page and `after`, not by `before`', async () => {
  const { company, resident, uuid } = await newConversation('Un')
  const unread = async () => (await list(company))[0]?.newMessage
  const [first] = (await read(resident, uuid)) as [Message]
  const second = await sayOk(resident, uuid, 'Deux')
  expect(await unread()).toBe(2)
  await read(resident, uuid)
  await read(company, uuid, `?selection_way=before&message_id=${second.id}`)
  expect(await unread()).toBe(2)
  await read(company, uuid, `?selection_way=after&message_id=${first.id}`)
  expect(await unread()).toBe(0)
  await say(company, uuid, 'Réponse')
  expect(await unread()).toBe(0)
  await say(resident, uuid, 'Trois')
  await read(company, uuid)
  expect(await unread()).toBe(0)
})

test('M-014 M-016 M-017 M-018 C-033 C-034 pages of 30 by id, `after` up to 100 without a gap', async () => {
  const { company, resident, uuid } = await newConversation('0')
  await run(server.db)`
    insert into messages (discussion_id, from_company, text)
    select ${uuid}, n % 2 = 0, n from generate_series(1, 134) n order by n`
  const ids = async (query = '') => (await read(company, uuid, query)).map((message) => message.id)
  const latest: number[] = await ids()
  expect(latest).toHaveLength(30)
  for (const query of [
    '?message_id=0',
    '?selection_way=&message_id=',
    '?selection_way=before',
    '?selection_way=after&message_id=0',
  ]) {
    expect(await ids(query)).toEqual(latest)
  }
  const all = [...latest]
  for (let page = latest; page.length > 0; all.push(...page))
    page = await ids(`?selection_way=before&message_id=${all.at(-1)}`)
  expect(all).toHaveLength(135)
  expect(all).toEqual([...all].sort((a, b) => b - a))
  const hundred: number[] = await ids(`?selection_way=after&message_id=${all.at(-1)}`)
  expect(hundred).toEqual(all.slice(34, 134))
  expect(await ids(`?selection_way=after&message_id=${hundred[0]}`)).toEqual(all.slice(0, 34))
  expect(await ids(`?selection_way=after&message_id=${all[0]}`)).toEqual([])
  expect((await getMessages(resident, uuid, '?selection_way=around&message_id=1')).status).toBe(400)
  expect((await getMessages(resident, uuid, '?selection_way=after&message_id=1.5')).status).toBe(400)
  expect((await getMessages(resident, uuid, '?selection_way=after&message_id=-1')).status).toBe(400)
})

test('M-018 messages sent at the same moment are all seen by a poll that never goes back', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  let { id: last } = await sayOk(company, uuid, 'Bonjour')
  const seen = new Set<number>()
  const poll = async () => {
    const data = await read(company, uuid, `?selection_way=after&message_id=${last}`)
    for (const { id } of data) seen.add(id)
    last = Math.max(last, ...data.map(({ id }) => id))
  }
  const sending = Promise.all(Array.from({ length: 24 }, (_, n) => say(n % 2 ? resident : company, uuid, `${n}`)))
  let finished = false
  void sending.then(() => {
    finished = true
  })
  while (!finished) await poll()
  await poll()
  expect((await sending).map(({ status }) => status)).toEqual(Array(24).fill(200))
  expect(seen.size).toBe(24)
})

test('M-037 C-035 neither text nor image is refused, 5,000 characters are not, 5,001 are (AMB-106)', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  for (const text of ['', '   ', '\n\n', '\u200B\uFEFF']) {
    expect((await say(company, uuid, text)).error?.code).toBe('EMPTY_MESSAGE')
  }
  expect((await say(resident, uuid, 'é'.repeat(5_000))).status).toBe(200)
  const long = await say(resident, uuid, 'é'.repeat(5_001))
  expect(long.error).toMatchObject({ code: 'VALIDATION', fields: { message: 'message_too_long' } })
  expect((await say(resident, uuid, 'a\u0000b')).status).toBe(400)
  expect(await read(company, uuid)).toHaveLength(2)
})

test('M-038 a stranger finds no conversation, and nobody speaks for another company', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const [other, stranger] = [await newOwner(server), await newPerson(server)]
  for (const who of [other, stranger, await newResident(server)]) {
    expect((await getMessages(who, uuid)).error?.code).toBe('DISCUSSION_NOT_FOUND')
    expect((await say(who, uuid, '')).error?.code).toBe('DISCUSSION_NOT_FOUND')
    expect((await say(who, uuid, 'Intrusion')).status).toBe(404)
    expect((await block(who, uuid)).status).toBe(404)
  }
  expect((await say(other, uuid, 'Intrusion', { companyId: company.companyId })).status).toBe(404)
  expect((await say(company, uuid, 'Usurpation', { companyId: other.companyId })).error?.code).toBe('FORBIDDEN')
  const posing = { message: 'Usurpation', companyId: company.companyId }
  expect((await post(resident, `/v1/discussions/${uuid}/message`, posing)).error?.code).toBe('FORBIDDEN')
  expect((await say(company, uuid, 'Qui ?', { companyId: undefined })).error?.code).toBe('VALIDATION')
  expect((await say(company, uuid, 'Qui ?', { companyId: 'abc' })).error).toMatchObject({
    fields: { companyId: 'invalid' },
  })
  expect((await say(company, uuid, 'Où ?', { discussionId: other.companyId })).error?.code).toBe('VALIDATION')
  expect((await getMessages(company, 'abc')).status).toBe(404)
  const foreign = await server.client.answer('GET /v1/chat/discussion', {
    query: { companyId: company.companyId },
    token: other.token,
  })
  expect(foreign.error?.code).toBe('FORBIDDEN')
  expect((await server.call('GET', '/v1/chat/discussion', { token: other.token })).status).toBe(400)
  expect((await read(resident, uuid)).map(({ message }) => message)).toEqual(['Bonjour'])
})

test('M-007 C-057 a blocked conversation is readable and not writable, by its resident or by the team (AMB-104)', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  expect((await block(resident, uuid)).data).toEqual({ isBlocked: true })
  for (const who of [company, resident]) {
    expect((await say(who, uuid, 'Encore')).error?.code).toBe('DISCUSSION_BLOCKED')
    expect(await read(who, uuid)).toHaveLength(1)
  }
  expect((await list(company))[0]?.isBlocked).toBe(true)
  expect((await block(company, uuid, 'unblock')).status).toBe(404)
  await run(server.db)`update discussions set blocked_by_team = true where id = ${uuid}`
  expect((await block(resident, uuid, 'unblock')).data).toEqual({ isBlocked: true })
  await run(server.db)`update discussions set blocked_by_team = false where id = ${uuid}`
  expect((await say(company, uuid, 'Merci')).status).toBe(200)
})

test('M-006 its company marks a conversation as unread, nobody else does; reading clears it', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  await read(company, uuid)
  const keep = (who: Who) => post(who, `/v1/discussions/${uuid}/unread`)
  expect((await keep(company)).status).toBe(200)
  expect((await keep(company)).data).toEqual({})
  expect((await list(company))[0]?.newMessage).toBe(1)
  expect((await keep(resident)).error?.code).toBe('DISCUSSION_NOT_FOUND')
  expect((await keep(await newOwner(server))).status).toBe(404)
  await read(company, uuid)
  expect((await list(company))[0]?.newMessage).toBe(0)
})
