import { testApp } from '@parvis/harness/server/test-app'
import { newSession } from '@parvis/harness/sql/people'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { newOwner, type Person } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { expect, test, vi } from 'vitest'
import { columnOf, run } from '../../db/database.ts'
import type { Heard } from '../../db/live-hub.ts'

const server = testApp()

const read = ({ token }: Pick<Person, 'token'>) => server.client.call('GET /v1/account/notifications', { token })
const addressOf = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`
const say = (token: string, name: string, more: object = {}) => {
  const subscription = { endpoint: addressOf(name), keys: { p256dh: 'p', auth: 'a' } }
  return server.client.call('POST /v1/account/devices', { token, body: { subscription, ...more } })
}
const remove = (token: string, name: string) =>
  server.client.call('DELETE /v1/account/devices', { token, body: { endpoint: addressOf(name) } })
const keysOf = async (name: string) =>
  (await columnOf(server.db)`select subscription from push_targets where endpoint = ${addressOf(name)}`).join()

test('U-086 a changed address or changed keys are one device; the session that asks knows its own', async () => {
  const owner = await newOwner(server)
  const other = await newSession(server.db, owner.userId)
  await say(owner.token, 'first')
  await say(other, 'tablet', { label: 'Tablette' })
  await say(owner.token, 'second', { formerEndpoint: addressOf('first'), renewed: true })
  const keys = { p256dh: 'p2', auth: 'a2' }
  await say(owner.token, 'second', { subscription: { endpoint: addressOf('second'), keys }, renewed: true })
  const { devices } = await read(owner)
  expect(devices.map(({ endpoint, current }) => [endpoint, current])).toEqual([
    [addressOf('second'), true],
    [addressOf('tablet'), false],
  ])
  expect(await keysOf('second')).toContain('a2')
})

test('U-086 a device removed from the list stays off when its portal opens, until it is switched on there', async () => {
  const owner = await newOwner(server)
  await say(owner.token, 'shop')
  await remove(owner.token, 'shop')
  await say(owner.token, 'shop', { renewed: true })
  expect((await read(owner)).devices).toEqual([])
  await say(owner.token, 'shop-2', { formerEndpoint: addressOf('shop'), renewed: true })
  expect((await read(owner)).devices).toEqual([])
  await say(owner.token, 'shop-2')
  expect((await read(owner)).devices).toHaveLength(1)
})

test('U-086 T05 nobody removes, renames or moves the device of another person by its address', async () => {
  const [owner, thief] = [await newOwner(server), await newOwner(server)]
  await say(owner.token, 'mine')
  await remove(thief.token, 'mine')
  await say(thief.token, 'theirs', { formerEndpoint: addressOf('mine') })
  expect((await read(owner)).devices.map(({ endpoint }) => endpoint)).toEqual([addressOf('mine')])
})

test('U-086 T10 an address that cannot be stored is refused, at each call that takes one', async () => {
  const { token } = await newOwner(server)
  const nul = { token, body: { endpoint: 'https://push.exemple.fr/\u0000' } }
  expect((await server.client.answer('DELETE /v1/account/devices', nul)).status).toBe(400)
  expect((await server.client.answer('POST /v1/account/devices/test', nul)).status).toBe(400)
})

test('U-086 a device that is not reached is said after seven days, and no more once one arrives; a gone one is forgotten', async () => {
  const owner = await newOwner(server)
  await say(owner.token, 'ill')
  const send = vi.spyOn(server.deps.gateways.push, 'send')
  const answers = async (result: 'retry' | 'sent' | 'expired') => {
    send.mockResolvedValueOnce([result])
    const asked = { token: owner.token, body: { endpoint: addressOf('ill') } }
    const { status } = await server.client.answer('POST /v1/account/devices/test', asked)
    return [status, (await read(owner)).devices.map(({ failing }) => failing)]
  }
  expect(await answers('retry')).toEqual([503, [false]])
  await server.setClock(new Date(Date.now() + 8 * 86_400_000).toISOString())
  expect(await answers('retry')).toEqual([503, [true]])
  expect(await answers('sent')).toEqual([200, [false]])
  expect(await answers('expired')).toEqual([404, []])
  send.mockRestore()
})

test('U-094 the sound is the person’s: kept on the server, said at the next sign-in, told to the open tabs', async () => {
  const owner = await newOwner(server)
  expect((await read(owner)).sound).toBe(true)
  const heard: Heard[] = []
  const stop = server.deps.live.subscribe([`user:${owner.userId}`], (one) => heard.push(one))
  await server.client.call('PUT /v1/account/sound', { token: owner.token, body: { sound: false } })
  expect((await read({ token: await newSession(server.db, owner.userId) })).sound).toBe(false)
  await expect.poll(() => heard).toContainEqual({ topic: 'notice', id: owner.userId })
  stop()
})

test('U-087 the address that mails go to is shown, and said when its reader refused it', async () => {
  const owner = await newOwner(server)
  await run(server.db)`update users set email = null where id = ${owner.userId}`
  expect((await read(owner)).address).toBeNull()
  await run(server.db)`update users set email = 'pro@exemple.fr' where id = ${owner.userId}`
  expect((await read(owner)).address).toEqual({ email: 'pro@exemple.fr', refused: false })
})

test('U-092 `notice` reaches the owner’s open tabs when something is to be told, never the resident’s', async () => {
  const [owner, resident] = [await newOwner(server, { membership: 'premium' }), await newResident(server)]
  const [heard, overheard]: [Heard[], Heard[]] = [[], []]
  const stops = [
    server.deps.live.subscribe([`user:${owner.userId}`], (one) => heard.push(one)),
    server.deps.live.subscribe([`user:${resident.userId}`], (one) => overheard.push(one)),
  ]
  const thread = await conversationCalls(server).open(resident, owner)
  await expect.poll(() => heard).toContainEqual({ topic: 'notice', id: thread })
  expect(overheard.map((one) => (one === 'gap' ? one : one.topic))).not.toContain('notice')
  for (const stop of stops) stop()
})
