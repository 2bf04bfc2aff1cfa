import type { AnswerOf } from '@parvis/domain/api'
import type { TestApp } from '../server/test-app.ts'
import { fixedTime, instantCalls } from './instants.ts'
import type { Owner } from './people.ts'
import { newSiteShop, newVisitor, type SiteAnswer, siteCalls, type Visitor } from './site-visitors.ts'

export type Booking = AnswerOf<'POST /v1/site/instants/:id/bookings'>
export type Desk = AnswerOf<'GET /v1/instants/:id/bookings'>
type Saved = {
  capacity: number | null
  perPerson?: number
  closesMinutes?: number
  phoneNeeded?: boolean
  date?: string
}

type Asked = Partial<Saved> & { owner?: Owner; inDays?: number; start?: string }

/** An evening with seats: its instant, its owner, the name of its one date. */
export type Evening = { id: number; owner: Owner; date: string }

const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)

/** The calls of bookings, as a test reads best. */
export function bookingCalls(server: TestApp) {
  const site = siteCalls(server)
  const of = ({ id, owner }: Pick<Evening, 'id' | 'owner'>) => ({ params: { id }, token: owner.token })
  const desk = async (evening: Pick<Evening, 'id' | 'owner'>, date?: string): Promise<Desk> =>
    await server.client.call('GET /v1/instants/:id/bookings', { ...of(evening), query: { date } })
  const save = async (evening: Pick<Evening, 'id' | 'owner'>, saved: Saved) => {
    const { version } = await desk(evening)
    return await server.client.answer('PUT /v1/instants/:id/bookings', { ...of(evening), body: { version, ...saved } })
  }
  return {
    desk,
    save,
    /** The people of the evening's date, those who wait last. */
    people: async (evening: Evening) => (await desk(evening, evening.date)).people ?? [],
    /** An evening on one date of its own, ten days ahead unless said otherwise. */
    evening: async ({ owner: own, inDays = 10, start = '18:00', ...settings }: Asked = {}): Promise<Evening> => {
      const owner = own ?? (await newSiteShop(server, { type: 'association' }))
      const id = await instantCalls(server).newInstant(owner, {}, [fixedTime(days(inDays), start, '20:00')])
      await save({ id, owner }, { capacity: 20, ...settings })
      const date = (await desk({ id, owner })).dates[0]?.date ?? ''
      return { id, owner, date }
    },
    /** Books as a browser that gives this first name. */
    book: async (who: Visitor, { id, date }: Evening, more: object = {}): Promise<SiteAnswer<Booking>> =>
      await site.post<Booking>(who, `/instants/${id}/bookings`, { date, firstName: 'Julie', ...more }),
    ticket: async (who: Visitor, { id }: { id: number }) => (await site.get<Booking>(who, `/bookings/${id}`)).data,
    accept: async (who: Visitor, { id }: { id: number }) => await site.post<Booking>(who, `/bookings/${id}/accept`),
    withdraw: async (who: Visitor, { id }: { id: number }) => await site.post<Booking>(who, `/bookings/${id}/withdraw`),
    /** So many browsers, each with a cookie of its own. */
    visitors: (count: number): Visitor[] => Array.from({ length: count }, () => newVisitor()),
  }
}
