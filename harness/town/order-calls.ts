import type { AnswerOf } from '@parvis/domain/api'
import { numberOf, run } from '../../apps/server/src/db/database.ts'
import type { TestApp } from '../server/test-app.ts'
import { conversationCalls, dataOf, type Who } from './conversations.ts'
import { newOwner, type Owner } from './people.ts'
import { type Resident, siteHeaders } from './site-visitors.ts'

export type DeskOrder = AnswerOf<'GET /v1/clickAndCollect/order/:id'>

/** A Tuesday at 10:02 in Paris, in winter. */
export const deskNow = '2031-01-14T10:02:05+01:00'
export const deskTime = (time: string, day = 14) => `2031-01-${day}T${time}:00+01:00`
const wish = { orderContent: 'Deux flans' }
export const agreedAt = (pickupDateTime = deskTime('15:00')) => ({ pickupDateTime, ...wish, total: '9' })

/** A shop, its orders and its desk through HTTP, at `deskNow`. */
export function deskCalls(server: TestApp) {
  const { get, post } = conversationCalls(server)
  const put = (who: Who, path: string, json: object) => server.call('PUT', path, { token: who.token, json })
  const desk = (shop: Owner, path: string) => `/v1/company/${shop.companyId}${path}`
  const tryPlace = (who: Resident, shop: Owner, pickupDateTime = deskTime('15:00'), more: object = {}) =>
    post(who, `/v1/site/companies/${shop.companyId}/orders`, { pickupDateTime, ...wish, ...more })
  const orderOf = (who: Who, id: number) => `/v1/${'cookies' in who ? 'site/orders' : 'clickAndCollect/order'}/${id}`
  return {
    put,
    desk,
    tryPlace,
    /** Open every day from 9 to 19; the people sign in at that time, so that their sessions live. */
    newShop: async (settings: object = { slotsOn: true }, open = newOwner): Promise<Owner> => {
      await server.setClock(deskNow)
      const shop = await open(server, { membership: 'premium' })
      await run(server.db)`update companies set cac_active = true where id = ${shop.companyId}`
      const week = [{ days: [1, 2, 3, 4, 5, 6, 7], start: '09:00', end: '19:00', enabled: true }]
      const { version } = dataOf<{ version: number }>(await get(shop, desk(shop, '/hours')))
      dataOf(await put(shop, desk(shop, '/hours/week'), { version, week }))
      dataOf(await put(shop, desk(shop, '/order-settings'), { version: 1, ...settings }))
      return shop
    },
    place: async (who: Resident, shop: Owner, pickupDateTime?: string, more?: object) =>
      dataOf<{ id: number; discussionId: string }>(await tryPlace(who, shop, pickupDateTime, more)),
    act: (who: Who, id: number, verb: string, json: object = {}) => post(who, `${orderOf(who, id)}/${verb}`, json),
    readOrder: async (who: Who, id: number) => dataOf<DeskOrder>(await get(who, orderOf(who, id))),
    /** The places held at a shop, all quarters together. */
    taken: async (shop: Owner) =>
      await numberOf(server.db)`
        select coalesce(sum(taken), 0)::int from capacities where company_id = ${shop.companyId}`,
    /** The first moment of each quarter offered on a day, in Paris. */
    startsOn: async (shop: Owner, day = '2031-01-14') => {
      const asked = { params: { id: shop.companyId }, query: { days: '14' }, headers: siteHeaders(null) }
      const { days } = await server.client.call('GET /v1/site/companies/:id/pickup-slots', asked)
      return days.find(({ date }) => date === day)?.slots.map(({ start }) => start.slice(11, 16)) ?? []
    },
  }
}
