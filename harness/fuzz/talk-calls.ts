import { parisDay } from '@parvis/domain/kernel/paris-time'
import { Temporal } from 'temporal-polyfill'
import { run } from '../../apps/server/src/db/database.ts'
import type { TestApp } from '../server/test-app.ts'
import { conversationCalls } from '../town/conversations.ts'
import { deskCalls } from '../town/order-calls.ts'
import { newOwner } from '../town/people.ts'
import { newResident } from '../town/site-visitors.ts'
import { type Sends, sendsOf } from './send.ts'

const asked = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains' }
const agreed = { ...asked, total: '3,50' }

/** Every call that changes an order or its desk, valid until it has succeeded once; each on an order of its own. */
export async function orderCalls(server: TestApp): Promise<Sends> {
  const { call } = server.client
  const shop = await newOwner(server, { membership: 'premium' })
  const resident = await newResident(server)
  const company = { id: shop.companyId }
  await run(server.db)`update companies set cac_active = true where id = ${shop.companyId}`
  const of = (id: number) => ({ params: { id }, token: shop.token })
  const place = async () => (await deskCalls(server).place(resident, shop, asked.pickupDateTime)).id
  const accepted = async () => {
    const id = await place()
    await call('POST /v1/clickAndCollect/order/:id/validate', { ...of(id), body: agreed })
    return id
  }

  const [proposed, undone, collected, closed] = [await place(), await accepted(), await accepted(), await accepted()]
  const proposing = { ...of(proposed), body: { ...agreed, version: 1 } }
  const { proposal } = await call('POST /v1/clickAndCollect/order/:id/propose', proposing)
  await call('POST /v1/clickAndCollect/order/:id/step', { ...of(undone), body: { step: 'ready' } })
  // A minute is over before the last of its statements was made to fail: the step is one of the next hour.
  await run(server.db)`update order_events set at = at + interval '1 hour' where order_id = ${undone}`
  const { code } = await call('GET /v1/clickAndCollect/order/:id', of(collected))
  const anHourAgo = Temporal.Now.instant().subtract({ hours: 1 })
  await run(server.db)`
    update orders set final_pickup_at = ${new Date(anHourAgo.epochMilliseconds)} where id = ${closed}`
  const until = new Date(Date.now() + 3_600_000).toISOString()
  return {
    ...sendsOf(resident, {
      'POST /v1/clickAndCollect/order/:id/change': [{ id: await place() }, { version: 1, orderContent: 'Un pain' }],
      'POST /v1/clickAndCollect/order/:id/accept': [{ id: proposed }, { proposalId: proposal?.id }],
      'POST /v1/clickAndCollect/order/:id/withdraw': [{ id: await place() }, {}],
    }),
    ...sendsOf(shop, {
      'POST /v1/clickAndCollect/order/:id/propose': [{ id: await place() }, { ...agreed, version: 1 }],
      'POST /v1/clickAndCollect/order/:id/cancel': [{ id: await place() }, { cancelMessage: 'Plus de pain' }],
      'POST /v1/clickAndCollect/order/:id/revoke': [{ id: await accepted() }, { reason: 'Four en panne' }],
      'POST /v1/clickAndCollect/order/:id/undo': [{ id: undone }, {}],
      'POST /v1/company/:id/orders': [company, { ...asked, customerName: 'Simone' }],
      'POST /v1/company/:id/orders/collect': [company, { code }],
      'POST /v1/company/:id/orders/close-day': [company, { day: parisDay(anHourAgo).toString() }],
      'POST /v1/company/:id/orders/seen': [company, { ids: [await place()] }],
      'PUT /v1/company/:id/order-settings': [company, { version: 1, preparation: 40 }],
      'PUT /v1/company/:id/orders/pause': [company, { until }],
      'PUT /v1/company/:id/orders/rush': [company, { until, minutes: 20 }],
    }),
  }
}

/** A shop with what its calls name: a conversation with a note, two quick replies, what leaves later. */
export async function talkCalls(server: TestApp): Promise<Sends> {
  const { call } = server.client
  const shop = await newOwner(server, { type: 'association' })
  const id = await conversationCalls(server).open(await newResident(server), shop)
  const [ofThread, ofShop] = [
    { params: { id }, token: shop.token },
    { params: { id: shop.companyId }, token: shop.token },
  ]
  const reply = (shortcut: string) =>
    call('POST /v1/company/:id/quick-replies', { ...ofShop, body: { shortcut, text: 'Bonjour' } })
  await reply('bonjour')
  const [first, second] = await reply('merci')
  const [note] = await call('POST /v1/discussions/:id/notes', { ...ofThread, body: { text: 'À rappeler' } })
  const later = { message: 'À demain', sendAt: new Date(Date.now() + 86_400_000).toISOString() }
  const talk = async () => ({
    id,
    sid: (await call('POST /v1/discussions/:id/scheduled-messages', { ...ofThread, body: later })).id,
  })
  const cast = () => call('POST /v1/company/:id/scheduled-broadcasts', { ...ofShop, body: later })
  await cast()
  await cast()
  const company = ofShop.params
  const [changed, cancelled, sent] = (await cast()).map((one) => ({ ...company, sid: one.id }))
  const idRankCouples = [first, second].map((one, n) => ({ id: one?.id, rank: 2 - n }))
  return sendsOf(shop, {
    'PUT /v1/company/:id/quick-replies/:replyId': [
      { ...company, replyId: first?.id },
      { shortcut: 'oui', text: 'Oui' },
    ],
    'DELETE /v1/company/:id/quick-replies/:replyId': [{ ...company, replyId: second?.id }],
    'POST /v1/company/:id/quick-replies/rearrange': [company, { idRankCouples }],
    'PUT /v1/discussions/:id/scheduled-messages/:sid': [await talk(), later],
    'DELETE /v1/discussions/:id/scheduled-messages/:sid': [await talk()],
    'POST /v1/discussions/:id/scheduled-messages/:sid/send-now': [await talk(), {}],
    'PUT /v1/company/:id/scheduled-broadcasts/:sid': [changed, later],
    'DELETE /v1/company/:id/scheduled-broadcasts/:sid': [cancelled],
    'POST /v1/company/:id/scheduled-broadcasts/:sid/send-now': [sent, {}],
    'DELETE /v1/discussions/:id/notes/:noteId': [{ id, noteId: note?.id }],
  })
}
