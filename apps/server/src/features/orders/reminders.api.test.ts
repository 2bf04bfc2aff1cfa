import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { agreedAt, deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import { newResident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { eraseAccounts } from '../account/index.ts'
import { hashAddress } from '../notices/index.ts'
import { orderTasks } from './index.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { addDevice, pushes } = conversationCalls(server)
const { newShop, place, act } = deskCalls(server)
const at = deskTime

const remind = async () => await orderTasks.find(({ name }) => name === 'remind-residents')?.run(server.deps)

test('Q-015 W-094 a resident is reminded an hour before, once whatever runs, of an order accepted three hours before or more', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  await addDevice(resident, 'phone-of-reminders')
  const told = async () => {
    await server.runJobs()
    return (await pushes()).filter(({ to, text }) => to === 'phone-of-reminders' && text.includes('vous attend à'))
  }
  const accepted = async (pickup: string) => {
    const { id } = await place(resident, shop, pickup)
    await act(shop, id, 'validate', agreedAt(pickup))
    return id
  }
  // Accepted at 10:02: the first is 2 h 58 before its time, the second 3 h 13.
  await accepted(at('13:00'))
  await accepted(at('13:15'))
  const cancelled = await accepted(at('13:15'))
  await server.setClock('2031-01-14T12:14:00+01:00')
  await remind()
  expect(await told()).toEqual([])
  await act(shop, cancelled, 'revoke', { reason: 'Four en panne' })
  await server.setClock('2031-01-14T12:15:30+01:00')
  await Promise.all([remind(), remind(), remind()])
  expect((await told()).map(({ text }) => text)).toEqual([expect.stringContaining('13\u00A0h\u00A015')])
  await remind()
  expect(await told()).toHaveLength(1)
})

test('Q-041 J-005 an order to come goes with a business that is erased, and its resident is told, once', async () => {
  const shop = await newShop({ horizon: 60 })
  const pickup = '2031-02-23T12:00:00+01:00'
  const resident = await newResident(server)
  await addDevice(resident, 'phone-of-losses')
  const { id } = await place(resident, shop, pickup)
  await act(shop, id, 'validate', agreedAt(pickup))
  await server.client.call('DELETE /v1/account', { token: shop.token })
  await server.setClock('2031-02-14T12:00:00+01:00')
  await eraseAccounts(server.deps)
  await eraseAccounts(server.deps)
  await server.runJobs()
  const told = (await pushes()).filter(({ to, text }) => to === 'phone-of-losses' && text.includes('Parvis'))
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/Annulée\u00a0: votre commande pour le 23 février 2031 à 12:00. [^.]+ a quitté Parvis\./),
  ])
})

test('Q-041 J-005 L-009 who has no device, and an address that they confirmed, reads by mail what goes with an erased business', async () => {
  const shop = await newShop({ horizon: 60 })
  const resident = await newResident(server)
  await run(server.db)`
    insert into letters (user_id, address, address_hash, rhythm, confirmed_at)
    values (${resident.userId}, 'perte@exemple.fr', ${hashAddress(server.deps.config, 'perte@exemple.fr')}, 'daily', app_now())`
  const pickup = '2031-02-23T12:00:00+01:00'
  const { id } = await place(resident, shop, pickup)
  await act(shop, id, 'validate', agreedAt(pickup))
  await server.client.call('DELETE /v1/account', { token: shop.token })
  await server.setClock('2031-02-14T12:00:00+01:00')
  await eraseAccounts(server.deps)
  await server.runJobs()
  const sent = await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email', to: 'perte@exemple.fr' } })
  expect(sent.map(({ text }) => text).join()).toMatch(/votre commande pour le 23 février 2031 [\s\S]*\/mes-abonnements/)
})

test('W-080 what is said of an order lives until two hours after its pick-up, 72 hours at most, urgent', async () => {
  const shop = await newShop({ horizon: 14 })
  const resident = await newResident(server)
  await addDevice(resident, 'phone-of-lifetimes')
  const lifetime = async (pickup: string, agreed = pickup) => {
    const { id } = await place(resident, shop, pickup)
    await act(shop, id, 'validate', agreedAt(agreed))
    await server.runJobs()
    const told = (await pushes()).find(({ to }) => to === 'phone-of-lifetimes') as { payload?: object } | undefined
    return told?.payload
  }
  // Asked at 10:02:05: 15:00 is 4 h 58 away.
  expect(await lifetime(at('15:00'))).toMatchObject({ headers: { urgency: 'high', ttl: expect.closeTo(25_075, -2) } })
  expect(await lifetime(at('12:00', 24))).toMatchObject({ headers: { ttl: 259_200 } })
  // More seconds than an int of PostgreSQL holds.
  expect(await lifetime(at('12:00'), '2999-01-01T10:00:00+01:00')).toMatchObject({ headers: { ttl: 259_200 } })
})
