import { multipart } from '@parvis/client/client'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf, type Message, type Who } from '@parvis/harness/town/conversations'
import { deskCalls } from '@parvis/harness/town/order-calls'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newResident, siteHeaders } from '@parvis/harness/town/site-visitors'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { cellOf, run } from '../../db/database.ts'
import type { Audience, Heard } from '../../db/live-hub.ts'
import { pushToResident } from './push-to-resident.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const { addDevice, block, getMessages, list, newConversation, open, post, pushes, read, say, sayOk } =
  conversationCalls(server)

async function conversationsOf(company: Owner, count: number) {
  const opened = []
  for (let n = 0; n < count; n++) {
    const resident = await newResident(server)
    opened.push({ resident, uuid: await open(resident, company, `Bonjour ${n}`) })
  }
  return opened
}

const sendImage = (who: Who, uuid: string, bytes: Buffer, fields: Record<string, string> = {}) => {
  const sent = {
    params: { id: uuid },
    ...multipart({ message: '', ...fields, image: new Blob([new Uint8Array(bytes)]) }),
  }
  return 'cookies' in who
    ? server.client.answer('POST /v1/site/conversations/:id/messages', { ...sent, headers: siteHeaders(who) })
    : server.client.answer('POST /v1/discussions/:id/message', { ...sent, token: who.token })
}
/** Answered by its company: a resident may send it a picture, and write often. */
async function newExchange() {
  const talk = await newConversation('Bonjour')
  await sayOk(talk.company, talk.uuid, 'Bonjour')
  return talk
}
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#c3472b' } })
    .toFormat(format)
    .toBuffer()
const fetchImage = async (address: string | null | undefined) => {
  const { pathname, search } = new URL(address ?? '')
  return (await server.app.inject({ url: pathname + search })).statusCode
}

test('M-004 the plan’s three newest conversations are open, the others refuse the company only (AMB-99)', async () => {
  const company = await newOwner(server)
  const [a, b, c, d] = await conversationsOf(company, 4)
  if (!a || !b || !c || !d) throw new Error('four conversations were opened')
  expect(await list(company)).toHaveLength(4)
  for (const { uuid } of [b, c, d]) expect(await read(company, uuid)).toHaveLength(1)
  const refused = [
    await getMessages(company, a.uuid),
    await getMessages(company, a.uuid, '?selection_way=after&message_id=1'),
    await say(company, a.uuid, 'Réponse'),
  ]
  for (const { status, error } of refused) expect([status, error?.code]).toEqual([403, 'CONVERSATION_LIMIT'])
  expect((await list(company)).find(({ uuid }) => uuid === a.uuid)?.newMessage).toBe(1)
  expect(await read(a.resident, a.uuid)).toHaveLength(1)
  await sayOk(a.resident, a.uuid, 'Vous êtes là ?')
  expect(await read(company, a.uuid)).toHaveLength(2)
  expect((await getMessages(company, b.uuid)).error?.code).toBe('CONVERSATION_LIMIT')
  await run(server.db)`update companies set membership = 'basic' where id = ${company.companyId}`
  expect(await read(company, b.uuid)).toHaveLength(1)
})

test('S-052 AMB-99 a waiting order keeps its conversation open beyond the plan, until it is decided', async () => {
  const company = await newOwner(server)
  const [a] = await conversationsOf(company, 4)
  if (!a) throw new Error('four conversations were opened')
  const disabled = async () => (await list(company)).map((conversation) => conversation.disabled)
  expect(await disabled()).toEqual([false, false, false, true])
  await run(server.db)`
    insert into orders (id, company_id, discussion_id, pickup_at, content)
    values (7000000001, ${company.companyId}, ${a.uuid}, '2035-06-15T00:00:00Z', 'Pain')`
  expect(await disabled()).toEqual([false, false, false, false])
  expect(await read(company, a.uuid)).toHaveLength(1)
  await run(server.db)`update orders set state = 'refused' where id = 7000000001`
  expect((await getMessages(company, a.uuid)).error?.code).toBe('CONVERSATION_LIMIT')
})

test('M-012 AMB-106 AMB-143 an image of any size goes alone or with a text, GIF too, at an address of one hour', async () => {
  const { company, resident, uuid } = await newExchange()
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const alone = dataOf<Message>(await sendImage(resident, uuid, await picture(format)))
    expect(alone.message).toBe('')
    expect(await fetchImage(alone.image)).toBe(200)
  }
  const [newest] = await list(company)
  expect(newest?.excerpt).toBe('Photo')
  const both = dataOf<Message>(
    await sendImage(company, uuid, await picture('png'), { companyId: company.companyId, message: 'Voici' }),
  )
  expect(both.message).toBe('Voici')
  expect(await fetchImage(both.image?.replace('signature=', 'signature=x'))).toBe(403)
  expect(await fetchImage(`${both.image}&signature=x`)).toBe(403)
  const inMinutes = (minutes: number) => server.setClock(new Date(Date.now() + minutes * 60_000).toISOString())
  await inMinutes(59)
  expect(await fetchImage(both.image)).toBe(200)
  await inMinutes(62)
  expect(await fetchImage(both.image)).toBe(403)
  const [renewed] = await read(resident, uuid)
  expect(await fetchImage(renewed?.image)).toBe(200)
})

test('U-109 the export names one’s own pictures, never those of whom one writes with; their addresses are good for a day', async () => {
  const { company, resident, uuid } = await newExchange()
  const by = { companyId: company.companyId, message: 'Voici' }
  const mine = dataOf<Message>(await sendImage(company, uuid, await picture('png'), by))
  const theirs = dataOf<Message>(await sendImage(resident, uuid, await picture('png')))
  const logo = `${'ab'.repeat(16)}.jpg`
  await run(server.db)`
    insert into stored_files (name, kind, width, height, bytes) values (${logo}, 'public', 9, 9, 9)`
  await run(server.db)`update companies set profile_picture = ${logo} where id = ${company.companyId}`
  const nameOf = ({ image }: Message) => new URL(image ?? '').pathname.split('/').at(-1)
  const exported = async (token: string) => (await server.client.call('GET /v1/account/export', { token })).pictures
  const pictures = await exported(company.token)
  expect(new Set(pictures.map(({ name }) => name))).toEqual(new Set([logo, nameOf(mine)]))
  expect((await exported(resident.token)).map(({ name }) => name)).toEqual([nameOf(theirs)])
  expect(pictures.find(({ kind }) => kind === 'public')?.url).toBe(`${server.deps.config.mediaOrigin}/v1/media/${logo}`)
  const address = pictures.find(({ kind }) => kind === 'private')?.url
  const inHours = (hours: number) => server.setClock(new Date(Date.now() + hours * 3_600_000).toISOString())
  await inHours(23)
  expect(await fetchImage(address)).toBe(200)
  await inHours(25)
  expect(await fetchImage(address)).toBe(403)
})

test('M-012 T12 what is not a picture is 415 and nothing is sent', async () => {
  const { company, resident, uuid } = await newExchange()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const bytes of [Buffer.from('du texte'), svg]) {
    expect((await sendImage(resident, uuid, bytes)).error?.code).toBe('unreadable_image')
  }
  expect(await read(company, uuid)).toHaveLength(2)
})

test('M-012 F25 the images of a conversation that goes away are given to the sweep', async () => {
  const { resident, uuid } = await newExchange()
  const { image } = dataOf<Message>(await sendImage(resident, uuid, await picture('png')))
  const name = new URL(image ?? '').pathname.split('/').at(-1) ?? ''
  const dropped = async () =>
    await cellOf<Date | null>(server.db)`select dropped_at from stored_files where name = ${name}`
  expect(await dropped()).toBeNull()
  await run(server.db)`delete from users where users.id = ${resident.userId}`
  expect(await dropped()).toBeInstanceOf(Date)
})

test('C-035 T24 60 messages a minute for one person, then 429 with Retry-After', async () => {
  const { resident, uuid } = await newExchange()
  const answers = []
  // The first one was counted when it was written.
  for (let n = 1; n < 62; n++) answers.push(await say(resident, uuid, `${n}`))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(1)
  expect(refused.length).toBeLessThanOrEqual(2)
  for (const { error, headers } of refused) {
    expect(error?.code).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('C-035 T22 the same key writes once', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  const path = `/v1/site/conversations/${uuid}/messages`
  const send = (message: string) => post(resident, path, { message }, { 'idempotency-key': 'message-key' })
  const first = await send('Une fois')
  expect((await send('Une fois')).data).toEqual(first.data)
  expect((await send('Autre')).error?.code).toBe('IDEMPOTENCY_MISMATCH')
  expect(await read(company, uuid)).toHaveLength(2)
})

test('T24 AMB-149 a company’s message is pushed under its own key, a resident’s or a refused one is not', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  await addDevice(resident, 'device-push')
  const told = async () => {
    await server.runJobs()
    return (await pushes()).filter(({ to }) => to === 'device-push')
  }
  await sayOk(resident, uuid, 'Bonjour')
  expect(await told()).toEqual([])
  const { id } = await sayOk(company, uuid, 'Bonjour Julie')
  expect(await told()).toMatchObject([
    {
      text: 'Les Amis du Livre\nBonjour Julie',
      payload: { key: `message-${id}`, data: { topic: 'discussion', id: uuid } },
    },
  ])
  await sayOk(company, uuid, 'À demain')
  await block(resident, uuid)
  await say(company, uuid, 'Encore')
  expect(await told()).toHaveLength(1)
})

test('C-057 AMB-149 a device that is gone is forgotten, one that could not be told is told again under the same key', async () => {
  const { company, resident, uuid } = await newConversation('Bonjour')
  for (const token of ['gone', 'busy']) await addDevice(resident, token)
  const { id: messageId } = await sayOk(company, uuid, 'Bonjour')
  const keys: string[] = []
  const push = {
    send: async (batch: readonly { token: string; key: string }[]) => {
      keys.push(...batch.map(({ key }) => key))
      return batch.map(({ token }) => (token === 'gone' ? ('expired' as const) : ('retry' as const)))
    },
  }
  const deps = { ...server.deps, gateways: { ...server.deps.gateways, push } }
  await expect(pushToResident.run(deps, { discussionId: uuid, messageId })).rejects.toThrow()
  await expect(pushToResident.run(deps, { discussionId: uuid, messageId })).rejects.toThrow()
  expect(keys).toEqual(Array(3).fill(`message-${messageId}`))
  await pushToResident.run(server.deps, { discussionId: uuid, messageId })
  expect((await pushes()).map(({ to }) => to)).toContain('busy')
})

test('M-018 M-044 both sides hear of a message by its conversation’s id only; strangers hear nothing', async () => {
  const [company, other] = [await newOwner(server), await newOwner(server)]
  const resident = await newResident(server)
  const heard = { company: [] as Heard[], resident: [] as Heard[], other: [] as Heard[] }
  const listen = (audience: Audience, to: Heard[]) => server.deps.live.subscribe([audience], (event) => to.push(event))
  const stops = [
    listen(`company:${company.companyId}`, heard.company),
    listen(`user:${resident.userId}`, heard.resident),
    listen(`company:${other.companyId}`, heard.other),
  ]
  const uuid = await open(resident, company, 'Confidentiel')
  const expected = { topic: 'discussion', id: uuid }
  await vi.waitFor(() => expect([heard.company, heard.resident]).toEqual([[expected], [expected]]))
  await read(company, uuid)
  await vi.waitFor(() => expect(heard.company).toEqual([expected, expected]))
  await read(company, uuid)
  await sayOk(company, uuid, 'Réponse')
  await vi.waitFor(() => expect(heard.resident).toEqual([expected, expected]))
  expect(heard.company).toHaveLength(3)
  expect(heard.other).toEqual([])
  for (const stop of stops) stop()
})

test('Q-011 thirty codes a minute are tried at one shop, whoever types them; the next is refused', async () => {
  const { newShop, desk } = deskCalls(server)
  const shop = await newShop({})
  const type = () => post(shop, desk(shop, '/orders/collect'), { code: '0000' })
  const answers = await Promise.all(Array.from({ length: 31 }, type))
  const codes = answers.map(({ error }) => error?.code)
  expect(codes.filter((code) => code === 'CODE_UNKNOWN')).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
