import { signTicket } from '../../apps/server/src/features/notices/index.ts'
import type { TestApp } from '../server/test-app.ts'
import { bookingCalls } from '../town/bookings.ts'
import { newVisitor, residentHost, residentOrigin, type Visitor } from '../town/site-visitors.ts'
import type { Send } from './talk-calls.ts'

/** Every changing call of bookings, valid until it has succeeded once: on an evening of one seat with a list, and on one without. */
export async function bookingSends(server: TestApp): Promise<Record<string, Send>> {
  const { accept: _, book, evening, people, save, withdraw } = bookingCalls(server)
  const [open, full] = [await evening(), await evening({ capacity: 1 })]
  const [offered, giving, mailing] = [newVisitor(), newVisitor(), newVisitor()]
  const first = await book(giving, full)
  const next = await book(offered, full, { wait: 1 })
  await withdraw(giving, first.data)
  const [held, mailed] = [(await book(giving, open)).data, (await book(mailing, open)).data]
  const other = await evening()
  await book(newVisitor(), other)
  await book(newVisitor(), other)
  const [removed, coming] = await people(other)
  const settings = await evening()
  const onSite =
    (who: Visitor, path: string, json: object = {}): Send =>
    (to, headers) => {
      const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return to.call('POST', `/v1/site${path}`, {
        json,
        headers: { host: residentHost, origin: residentOrigin, cookie, ...headers },
      })
    }
  const atDesk =
    (method: string, { id, owner }: typeof open, rest: string, json: object): Send =>
    (to, headers) =>
      to.call(method, `/v1/instants/${id}/bookings${rest}`, { token: owner.token, json, headers })
  await save(settings, { capacity: 12 })
  const ticket = signTicket(server.deps.config, 'booking', String(mailed.id))
  return {
    'POST /v1/site/instants/:id/bookings': onSite(newVisitor(), `/instants/${open.id}/bookings`, {
      date: open.date,
      firstName: 'Inès',
    }),
    'POST /v1/site/bookings/:id/accept': onSite(offered, `/bookings/${next.data.id}/accept`),
    'POST /v1/site/bookings/:id/withdraw': onSite(giving, `/bookings/${held.id}/withdraw`),
    'POST /v1/email/booking': (to, headers) =>
      to.call('POST', `/v1/email/booking?ticket=${ticket}`, { json: { act: 'withdraw' }, headers }),
    'PUT /v1/instants/:id/bookings': atDesk('PUT', settings, '', { version: 2, capacity: 15 }),
    'POST /v1/instants/:id/bookings/people': atDesk('POST', open, '/people', {
      date: open.date,
      name: 'Madame Petit',
      seats: 2,
    }),
    'DELETE /v1/instants/:id/bookings/people/:bookingId': atDesk('DELETE', other, `/people/${removed?.id}`, {
      reason: 'Doublon',
    }),
    'POST /v1/instants/:id/bookings/came': atDesk('POST', other, '/came', { date: other.date, id: coming?.id }),
  }
}
