import { slugOf } from '@parvis/domain/towns/slug'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { agreedAt, deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import {
  newSiteShop,
  newVisitor,
  siteCalls,
  siteHeaders,
  sitePages,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const open = sitePages(server)
const { post, remove } = siteCalls(server)
const { newShop, act, put, desk } = deskCalls(server)
const { list } = conversationCalls(server)
const at = deskTime

const seen = (who: Visitor, path: string) => open(path, siteHeaders(who))
async function newPage(settings: object) {
  const shop = await newShop(settings, newSiteShop)
  const name = await foundCell<string>(server.db)`
    select companies.name from companies where companies.id = ${shop.companyId}`
  return { shop, name, page: `/clichy-92110/${slugOf(name)}/commander` }
}
const order = async (who: Visitor, { companyId }: { companyId: string }, more: object = {}) => {
  const typed = { pickupDateTime: at('15:00'), orderContent: 'Deux flans', firstName: 'Julie', ...more }
  return (await post<{ id: number; discussionId: string }>(who, `/companies/${companyId}/orders`, typed)).data
}

test('W-046 « Mes commandes » keeps an order that has ended for thirty days, to be placed again with its words, by its resident alone', async () => {
  const { shop, name, page } = await newPage({})
  const [who, other] = [newVisitor(), newVisitor()]
  const { id } = await order(who, shop)
  await act(shop, id, 'validate', agreedAt())
  const current = await seen(who, '/mes-commandes')
  expect(current.text).toContain(`${name} aujourd’hui, 15 h · Acceptée`)
  expect(current.text).not.toContain('Commander de nouveau')
  await act(shop, id, 'step', { step: 'collected' })
  const ended = await seen(who, '/mes-commandes')
  expect(ended.text).toMatch(/Les 30 derniers jours .*Retirée Deux flans Commander de nouveau/)
  expect(ended.html).toContain(`href="${page}?de=${id}"`)
  const words = async (by: Visitor, query: string) =>
    /<textarea[^>]*name="orderContent"[^>]*>([^<]*)/.exec((await seen(by, `${page}${query}`)).html)?.[1]
  expect(await words(who, `?de=${id}`)).toBe('Deux flans')
  await order(other, shop)
  for (const query of [`?de=${id}`, '?de=abc', '?de=-1', '?de=99999999999999999999', ''])
    expect(await words(other, query), query).toBe('')
  // A shop that takes no orders any more is not proposed again.
  await run(server.db)`update companies set cac_active = false where id = ${shop.companyId}`
  expect((await seen(who, '/mes-commandes')).text).not.toContain('Commander de nouveau')
  await server.setClock('2031-02-14T15:00:00+01:00')
  expect((await seen(who, '/mes-commandes')).text).toContain('Rien n’est commandé en ce moment.')
})

test('W-050 Q-026 the form of a shop in a pause says until when, and offers what comes after; a full day is said in words, another is offered', async () => {
  const { shop, page } = await newPage({ slotsOn: true, preparation: 30, capacity: 1, horizon: 2 })
  await server.setClock(at('17:40'))
  for (const time of ['18:15', '18:30', '18:45'])
    await order(newVisitor(), shop, { slot: at(time), pickupDateTime: '' })
  const full = await seen(newVisitor(), page)
  expect(full.text).toContain('Aujourd’hui : complet')
  expect(full.html).toContain(`value="${at('09:00', 15)}"`)
  dataOf(await put(shop, desk(shop, '/orders/pause'), { until: at('10:00', 15) }))
  const paused = await seen(newVisitor(), page)
  expect(paused.text).toMatch(/Commandes en pause jusqu’à demain[^.]* 10 h/)
  expect(paused.html).not.toContain(`value="${at('10:15', 15)}"`)
  expect(paused.html).toContain(`value="${at('10:30', 15)}"`)
})

test('W-069 Q-041 a conversation with an order to come is not erased; once the order has ended it is, on both sides', async () => {
  const { shop } = await newPage({})
  const who = newVisitor()
  const { id, discussionId } = await order(who, shop)
  const refused = await remove(who, `/conversations/${discussionId}`)
  expect([refused.status, refused.code]).toEqual([409, 'ORDER_ALREADY_PROCESSED'])
  expect((await seen(who, `/mes-messages/${discussionId}`)).text).toContain('Deux flans')
  await post(who, `/orders/${id}/withdraw`)
  expect((await remove(who, `/conversations/${discussionId}`)).status).toBe(200)
  expect((await seen(who, `/mes-messages/${discussionId}`)).status).toBe(404)
  expect(await list(shop)).toEqual([])
})
