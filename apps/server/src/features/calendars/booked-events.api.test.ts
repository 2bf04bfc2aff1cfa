import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { instantCalls, ok } from '@parvis/harness/town/instants'
import { newOwner } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

let file = ''
const feed = untilFileEnds(createServer((_, response) => response.end(file)))
await new Promise<void>((done) => feed.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`

const server = testApp({ OUTGOING_ORIGINS: origin, RATE_LIMITS: 'relaxed' })
const { book, desk, save, ticket } = bookingCalls(server)
const { list, newInstant } = instantCalls(server)

/** One concert, on a day of winter at so many o’clock of Paris. */
const write = (hour: number, ...more: string[]) => {
  const event = ['UID:a@club', 'SUMMARY:Concert de printemps', `DTSTART:20270312T${hour - 1}0000Z`, ...more]
  file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
}

test('J-005 N-014 N-017 who booked an event of a calendar follows it: moved, then cancelled', async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  const owner = await newSiteShop(server, { type: 'association' })
  await newInstant(await newOwner(server))
  await run(server.db)`
    update companies set profile_picture = (select name from stored_files where kind = 'public' limit 1)
    where id = ${owner.companyId}`
  const at = { params: { id: owner.companyId }, token: owner.token }
  write(20)
  const put = async (publish: boolean) =>
    ok(
      await server.client.answer('PUT /v1/company/:id/calendar', {
        ...at,
        body: { url: `${origin}/a.ics`, categoryId: '2', publish },
      }),
    )
  await put(false)
  await server.runJobs()
  await put(true)
  const read = async () => {
    ok(await server.client.answer('POST /v1/company/:id/calendar/read', { ...at, body: {} }))
    await server.runJobs()
  }
  const id = (await list(owner))[0]?.instantInformation.id ?? 0
  await save({ id, owner }, { capacity: 20 })
  const date = (await desk({ id, owner })).dates[0]?.date ?? ''
  const who = newVisitor()
  const { data, error } = await book(who, { id, owner, date })
  expect(error).toBeUndefined()
  write(19)
  await read()
  expect(await ticket(who, data)).toMatchObject({ state: 'held', start: '2027-03-12T19:00:00+01:00' })
  write(19, 'STATUS:CANCELLED')
  await read()
  expect(await ticket(who, data)).toMatchObject({ state: 'held', dateState: 'cancelled' })
})
