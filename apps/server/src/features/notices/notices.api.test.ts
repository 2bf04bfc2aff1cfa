import { testApp } from '@parvis/harness/server/test-app'
import { addMember, newSession, saveEmail } from '@parvis/harness/sql/people'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner, type Owner, type Person } from '@parvis/harness/town/people'
import { newResident, type Resident } from '@parvis/harness/town/site-visitors'
import { transaction } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { columnOf, hasRow, numberOf, rowsOf, run } from '../../db/database.ts'
import type { PushMessage, PushResult } from '../../gateways/push/push.ts'
import { changePhoneBlock } from '../operator/index.ts'
import { noticesTask } from './send-due.ts'

const server = testApp()

/** A Tuesday. */
const day = '2027-03-09'
const at = (time: string, on = day) => server.setClock(`${on}T${time}:05+01:00`)
let count = 0

/** A PREMIUM shop, open 9 to 19 but on Sunday, with a device. */
async function watched({ open = '09:00', close = '19:00' } = {}): Promise<Owner & { device: string; email: string }> {
  const owner = await newOwner(server, { membership: 'premium' })
  const email = `pro-${++count}@exemple.fr`
  await saveEmail(server.db, owner.userId, email)
  await run(server.db)`update companies set cac_active = true where companies.id = ${owner.companyId}`
  await run(server.db)`
    insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    values (${owner.companyId}, 0, 'mondays_to_saturdays', ${open}, ${close}, true)`
  return { ...owner, email, device: await addDevice(owner) }
}

async function addDevice({ token }: Person): Promise<string> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${++count}`
  const subscription = { endpoint, keys: { p256dh: 'p', auth: 'a' } }
  const { status } = await server.client.answer('POST /v1/account/devices', {
    token,
    body: { subscription, label: 'Chrome' },
  })
  expect(status).toBe(200)
  return endpoint
}

/** Placed on the site, but by an owner, whom no browser there knows. */
const order = async (shop: Owner, time = '16:00', on = day, by?: Resident | Owner) => {
  const who = by ?? (await newResident(server, { firstName: 'Zébulon' }))
  const door = 'cookies' in who ? 'site' : 'app'
  const json = { pickupDateTime: `${on} ${time}`, orderContent: 'Deux CHOUQUETTES' }
  return dataOf<{ id: number }>(
    await conversationCalls(server).post(who, `/v1/${door}/companies/${shop.companyId}/orders`, json),
  ).id
}
const look = (id: number) => rowsOf(server.db)`update orders set seen_at = app_now() where id = ${id}`
type Choice = { kind: 'message' | 'order' | 'reminder' | 'terms' } & Partial<
  Record<'push' | 'email' | 'sms' | 'showContent', boolean>
>
const choose = (shop: Owner, choice: Choice) =>
  server.client.answer('PUT /v1/company/:id/notifications', {
    token: shop.token,
    params: { id: shop.companyId },
    body: choice,
  })

/** French spaces before « h » made plain. */
const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ')

type Told = { text: string; to: string; payload: { key: string; notification: { navigate: string } } }
async function pushesTo(endpoint: string): Promise<Told[]> {
  await noticesTask.run(server.deps)
  const all = (await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'push' } })).data as Told[]
  return all.filter(({ to }) => to.includes(`${endpoint}"`)).reverse()
}
const outboxOf = async (kind: string, to: string) =>
  (await server.client.answer('GET /v1/dev/outbox', { query: { kind, to } })).data as Told[]

test('U-088 U-089 one’s own order is silent; another’s reaches both devices, without name or text unless chosen', async () => {
  await at('10:00')
  const shop = await watched()
  const second = await addDevice(shop)
  await order(shop, '16:00', day, shop)
  expect(await pushesTo(shop.device)).toEqual([])
  const id = await order(shop)
  for (const device of [shop.device, second]) {
    const [told, ...more] = await pushesTo(device)
    expect([plain(told?.text), more]).toEqual(['Boulangerie Martin\nNouvelle commande, retrait aujourd’hui à 16 h', []])
    expect(told?.payload.key).toContain(String(id))
    expect(told?.payload.notification.navigate).toMatch(new RegExp(`^${server.deps.config.publicUrl}/messages`))
  }
  await choose(shop, { kind: 'order', showContent: true })
  await order(shop)
  expect((await pushesTo(shop.device)).at(-1)?.text).toContain('Zébulon : Deux CHOUQUETTES')
})

test('U-040 the link of a notice names its business for who works for two, and only then', async () => {
  await at('10:00')
  const shop = await watched()
  await order(shop)
  const linkOf = async () => (await pushesTo(shop.device)).at(-1)?.payload.notification.navigate
  expect(await linkOf()).not.toContain('etablissement')
  await addMember(server.db, (await newOwner(server)).companyId, shop.userId, 'counter')
  await order(shop)
  expect(await linkOf()).toMatch(new RegExp(`/messages\\?conversation=[\\w-]+&etablissement=${shop.companyId}#`))
})

test('U-087 each switch changes what leaves; mail about terms cannot be switched off', async () => {
  await at('10:00')
  const shop = await watched()
  await choose(shop, { kind: 'order', push: false })
  await order(shop)
  expect(await pushesTo(shop.device)).toEqual([])
  const { choices } = dataOf<{ choices: { kind: string; push: boolean; email: boolean }[] }>(
    await server.client.answer('GET /v1/account/notifications', { token: shop.token }),
  )
  expect(choices.find(({ kind }) => kind === 'order')).toMatchObject({ push: false, email: false })
  expect((await choose(shop, { kind: 'terms', email: false })).error?.code).toBe('VALIDATION')
})

test('U-087 messages without push and orders by mail too: each leaves by its own ways', async () => {
  await at('10:00')
  const shop = await watched()
  await choose(shop, { kind: 'message', push: false })
  await choose(shop, { kind: 'order', email: true })
  await conversationCalls(server).open(await newResident(server), shop)
  expect(await pushesTo(shop.device)).toEqual([])
  expect(await outboxOf('email', shop.email)).toEqual([])
  await order(shop)
  expect((await pushesTo(shop.device)).map(({ text }) => text)).toEqual([expect.stringContaining('Nouvelle commande')])
  expect((await outboxOf('email', shop.email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('Nouvelle commande'),
  ])
})

test('U-090 U-D21 closed: messages wait until 30 minutes before the opening, grouped; an order too, unless its pickup is before', async () => {
  await at('20:00', '2027-03-06')
  const shop = await watched({ open: '06:30' })
  const { open, block } = conversationCalls(server)
  let leaves: (() => Promise<unknown>) | undefined
  for (const text of ['Bonjour', 'Toujours là ?', 'Merci', 'Laissez']) {
    const resident = await newResident(server)
    const uuid = await open(resident, shop, text)
    if (text === 'Laissez') leaves = () => block(resident, uuid)
  }
  expect(await pushesTo(shop.device)).toEqual([])
  await leaves?.()
  await order(shop, '23:00', '2027-03-07')
  expect((await pushesTo(shop.device)).map(({ text }) => plain(text)?.split('\n')[1])).toEqual([
    'Nouvelle commande, retrait demain à 23 h',
  ])
  await at('05:59', '2027-03-08')
  expect(await pushesTo(shop.device)).toHaveLength(1)
  await at('06:00', '2027-03-08')
  expect((await pushesTo(shop.device)).at(-1)?.text).toContain('3 messages en attente')
  expect(await pushesTo(shop.device)).toHaveLength(2)
})

test('U-091 U-093 unseen: 10 open minutes later again, 20 a mail, 30 a SMS to who chose it, once; closed time does not count', async () => {
  await at('18:55')
  const shop = await watched()
  await choose(shop, { kind: 'reminder', sms: true })
  await order(shop, '16:00', '2027-03-11')
  expect(await pushesTo(shop.device)).toHaveLength(1)
  await at('23:30')
  expect(await pushesTo(shop.device)).toHaveLength(1)
  await at('09:04', '2027-03-10')
  expect(await pushesTo(shop.device)).toHaveLength(1)
  await at('09:06', '2027-03-10')
  expect((await pushesTo(shop.device)).at(-1)?.text).toContain('Une commande attend depuis 10 min')
  await at('09:16', '2027-03-10')
  await noticesTask.run(server.deps)
  const [mail] = await outboxOf('email', shop.email)
  expect(mail?.text).toContain('Une commande attend depuis 20 min')
  expect(JSON.stringify(mail)).not.toMatch(/Zébulon|CHOUQUETTES/)
  expect(await outboxOf('sms', shop.phone)).toEqual([])
  await at('09:26', '2027-03-10')
  await noticesTask.run(server.deps)
  await noticesTask.run(server.deps)
  expect((await outboxOf('sms', shop.phone)).map(({ text }) => plain(text))).toEqual([
    expect.stringMatching(/^Parvis Pro : une commande attend depuis 30 min \(retrait 16 h\)\. http/),
  ])
  expect(
    dataOf<{ sms: object }>(await server.client.answer('GET /v1/account/notifications', { token: shop.token })).sms,
  ).toEqual({
    used: 1,
    most: 30,
  })
})

const stepsOf = async (id: number) =>
  await columnOf<string>(server.db)`
    select step from notices where object = ${String(id)} and done_at is null order by id`

test('U-091 U-097 an order writes its announcement; its reminders wait beside it once a worker has seen it, five minutes unread', async () => {
  await at('10:00')
  const shop = await watched()
  const id = await order(shop)
  expect(await stepsOf(id)).toEqual(['new'])
  for (let twice = 0; twice < 2; twice++) await noticesTask.run(server.deps)
  expect(await stepsOf(id)).toEqual(['again', 'mail', 'sms', 'unanswered'])
  await look(id)
  await at('10:04')
  await noticesTask.run(server.deps)
  expect(await stepsOf(id)).toHaveLength(4)
  await at('10:11')
  await noticesTask.run(server.deps)
  await noticesTask.run(server.deps)
  expect(await stepsOf(id)).toEqual(['mail', 'sms', 'unanswered'])
})

test('U-088 who owns the business no longer is told nothing of it', async () => {
  await at('10:00')
  const shop = await watched()
  const id = await order(shop)
  await run(server.db)`delete from company_members where company_id = ${shop.companyId}`
  expect(await stepsOf(id)).toEqual([])
})

test('Q-014 U-092 seen: the ladder stops, one reminder 30 open minutes after it came; decided: nothing', async () => {
  await at('10:00')
  const shop = await watched()
  const [seen, decided] = [await order(shop), await order(shop)]
  expect(await pushesTo(shop.device)).toHaveLength(2)
  await look(seen)
  await look(decided)
  await at('10:20')
  expect(await pushesTo(shop.device)).toHaveLength(2)
  await run(server.db)`update orders set state = 'refused', cancel_message = 'Rupture' where id = ${decided}`
  await at('10:31')
  expect(await pushesTo(shop.device)).toHaveLength(3)
  await at('11:40')
  expect(await pushesTo(shop.device)).toHaveLength(3)
})

test('U-092 T21 200 rounds of seen ∥ due in two processes: no sending begins after', async () => {
  await at('10:00')
  const shop = await watched()
  const begun = new Map<string, bigint>()
  const slow = {
    ...server.deps,
    gateways: {
      ...server.deps.gateways,
      push: {
        send: async (batch: readonly PushMessage[]): Promise<PushResult[]> => {
          for (const { data } of batch) begun.set(data.id ?? '', process.hrtime.bigint())
          await new Promise((done) => setImmediate(done))
          return batch.map(() => 'sent')
        },
      },
    },
  }
  const resident = await newResident(server)
  let rang = 0
  for (let round = 0; round < 200; round++) {
    if (round % 40 === 0) await run(server.db)`delete from rate_windows`
    const id = await order(shop, '16:00', day, resident)
    const seeing = async () => {
      if (round % 2) await new Promise((done) => setTimeout(done, round % 7))
      await look(id)
      return process.hrtime.bigint()
    }
    const [seenAt] = await Promise.all([seeing(), noticesTask.run(slow), noticesTask.run(slow)])
    await noticesTask.run(slow)
    const sentAt = begun.get(String(id))
    if (sentAt) rang++
    expect(sentAt === undefined || sentAt < seenAt, `round ${round}`).toBe(true)
  }
  expect(rang).toBeGreaterThan(0)
  // Else the reminders of two hundred orders would come before those of the next tests.
  await run(server.db)`delete from notices where company_id = ${shop.companyId}`
}, 120_000)

test('U-093 T02 fifty reminders at once with one SMS left: one SMS, mails for the others', async () => {
  await at('10:00')
  const shop = await watched()
  await choose(shop, { kind: 'reminder', sms: true, push: false })
  await run(server.db)`insert into sms_use (company_id, month, used) values (${shop.companyId}, date '2027-03-01', 29)`
  const resident = await newResident(server)
  for (let n = 0; n < 50; n++) await order(shop, '16:00', day, resident)
  const isWaiting = async (step: string) =>
    await hasRow(server.db)`
      select from notices where company_id = ${shop.companyId} and done_at is null and step = ${step}`
  // The task takes fifty at a time, those of other shops among them.
  while (await isWaiting('new')) await noticesTask.run(server.deps)
  await run(server.db)`delete from notices where step <> 'sms' and company_id = ${shop.companyId}`
  await at('10:31')
  while (await isWaiting('sms')) await Promise.all(Array.from({ length: 6 }, () => noticesTask.run(server.deps)))
  expect(await outboxOf('sms', shop.phone)).toHaveLength(1)
  expect(await outboxOf('email', shop.email)).toHaveLength(49)
}, 60_000)

test('U-097 U-086 a kill or a push service that is away loses none and repeats the key; gone devices are forgotten', async () => {
  await at('10:00')
  const shop = await watched()
  const other = await addDevice(shop)
  await order(shop)
  const keys: string[] = []
  const sending = (answer: (message: PushMessage) => PushResult) => ({
    ...server.deps,
    gateways: {
      ...server.deps.gateways,
      push: {
        send: async (batch: readonly PushMessage[]) => {
          keys.push(...batch.map(({ key }) => key))
          return batch.map(answer)
        },
      },
    },
  })
  // Killed after the push service took it: the transaction never commits.
  const killed = sending(() => {
    throw new Error('killed')
  })
  for (let kill = 0; kill < 20; kill++) {
    await noticesTask.run(killed)
    // An error puts it behind the others, which a process that is killed does not.
    await run(server.db)`update notices set due_at = created_at where company_id = ${shop.companyId} and step = 'new'`
  }
  expect(await numberOf(server.db)`select count(*)::int from notices where company_id = ${shop.companyId}`).toBe(5)
  await noticesTask.run(sending(({ token }) => (token.includes(`${other}"`) ? 'retry' : 'sent')))
  const before = keys.length
  await at('10:01')
  await noticesTask.run(sending(() => 'expired'))
  expect(keys.length - before).toBe(1)
  expect(new Set(keys).size).toBe(1)
  const { devices } = await server.client.call('GET /v1/account/notifications', { token: shop.token })
  expect(devices).toHaveLength(1)
})

/** The providers of mail or SMS are away. */
const without = (gateway: 'mail' | 'sms') => {
  const { gateways } = server.deps
  return {
    ...server.deps,
    gateways: { ...gateways, [gateway]: { ...gateways[gateway], send: () => Promise.reject() } },
  }
}

test('U-087 U-093 U-097 what a provider did not take: a mail is sent again, without a second push, and a SMS becomes a mail', async () => {
  await at('10:00')
  const shop = await watched()
  await choose(shop, { kind: 'order', email: true })
  await choose(shop, { kind: 'reminder', sms: true })
  await order(shop)
  await noticesTask.run(without('mail'))
  expect(await outboxOf('email', shop.email)).toEqual([])
  await at('10:01')
  expect([await pushesTo(shop.device), await outboxOf('email', shop.email)].map(({ length }) => length)).toEqual([1, 1])
  for (const time of ['10:11', '10:21', '10:31']) {
    await at(time)
    await noticesTask.run(without('sms'))
  }
  expect(await outboxOf('email', shop.email)).toHaveLength(2)
  await at('10:33')
  await noticesTask.run(server.deps)
  expect(await outboxOf('email', shop.email)).toHaveLength(3)
  expect(await outboxOf('sms', shop.phone)).toEqual([])
})

test('U-085 U-086 signed out, a device is told nothing; one endpoint is one device; only a push service is kept', async () => {
  await at('10:00')
  const shop = await watched()
  await server.client.answer('POST /v1/authentication/logout', { token: shop.token })
  await order(shop)
  expect(await pushesTo(shop.device)).toEqual([])
  const other = await watched()
  const save = (endpoint: string) =>
    server.client.answer('POST /v1/account/devices', {
      token: other.token,
      body: { subscription: { keys: { p256dh: 'p', auth: 'b' }, endpoint } },
    })
  expect((await save(other.device)).status).toBe(200)
  expect((await save('https://exemple.fr/hook')).error?.code).toBe('VALIDATION')
  const { devices } = await server.client.call('GET /v1/account/notifications', { token: other.token })
  expect(devices).toHaveLength(1)
  const probe = (endpoint: string) =>
    server.client.answer('POST /v1/account/devices/test', { token: other.token, body: { endpoint } })
  expect((await probe(other.device)).status).toBe(200)
  expect(await pushesTo(other.device)).toHaveLength(1)
  expect((await probe(shop.device)).status).toBe(404)
})

test('U-085 T03 a device is told nothing once its session is ended from another one, nor once its phone is blocked', async () => {
  await at('10:00')
  const shop = await watched()
  const token = await newSession(server.db, shop.userId)
  const other = await addDevice({ ...shop, token })
  const sessions = await server.client.call('GET /v1/authentication/sessions', { token })
  const lost = sessions.find(({ current }) => !current)
  await server.client.call('DELETE /v1/authentication/sessions/:id', { token, params: { id: lost?.id ?? 0 } })
  await order(shop)
  expect([await pushesTo(shop.device), await pushesTo(other)]).toEqual([
    [],
    [expect.objectContaining({ text: expect.stringContaining('Nouvelle commande') })],
  ])
  await transaction(server.db, (tx) => changePhoneBlock(tx, shop.phone, { on: true, by: 'operator:test' }))
  await order(shop)
  expect([await pushesTo(shop.device), await pushesTo(other)]).toEqual([[], [expect.anything()]])
})
