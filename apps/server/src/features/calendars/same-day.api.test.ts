import { testApp } from '@parvis/harness/server/test-app'
import type { Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const { scheduled, changeState } = scheduleCalls(server)

type Asked = { start: string; title?: string; except?: number }
const asked = (of: Owner, { except, ...query }: Asked) => ({
  params: { id: of.companyId },
  token: of.token,
  query: { ...query, ...(except && { except: String(except) }) },
})
const sameDay = async (of: Owner, query: Asked) =>
  await server.client.call('GET /v1/company/:id/same-day', asked(of, query))
const refusedDay = async (of: Owner, query: Asked) =>
  await server.client.answer('GET /v1/company/:id/same-day', asked(of, query))

test('N-020 N-022 N-023 what else takes place that evening or that day, and what looks like the same event', async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  const [club, other] = [
    await newSiteShop(server, { type: 'association' }),
    await newSiteShop(server, { name: 'Foyer rural' }),
  ]
  const event = async (of: Owner, title: string, start: string, end: string) => {
    const dates = [{ start: `${start}:00+02:00`, end: `${end}:00+02:00`, preview: false, enabled: true }]
    return await scheduled(of, { kind: 'dates', dates }, { title, categoryId: 10 })
  }
  await event(other, 'Loto du foyer', '2027-05-15T20:00', '2027-05-15T23:00')
  const own = await event(club, 'Bal des pompiers', '2027-05-15T21:00', '2027-05-16T02:00')
  const off = await event(other, 'Veillée annulée', '2027-05-15T19:00', '2027-05-15T20:00')
  await changeState(other, off, { state: 'cancelled' })
  await event(other, 'Brocante du matin', '2027-05-15T08:00', '2027-05-15T12:00')

  const evening = { start: '2027-05-15T19:00:00+02:00' }
  const answer = await sameDay(club, evening)
  expect(answer).toMatchObject({
    count: 2,
    text: 'Ce soir-là à Clichy\u00a0: 2 autres événements',
    likely: null,
    likelyText: '',
  })
  expect(answer.items.map(({ title, business, start }) => [title, business, start])).toEqual([
    ['Loto du foyer', 'Foyer rural', '2027-05-15T20:00:00+02:00'],
    ['Bal des pompiers', expect.any(String), '2027-05-15T21:00:00+02:00'],
  ])
  expect(answer.items[0]?.url).toMatch(/\/clichy-92110\/foyer-rural\/loto-du-foyer-\d+$/)
  expect((await sameDay(club, { ...evening, except: own })).text).toBe('Ce soir-là à Clichy\u00a0: 1 autre événement')
  expect((await sameDay(club, { start: '2027-05-15T10:00:00+02:00' })).text).toBe(
    'Ce jour-là à Clichy\u00a0: 3 autres événements',
  )
  expect((await sameDay(club, { start: '2027-05-16T04:00:00+02:00' })).count).toBe(3)
  expect((await sameDay(club, { start: '2027-05-22T18:00:00+02:00' })).text).toBe('Rien d’autre ce soir-là à Clichy')

  const like = await sameDay(club, { ...evening, title: 'Grand loto, au foyer' })
  expect([like.likely?.title, like.likelyText]).toEqual([
    'Loto du foyer',
    'Cela ressemble à «\u00a0Loto du foyer\u00a0» de Foyer rural, samedi à 20\u00a0h.',
  ])
  expect((await sameDay(club, { start: '2027-05-16T19:00:00+02:00', title: 'Loto du foyer' })).likely).toBeNull()
  const refused = await refusedDay(club, { start: 'samedi' })
  expect([refused.status, refused.error?.fields]).toEqual([400, { start: 'form_data_error' }])
  expect((await refusedDay(club, { ...evening, title: 'Loto\u0000' })).status).toBe(400)
  await run(server.db)`update rate_windows set used = 120 where name = 'same-day'`
  expect((await refusedDay(club, evening)).status).toBe(429)
})
