import { testApp } from '@parvis/harness/server/test-app'
import { editForm, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { beforeEach, expect, test } from 'vitest'

const server = testApp()
const everyDay = [1, 2, 3, 4, 5, 6, 7]
let shop: Owner
let shops = 0

beforeEach(async () => {
  await server.setClock('2027-07-27T10:00:00+02:00')
  shop = await newOwner(server)
  await updateCompany(server, shop, editForm({ name: `Fournil ${++shops}` }))
})

const whose = () => ({ token: shop.token, params: { id: shop.companyId } })

async function setWeek(start: string, end: string): Promise<void> {
  const { version } = await server.client.call('GET /v1/company/:id/hours', whose())
  const week = [{ days: everyDay, start, end, enabled: true }]
  await server.client.call('PUT /v1/company/:id/hours/week', { ...whose(), body: { version, week } })
}

/** The text of a page as a reader sees it, and its data for search engines. */
async function read(path = '') {
  const headers = { host: 'parvis.localhost:3000', accept: 'text/html' }
  const { body } = await server.app.inject({ url: `/clichy-92110/fournil-${shops}${path}`, headers })
  const [, data = '{}'] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(body) ?? []
  const graph = (JSON.parse(data)['@graph'] ?? []) as { openingHoursSpecification?: object[] }[]
  const main = body.slice(body.indexOf('<main'))
  const changes = JSON.parse((/data-changes="([^"]+)"/.exec(main)?.[1] ?? '[]').replaceAll('&quot;', '"'))
  const text = main
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
  return { text, changes: changes as { at: string; sentence: string }[], hours: graph[0]?.openingHoursSpecification }
}

test('H-034 H-035 H-038 W-022 W-033 W-088 a closure is on the page, in its data and on the sheet of the week', async () => {
  await setWeek('08:00', '19:00')
  const holidays = { from: '2027-08-03', to: '2027-08-18', kind: 'closed', message: 'Congés d’été' } as const
  const ranges = [{ start: '09:00', end: '12:30' }]
  const morning = { from: '2027-07-29', to: '2027-07-29', kind: 'open', ranges } as const
  for (const body of [holidays, morning])
    await server.client.call('POST /v1/company/:id/hours/exceptions', { ...whose(), body })
  const { text, hours } = await read()
  expect(text).toContain('Fermé du 3 au 18 août : Congés d’été')
  expect(text).toContain('Jeudi 29 juillet : 9 h – 12 h 30')
  expect(hours).toContainEqual({
    '@type': 'OpeningHoursSpecification',
    opens: '00:00',
    closes: '00:00',
    validFrom: '2027-08-03',
    validThrough: '2027-08-18',
  })
  await server.setClock('2027-08-01T10:00:00+02:00')
  const sheet = await read('/affiche')
  expect(sheet.text).toContain('Mardi 3 août 2027 Fermé (Congés d’été)')
  await server.setClock('2027-08-10T10:00:00+02:00')
  expect((await read()).text).toContain('Fermé jusqu’au 18 août, rouvre jeudi 19 août à 8 h')
})

test('W-032 H-037 the page carries what the state becomes in seven days, an evening past midnight and a closing of today included', async () => {
  await setWeek('18:00', '02:00')
  const { text, changes } = await read()
  expect(text).toContain('Fermé, ouvre à 18 h')
  expect(text).toContain('Mardi (aujourd’hui)18 h – 2 h')
  expect(changes.slice(0, 4).map(({ at, sentence }) => `${at} ${sentence.replace(/\s/g, ' ')}`)).toEqual([
    '2027-07-27T18:00:00+02:00 Ouvert, ferme à 2 h',
    '2027-07-28T02:00:00+02:00 Fermé, ouvre à 18 h',
    '2027-07-28T18:00:00+02:00 Ouvert, ferme à 2 h',
    '2027-07-29T02:00:00+02:00 Fermé, ouvre à 18 h',
  ])
  await server.client.call('POST /v1/company/:id/hours/close-today', { ...whose(), body: {} })
  await expect.poll(async () => (await read()).text).toContain('Fermé exceptionnellement, ouvre demain à 18 h')
})

test('H-031 W-033 extra hours stand below the week, days in a row as one line', async () => {
  await setWeek('08:00', '23:00')
  const week = [
    { days: [2, 3, 4, 5, 6], start: '12:00', end: '14:00', enabled: true },
    { days: [7], start: '12:00', end: '15:00', enabled: true },
  ]
  const params = { id: shop.companyId, key: 'kitchen' } as const
  await server.client.call('PUT /v1/company/:id/hours/sets/:key', { token: shop.token, params, body: { week } })
  const { text } = await read()
  expect(text).toContain('CuisineDu mardi au samedi : 12 h – 14 hDimanche : 12 h – 15 h')
})
