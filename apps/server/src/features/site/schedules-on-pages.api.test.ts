import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { editForm, updateCompany } from '@parvis/harness/town/companies'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { beforeEach, expect, test, vi } from 'vitest'

const server = testApp()
const { get } = instantCalls(server)
const { scheduled, changeState, setWeek } = scheduleCalls(server)
let shop: Owner
let shops = 0

beforeEach(async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  shop = await newOwner(server, { membership: 'premium' })
  await updateCompany(server, shop, editForm({ name: `Salle ${++shops}` }))
})

const date = (day: string, start = '14:00', end = '18:00', last = day) => ({
  start: `${day} ${start}`,
  end: `${last} ${end}`,
})
const event = async (schedule: object) => await scheduled(shop, schedule, { title: `Concert ${shops}`, categoryId: 1 })
const datesOf = async (id: number) => (await get(shop, id)).schedule?.dates.map((one) => one.id) ?? []

async function read(path: string): Promise<string> {
  const headers = { host: 'parvis.localhost:3000', accept: 'text/html' }
  const answer = await server.app.inject({ url: path, headers })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

const page = (rest = '') => read(`/clichy-92110/salle-${shops}${rest}`)
const ownPage = (id: number, rest = '') => page(`/concert-${shops}-${id}${rest}`)

/** What a reader sees of a page, spaces plain. */
const textOf = (html: string) =>
  html
    .slice(Math.max(0, html.indexOf('<main')))
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')

const graphOf = (html: string) => {
  const [, data = '{}'] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html) ?? []
  return JSON.parse(data)['@graph'] as Event[]
}
const typesOf = (html: string) => graphOf(html).map((one) => one['@type'])

type Event = { '@type': string; startDate?: string; eventStatus?: string; previousStartDate?: string }
const eventsOf = (html: string): Event[] => graphOf(html).filter((one) => one['@type'] === 'Event')
/** The agenda lines of a page: `Concert 1 Annulé`. */
const agendaOf = (html: string) => textOf(html).split(`Concert ${shops}`).slice(1)

test('H-112 H-108 W-022 W-039 W-085 every date of an instant is on its pages, and after the first one it stays', async () => {
  const id = await event({ kind: 'dates', dates: [date('2027-03-12'), date('2027-03-19'), date('2027-04-02')] })
  expect(textOf(await page())).toContain('Vendredi 12 mars, 14 h – 18 h et 2 autres dates')
  const own = await ownPage(id)
  expect(textOf(own)).toContain('Vendredi 12 mars 2027, 14 h – 18 h')
  expect(textOf(own)).toContain('Vendredi 19 mars 2027, 14 h – 18 h')
  expect(own).toContain('class="dt-start" dateTime="2027-03-12T14:00:00+01:00"')
  expect(eventsOf(own).map(({ startDate }) => startDate?.slice(0, 10))).toEqual([
    '2027-03-12',
    '2027-03-19',
    '2027-04-02',
  ])
  expect((await ownPage(id, '.ics')).match(/^DTSTART;TZID=Europe\/Paris:2027\d{4}T140000\r$/gm)).toHaveLength(3)

  await server.setClock('2027-03-20T10:00:00+01:00')
  expect(await page('/flux.xml')).toContain('Vendredi 2 avril 2027')
  expect(textOf(await read('/clichy-92110/agenda?page=2&apres'))).toContain(`Concert ${shops}`)
})

test('H-111 W-042 a fête of three days is in each of its days, once later', async () => {
  await event({ kind: 'dates', dates: [date('2027-03-05', '10:00', '18:00', '2027-03-07')] })
  const lines = textOf(await read(`/clichy-92110/agenda?fete`))
  expect(lines).toContain('dès 10 h (jour 1 sur 3)')
  expect(lines).toContain('jour 2 sur 3')
  expect(lines).toContain('jusqu’à 18 h (jour 3 sur 3)')
  expect(textOf(await read('/clichy-92110/agenda/2027-03-06'))).toContain('jour 2 sur 3')
  expect(textOf(await page())).toContain('Du 5 au 7 mars')
})

test('H-114 H-115 W-035 W-039 W-042 W-085 cancelled, postponed and full are said in words, struck through, in the data and in the feeds', async () => {
  const dates = [date('2027-03-02'), date('2027-03-03'), date('2027-03-04'), date('2027-03-05')]
  const id = await event({ kind: 'dates', dates })
  const [first, second, third] = await datesOf(id)
  await changeState(shop, id, { state: 'cancelled', dateId: first, message: 'Pluie annoncée.' })
  await changeState(shop, id, { state: 'postponed', dateId: second, newStart: '2027-03-08 14:00' })
  await changeState(shop, id, { state: 'full', dateId: third })

  const html = await read('/clichy-92110/agenda?page=2&etats')
  expect(agendaOf(html).map((text) => /Annulé|Complet|Reporté du 3 mars au 8 mars/.exec(text)?.[0])).toEqual([
    'Annulé',
    'Complet',
    undefined,
    'Reporté du 3 mars au 8 mars',
  ])
  expect(html.match(/class="struck"/g)).toHaveLength(1)
  expect(textOf(html)).toContain('Pluie annoncée.')

  const own = await ownPage(id)
  expect(textOf(own)).toContain('Annulé. Pluie annoncée.')
  expect(
    eventsOf(own).map(({ eventStatus, previousStartDate }) => [
      eventStatus?.slice(19),
      previousStartDate?.slice(0, 10),
    ]),
  ).toEqual([
    ['EventCancelled', undefined],
    ['EventScheduled', undefined],
    ['EventScheduled', undefined],
    ['EventRescheduled', '2027-03-03'],
  ])
  const ics = await ownPage(id, '.ics')
  expect(ics.match(/^STATUS:\w+/gm)?.toSorted()).toEqual([
    'STATUS:CANCELLED',
    ...Array.from({ length: 3 }, () => 'STATUS:CONFIRMED'),
  ])
  expect(ics).toContain(`UID:instant-${id}-${first}@`)
  expect(ics).toContain('SEQUENCE:4')
  expect(ics).toMatch(/SUMMARY:Complet.: Concert/)
})

test('H-114 W-039 W-086 a cancelled instant stays on the page of its business, without a calendar button, never among what runs', async () => {
  const id = await event({ kind: 'dates', dates: [date('2027-03-01', '09:00', '18:00')] })
  expect(textOf(await page('?tot'))).toMatch(/En ce moment (?!et bientôt)/)
  await changeState(shop, id, { state: 'cancelled', message: 'Salle inondée.' })
  // A kept page is dropped when the notice of the change arrives, a moment after its commit.
  const html = await vi.waitFor(async () => {
    const now = await page('?apres')
    expect(textOf(now)).toContain('Annulé')
    return now
  })
  expect(textOf(html)).not.toMatch(/En ce moment (?!et bientôt)/)
  expect(html).toMatch(/class="card instant event struck"/)
  const own = await ownPage(id)
  expect(textOf(own)).toContain('Annulé Salle inondée. Annoncé le 1er mars.')
  expect(own).not.toContain('Ajouter à mon agenda')
  expect(await page('/flux.xml')).toMatch(/<title>Annulé.: Concert/)
})

test('H-103 H-110 W-085 a weekly line has its rule, its last day, its days left out and those that a closure silences', async () => {
  await setWeek(shop, [{ days: [1, 2, 3, 4, 5, 6, 7], start: '09:00', end: '19:00' }])
  const params = { id: shop.companyId }
  const closure = { from: '2027-03-23', to: '2027-03-31', kind: 'closed' as const, message: 'Congés' }
  await server.client.call('POST /v1/company/:id/hours/exceptions', { params, token: shop.token, body: closure })
  const line = {
    days: [5],
    start: '22:00',
    end: '02:00',
    from: '2027-03-05',
    until: '2027-06-25',
    except: ['2027-03-12'],
  }
  const id = await event({ kind: 'weekly', weekly: [line] })
  await changeState(shop, id, { state: 'cancelled', occurrence: '2027-03-19' })
  const ics = (await ownPage(id, '.ics')).replaceAll('\r\n ', '')
  expect(ics).toContain('DTSTART;TZID=Europe/Paris:20270305T220000')
  expect(ics).toContain('DTEND;TZID=Europe/Paris:20270306T020000')
  expect(ics).toContain('RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20270625T215959Z')
  expect(ics).toContain('EXDATE;TZID=Europe/Paris:20270312T220000,20270326T220000')
  expect(ics).toContain('RECURRENCE-ID;TZID=Europe/Paris:20270319T220000')
  expect(textOf(await ownPage(id))).toContain('Vendredi, 22 h – 2 h, du 5 mars au 25 juin 2027')
})

test('H-109 H-038 W-022 W-085 an instant at the opening hours follows them on its page and in its calendar', async () => {
  await setWeek(shop, [{ days: [2, 4], start: '09:00', end: '12:00' }])
  const id = await event({ kind: 'hours' })
  expect(textOf(await ownPage(id))).toContain('Aux heures d’ouverture')
  // It has no date: a service (15.34).
  expect(typesOf(await ownPage(id))).toEqual(['Service', 'BreadcrumbList'])
  const before = (await ownPage(id, '.ics')).match(/^BEGIN:VEVENT/gm)?.length
  const body = { from: '2027-03-09', to: '2027-03-09', kind: 'closed' as const }
  await server.client.call('POST /v1/company/:id/hours/exceptions', {
    params: { id: shop.companyId },
    token: shop.token,
    body,
  })
  await expect.poll(() => ownPage(id, '.ics')).not.toContain('20270309T090000')
  expect((await ownPage(id, '.ics')).match(/^BEGIN:VEVENT/gm)).toHaveLength((before ?? 0) - 1)
})

test('W-022 J-027 H-114 an offer says until when it is to be had, how many are left, and that none is; over, when it was', async () => {
  const day = { kind: 'dates', dates: [date('2027-03-12'), date('2027-03-19')] }
  const gift = { title: `Concert ${shops}`, categoryId: 9 }
  const id = await scheduled(shop, day, gift)
  const offer = async () => graphOf(await ownPage(id))[0]
  const first = { availabilityStarts: '2027-03-12T14:00:00+01:00', availabilityEnds: '2027-03-12T18:00:00+01:00' }
  expect(await offer()).toMatchObject({ '@type': 'Offer', ...first })
  expect(await offer()).not.toHaveProperty('availability')
  const { save, desk } = bookingCalls(server)
  await save({ id, owner: shop }, { capacity: 3 })
  await expect.poll(offer).toMatchObject({ inventoryLevel: { value: 3 } })
  const [one] = (await desk({ id, owner: shop })).dates
  const body = { date: one?.date ?? '', name: 'Madame Petit', seats: 3 }
  await server.client.call('POST /v1/instants/:id/bookings/people', { params: { id }, token: shop.token, body })
  await expect
    .poll(offer)
    .toMatchObject({ ...first, inventoryLevel: { value: 0 }, availability: 'https://schema.org/SoldOut' })
  await server.setClock('2027-03-20T10:00:00+01:00')
  await expect.poll(offer).toMatchObject({ '@type': 'Offer', availabilityStarts: '2027-03-19T14:00:00+01:00' })
  expect(textOf(await ownPage(id))).toContain('Terminé')

  const weekly = await scheduled(shop, { kind: 'weekly', weekly: [{ days: [1], start: '14:00', end: '16:00' }] }, gift)
  const lasting = graphOf(await ownPage(weekly))[0]
  expect(lasting?.['@type']).toBe('Offer')
  expect(lasting).not.toHaveProperty('availabilityStarts')
})

test('W-042 H-113 H-109 the strip counts what takes place: the days of the opening hours, and not the one evening of a weekly line that is cancelled', async () => {
  await setWeek(shop, [{ days: [2, 4], start: '09:00', end: '12:00' }])
  const there = { title: `Concert ${shops}`, categoryId: 1, zipCode: '94110', city: 'Arcueil' }
  await scheduled(shop, { kind: 'hours' }, there)
  const until = '2027-03-06'
  await scheduled(shop, { kind: 'weekly', weekly: [{ days: [6], start: '22:00', end: '02:00', until }] }, there)
  const id = await scheduled(shop, { kind: 'weekly', weekly: [{ days: [5], start: '20:00', end: '23:00' }] }, there)
  const strip = async () => {
    const shown = await read('/arcueil-94110/agenda')
    return [...shown.matchAll(/<strong>(\d+)<\/strong><small>([^<]+)<\/small>/g)]
      .flatMap(([, day, count]) => (count === '—' ? [] : `${day}: ${count}`))
      .join(', ')
  }
  // The night of Saturday is of one day.
  expect(await strip()).toBe('2: 1, 4: 1, 5: 1, 6: 1, 9: 1, 11: 1, 12: 1')
  await changeState(shop, id, { state: 'cancelled', occurrence: '2027-03-05' })
  await expect.poll(strip).toBe('2: 1, 4: 1, 6: 1, 9: 1, 11: 1, 12: 1')
  await changeState(shop, id, { state: 'full', occurrence: '2027-03-05' })
  await expect.poll(strip).toContain('5: 1')
  // Nor one of a day that the shop closes whole, once when it was off already, but for a line that does not follow the hours.
  const fridays = [{ days: [5], start: '18:00', end: '19:00' }]
  await scheduled(shop, { kind: 'weekly', weekly: fridays, pausesWhenClosed: false }, there)
  await changeState(shop, id, { state: 'cancelled', occurrence: '2027-03-05' })
  const enter = async (body: { from: string; to: string; kind: 'closed' | 'open'; ranges?: object[] }) =>
    await server.client.answer('POST /v1/company/:id/hours/exceptions', {
      params: { id: shop.companyId },
      token: shop.token,
      body: body as never,
    })
  await enter({ from: '2027-03-05', to: '2027-03-13', kind: 'closed' })
  await expect.poll(strip).toBe('2: 1, 4: 1, 5: 1, 12: 1')
  await enter({ from: '2027-03-12', to: '2027-03-12', kind: 'open', ranges: [{ start: '09:00', end: '23:00' }] })
  await expect.poll(strip).toBe('2: 1, 4: 1, 5: 1, 12: 3')
})
