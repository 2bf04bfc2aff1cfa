import type { Answered } from '@parvis/client/client'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { TestApp } from '../server/test-app.ts'
import { dataOf } from '../town/conversations.ts'
import { newOwner, newPerson, type Person } from '../town/people.ts'

type Send = (server: TestApp, headers: Record<string, string>) => Promise<Answered>

const asked = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains' }
const agreed = { ...asked, total: '3,50' }

/** Every call that changes an order or its desk, valid until it has succeeded once; each on an order of its own. */
export async function orderCalls(server: TestApp): Promise<Record<string, Send>> {
  const shop = await newOwner(server, { membership: 'premium' })
  const resident = await newPerson(server)
  const { companyId } = shop
  await server.db.updateTable('companies').set({ cac_active: true }).where('id', '=', companyId).execute()
  const call = async <T>(who: Person, path: string, json: object = {}) =>
    dataOf<T>(await server.call('POST', path, { token: who.token, json }))
  const order = '/v1/clickAndCollect/order'
  const place = async () => (await call<{ id: number }>(resident, `/v1/app/companies/${companyId}/orders`, asked)).id
  const accepted = async () => {
    const id = await place()
    await call(shop, `${order}/${id}/validate`, agreed)
    return id
  }
  const propose = async (id: number) =>
    (await call<{ proposal: { id: number } }>(shop, `${order}/${id}/propose`, { ...agreed, version: 1 })).proposal.id
  const send =
    (who: Person, method: string, path: string, json: object): Send =>
    (to, headers) =>
      to.call(method, path, { token: who.token, json, headers })
  const act = (who: Person, id: number, verb: string, json: object = {}) =>
    send(who, 'POST', `${order}/${id}/${verb}`, json)
  const desk = (method: string, path: string, json: object) =>
    send(shop, method, `/v1/company/${companyId}${path}`, json)

  const [proposed, undone, collected, closed] = [await place(), await accepted(), await accepted(), await accepted()]
  const proposalId = await propose(proposed)
  await call(shop, `${order}/${undone}/step`, { step: 'ready' })
  // A minute is over before the last of its statements was made to fail: the step is one of the next hour.
  await sql`update order_events set at = at + interval '1 hour' where order_id = ${undone}`.execute(server.db)
  const reading = { token: shop.token, params: { id: collected } }
  const typed = await server.client.call('GET /v1/clickAndCollect/order/:id', reading)
  const anHourAgo = Temporal.Now.instant().subtract({ hours: 1 })
  await server.db
    .updateTable('orders')
    .set({ final_pickup_at: new Date(anHourAgo.epochMilliseconds) })
    .where('id', '=', closed)
    .execute()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  return {
    'POST /v1/clickAndCollect/order/:id/change': act(resident, await place(), 'change', {
      version: 1,
      orderContent: 'Un pain',
    }),
    'POST /v1/clickAndCollect/order/:id/propose': act(shop, await place(), 'propose', { ...agreed, version: 1 }),
    'POST /v1/clickAndCollect/order/:id/accept': act(resident, proposed, 'accept', { proposalId }),
    'POST /v1/clickAndCollect/order/:id/withdraw': act(resident, await place(), 'withdraw'),
    'POST /v1/clickAndCollect/order/:id/revoke': act(shop, await accepted(), 'revoke', { reason: 'Four en panne' }),
    'POST /v1/clickAndCollect/order/:id/undo': act(shop, undone, 'undo'),
    'POST /v1/company/:id/orders': desk('POST', '/orders', { ...asked, customerName: 'Simone' }),
    'POST /v1/company/:id/orders/collect': desk('POST', '/orders/collect', { code: typed.code }),
    'POST /v1/company/:id/orders/close-day': desk('POST', '/orders/close-day', { day: parisDay(anHourAgo).toString() }),
    'POST /v1/company/:id/orders/seen': desk('POST', '/orders/seen', { ids: [await place()] }),
    'PUT /v1/company/:id/order-settings': desk('PUT', '/order-settings', { version: 1, preparation: 40 }),
    'PUT /v1/company/:id/orders/pause': desk('PUT', '/orders/pause', { until }),
    'PUT /v1/company/:id/orders/rush': desk('PUT', '/orders/rush', { until, minutes: 20 }),
  }
}
