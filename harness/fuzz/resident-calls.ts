import { run } from '../../apps/server/src/db/database.ts'
import { signTicket } from '../../apps/server/src/features/notices/index.ts'
import type { TestApp } from '../server/test-app.ts'
import { bookingCalls as bookings } from '../town/bookings.ts'
import { newSiteShop, newVisitor, siteCalls, type Visitor } from '../town/site-visitors.ts'
import { codeSentTo } from '../town/town-client.ts'
import { pushSubscription } from './aimed-call.ts'
import { type Sends, sendsOf } from './send.ts'

const ordering = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains', firstName: 'Inès' }

/** A browser that gave a first name. */
async function newDevice(server: TestApp): Promise<Visitor> {
  const who = newVisitor()
  await siteCalls(server).put(who, '/me', { firstName: 'Inès' })
  return who
}

/** Who a resident is on the site, and what they wish: each valid until it has succeeded once, by a resident of its own. */
export async function deviceCalls(server: TestApp): Promise<Sends> {
  const site = siteCalls(server)
  const [retiring, moving, taking] = [await newDevice(server), await newDevice(server), await newDevice(server)]
  const me = await site.get<{ devices: { id: number }[] }>(retiring, '/me')
  const { code } = (await site.post<{ code: string }>(moving, '/transfers')).data
  const phone = '+33612340099'
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  return {
    ...sendsOf(newVisitor(), {
      'PUT /v1/site/me': [{}, { firstName: 'Inès' }],
      'PUT /v1/site/settings': [{}, { dailyCap: 2 }],
      'POST /v1/site/push': [{}, { subscription: pushSubscription }],
      'POST /v1/site/transfers/claim': [{}, { code }],
      'POST /v1/site/reports': [{}, { address: '/clichy-92110', reason: 'spam' }],
    }),
    ...sendsOf(await newDevice(server), { 'DELETE /v1/site/push': [{}, { endpoint: pushSubscription.endpoint }] }),
    ...sendsOf(await newDevice(server), { 'POST /v1/site/transfers': [] }),
    ...sendsOf(retiring, { 'DELETE /v1/site/devices/:id': [{ id: me.data.devices[0]?.id }] }),
    ...sendsOf(await newDevice(server), { 'DELETE /v1/site/me': [{}, {}] }),
    ...sendsOf(taking, {
      'POST /v1/site/phone': [{}, { phone, code: await codeSentTo(server.client, phone) }],
      'DELETE /v1/site/phone': [],
    }),
  }
}

/** What a resident does at a business of the site: each valid until it has succeeded once, in a conversation or an order of its own. */
export async function residentCalls(server: TestApp): Promise<Sends> {
  const site = siteCalls(server)
  const owner = await newSiteShop(server, { membership: 'premium' })
  const { companyId } = owner
  await run(server.db)`update companies set cac_active = true where id = ${companyId}`
  const shop = { id: companyId }
  const talking = async () => {
    const who = await newDevice(server)
    return { who, talk: { id: (await site.write(who, companyId, 'Bonjour')).data.uuid } }
  }
  const [writing, blocking, reopening, deleting] = [await talking(), await talking(), await talking(), await talking()]
  await site.post(reopening.who, `/conversations/${reopening.talk.id}/block`)
  const ordered = await newDevice(server)
  const place = async () => (await site.post<{ id: number }>(ordered, `/companies/${companyId}/orders`, ordering)).data
  const agreed = await place()
  const { proposal } = await server.client.call('POST /v1/clickAndCollect/order/:id/propose', {
    params: agreed,
    token: owner.token,
    body: { ...ordering, version: 1, total: '3,50' },
  })
  return {
    ...sendsOf(newVisitor(), {
      'POST /v1/site/companies/:id/follow': [shop, { follows: 1 }],
      'POST /v1/site/counts': [{}, { companyId, act: 'view' }],
      'POST /v1/site/companies/:id/messages': [shop, { message: 'Bonjour' }],
      'POST /v1/site/companies/:id/orders': [shop, ordering],
    }),
    ...sendsOf(writing.who, {
      'POST /v1/site/conversations/:id/messages': [writing.talk, { message: 'Et demain ?' }],
    }),
    ...sendsOf(blocking.who, { 'POST /v1/site/conversations/:id/block': [blocking.talk] }),
    ...sendsOf(reopening.who, { 'POST /v1/site/conversations/:id/unblock': [reopening.talk] }),
    ...sendsOf(deleting.who, { 'DELETE /v1/site/conversations/:id': [deleting.talk] }),
    ...sendsOf(ordered, {
      'POST /v1/site/orders/:id/withdraw': [await place()],
      'POST /v1/site/orders/:id/change': [await place(), { version: 1, orderContent: 'Un pain' }],
      'POST /v1/site/orders/:id/accept': [agreed, { proposalId: proposal?.id }],
    }),
  }
}

/** Every changing call of bookings, valid until it has succeeded once: on an evening of one seat with a list, and on one without. */
export async function bookingCalls(server: TestApp): Promise<Sends> {
  const { book, evening, people, save, withdraw } = bookings(server)
  const [open, full, other, settings] = [
    await evening(),
    await evening({ capacity: 1 }),
    await evening(),
    await evening(),
  ]
  const [offered, giving, mailing] = [newVisitor(), newVisitor(), newVisitor()]
  const first = await book(giving, full)
  const next = await book(offered, full, { wait: 1 })
  await withdraw(giving, first.data)
  const [given, mailed] = [(await book(giving, open)).data, (await book(mailing, open)).data]
  await book(newVisitor(), other)
  await book(newVisitor(), other)
  const [removed, coming] = await people(other)
  await save(settings, { capacity: 12 })
  const ticket = signTicket(server.deps.config, 'booking', String(mailed.id))
  return {
    ...sendsOf(newVisitor(), {
      'POST /v1/site/instants/:id/bookings': [{ id: open.id }, { date: open.date, firstName: 'Inès' }],
    }),
    ...sendsOf(offered, { 'POST /v1/site/bookings/:id/accept': [{ id: next.data.id }, {}] }),
    ...sendsOf(giving, { 'POST /v1/site/bookings/:id/withdraw': [{ id: given.id }, {}] }),
    'POST /v1/email/booking': (to, headers) =>
      to.call('POST', `/v1/email/booking?ticket=${ticket}`, { json: { act: 'withdraw' }, headers }),
    ...sendsOf(settings.owner, {
      'PUT /v1/instants/:id/bookings': [{ id: settings.id }, { version: 2, capacity: 15 }],
    }),
    ...sendsOf(open.owner, {
      'POST /v1/instants/:id/bookings/people': [{ id: open.id }, { date: open.date, name: 'Madame Petit', seats: 2 }],
    }),
    ...sendsOf(other.owner, {
      'DELETE /v1/instants/:id/bookings/people/:bookingId': [
        { id: other.id, bookingId: removed?.id },
        { reason: 'Doublon' },
      ],
      'POST /v1/instants/:id/bookings/came': [{ id: other.id }, { date: other.date, id: coming?.id }],
    }),
  }
}
