import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { agreedAt, type DeskOrder, deskCalls, deskNow, deskTime } from '@parvis/harness/town/order-calls'
import { newPerson } from '@parvis/harness/town/people'
import {
  newResident,
  newSiteShop,
  newVisitor,
  residentHost,
  residentOrigin,
  siteCalls,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { orderTasks } from '../orders/index.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { post, read } = conversationCalls(server)
const { newShop, place, act, readOrder, taken, tryPlace } = deskCalls(server)
const site = siteCalls(server)
const at = deskTime

const expire = async () => await orderTasks.find(({ name }) => name === 'expire-orders')?.run(server.deps)

/** A shop that takes orders, with its page on the site. */
const newSiteDesk = async (settings: object) => await newShop(settings, newSiteShop)
type Placed = { id: number; discussionId: string }

test('Q-004 Q-006 Q-013 accept, withdraw and expire at once on both doors: one winner, its messages, no place left, round after round', async () => {
  const shop = await newSiteDesk({})
  const [app, visitor] = [await newPerson(server), newVisitor()]
  const asked = { pickupDateTime: at('15:00'), orderContent: 'Deux flans' }
  const ways = {
    app: {
      place: async () => dataOf<Placed>(await post(app, `/v1/app/companies/${shop.companyId}/orders`, asked)),
      act: (id: number, verb: string, body: object) => act(app, id, verb, body),
    },
    site: {
      place: async () => {
        const body = { ...asked, firstName: 'Julie' }
        return (await site.post<Placed>(visitor, `/companies/${shop.companyId}/orders`, body)).data
      },
      act: (id: number, verb: string, body: object) => site.post(visitor, `/orders/${id}/${verb}`, body),
    },
  }
  for (let round = 0; round < 8; round += 1) {
    const way = round % 2 === 0 ? ways.app : ways.site
    await server.setClock(deskNow)
    const { id, discussionId } = await way.place()
    const { proposal } = dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreedAt(at('16:00')), version: 1 }))
    const before = (await read(shop, discussionId)).length
    // The last hour to answer has just come: less than the preparation is left.
    await server.setClock(at('15:30'))
    const accepting = { proposalId: proposal?.id }
    const contenders = [
      () => way.act(id, 'accept', accepting),
      () => act(shop, id, 'accept', accepting),
      () => way.act(id, 'withdraw', {}),
      // The worker needs no authorization: it starts with the others, or once they were read.
      async () => {
        if (round % 3 > 0) await readOrder(shop, id)
        await Promise.all([expire(), expire()])
      },
    ]
    const first = round % contenders.length
    await Promise.all([...contenders.slice(first), ...contenders.slice(0, first)].map((start) => start()))
    const { state, history } = await readOrder(shop, id)
    const steps = history.slice(2).map(({ what }) => what)
    expect(steps).toHaveLength(1)
    expect({ accept: 'accepted', withdraw: 'cancelled', expire: 'expired' }[steps[0] ?? '']).toBe(state)
    expect((await read(shop, discussionId)).length - before).toBe(1)
    if (state === 'accepted') dataOf(await act(shop, id, 'revoke', { reason: 'Fin du tour' }))
    expect(await taken(shop)).toBe(0)
  }
})

test('Q-013 a worker that dies between the state and its notice leaves neither: the order dies once, later, with its message', async () => {
  const shop = await newShop({})
  const { id, discussionId } = await place(await newResident(server), shop)
  await server.setClock(at('15:01', 15))
  await run(server.ownerDb)`
    create function die_before_notice() returns trigger language plpgsql as $$
    begin raise exception 'the worker dies here'; end $$`
  await run(server.ownerDb)`
    create trigger die_before_notice before insert on messages
    for each row execute function die_before_notice()`
  await using mended = new AsyncDisposableStack()
  mended.defer(async () => void (await rowsOf(server.ownerDb)`drop function die_before_notice cascade`))
  await expect(expire()).rejects.toThrow('the worker dies here')
  await mended.disposeAsync()
  expect((await readOrder(shop, id)).state).toBe('asked')
  expect(await taken(shop)).toBe(1)
  await Promise.all([expire(), expire()])
  expect((await readOrder(shop, id)).state).toBe('expired')
  const said = (await read(shop, discussionId)).filter(({ message }) => message?.includes('pas pu répondre à temps'))
  expect([said.length, await taken(shop)]).toEqual([1, 0])
})

test('Q-024 W-050 without script a quarter that is lost comes back as a page with what was typed and the next three; a shop of no such id is not found (T09)', async () => {
  const shop = await newSiteDesk({ slotsOn: true, capacity: 1 })
  expect((await tryPlace(await newResident(server), shop, '', { slot: at('15:00') })).status).toBe(200)
  const send = async (who: Visitor, slot: string, companyId = shop.companyId) => {
    const fields = {
      orderContent: 'Deux flans & un « mille-feuille »',
      slot,
      maxTotal: '20',
      flexible: '1',
      firstName: 'Léa',
    }
    return await server.app.inject({
      method: 'POST',
      url: `/v1/site/companies/${companyId}/orders`,
      headers: {
        host: residentHost,
        origin: residentOrigin,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html,*/*;q=0.8',
        cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: new URLSearchParams(fields).toString(),
    })
  }
  const refused = await send(newVisitor(), at('15:00'))
  expect(refused.statusCode).toBe(409)
  expect(refused.body).toContain('Ce créneau vient d’être pris.')
  expect(refused.body).toContain('Deux flans &amp; un « mille-feuille »</textarea>')
  expect(refused.body).toMatch(/<fieldset class="pickup" [^>]*aria-describedby="erreur">/)
  for (const kept of ['value="Léa"', 'name="maxTotal"', 'value="20"']) expect(refused.body).toContain(kept)
  expect(refused.body).toMatch(/<input(?=[^>]* name="flexible")[^>]* checked=""/)
  for (const time of ['15:15', '15:30', '15:45']) expect(refused.body).toContain(`value="${at(time)}"`)
  expect(refused.body).not.toContain(`value="${at('15:00')}"`)
  expect((await send(newVisitor(), at('15:15'), '1e309')).statusCode).toBe(404)
  const sent = await send(newVisitor(), at('15:15'))
  expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringContaining('/mes-commandes/')])
})
