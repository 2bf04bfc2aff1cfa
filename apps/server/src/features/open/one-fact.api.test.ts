import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls, ok } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { hoursCalls, hoursLine, scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop, sitePages } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test, vi } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const open = sitePages(server)
const { get } = instantCalls(server)
const { scheduled, changeState } = scheduleCalls(server)
const town = '/clichy-92110'
let club: Owner
let page: string

beforeAll(async () => {
  await server.setClock('2030-01-01T09:00:00+01:00')
  club = await newSiteShop(server, { name: 'Foyer rural', type: 'association', membership: 'digital' })
  page = `${town}/foyer-rural`
  const body = { open: true }
  await server.client.call('PUT /v1/company/:id/open-data', { params: { id: club.companyId }, token: club.token, body })
})

/** The open API gives a change once it is ten seconds old: later than any transaction that could still precede it. */
async function tenSecondsLater() {
  await run(server.ownerDb)`update open_changes set changed_at = changed_at - make_interval(secs => 11)`
}

async function dataOf(path: string): Promise<string> {
  return (await server.app.inject({ url: `/v1/open${path}`, headers: { host: 'localhost:3000' } })).body
}

/** What is read at each address, by the name of the outlet: which of them say what is asked. */
async function outlets(said: Record<string, [path: string, words: string | RegExp]>): Promise<Record<string, boolean>> {
  const read = async ([path, words]: [string, string | RegExp]) => {
    const { html, text } = path.startsWith('/v1/') ? { html: await dataOf(path.slice(8)), text: '' } : await open(path)
    return [html, text].some((all) => all.replace(/[\u00a0\u202f]/g, ' ').match(words) !== null)
  }
  const seen = Object.entries(said).map(async ([name, where]) => [name, await read(where)] as const)
  return Object.fromEntries(await Promise.all(seen))
}

const everywhere = (said: object) => Object.fromEntries(Object.keys(said).map((name) => [name, true]))

test('F-006 F-008 F-023 W-120 one moved date, typed once, is read in eight outlets', async () => {
  const dates = [{ start: '2030-01-04 20:00', end: '2030-01-04 22:00' }]
  const id = await scheduled(club, { kind: 'dates', dates }, { title: 'Loto du foyer', categoryId: 5 })
  await tenSecondsLater()
  const instant = `${page}/loto-du-foyer-${id}`
  const says = (day: string) => ({
    page: [instant, new RegExp(`${Number(day)} janvier`)] as [string, RegExp],
    agenda: [`${town}/agenda/2030-01-${day}`, 'Loto du foyer'] as [string, string],
    iCal: [`${town}/agenda.ics`, `T;TZID=Europe/Paris:203001${day}T2`.slice(1)] as [string, string],
    Atom: [`${town}/flux.xml`, new RegExp(`${Number(day)} janv`)] as [string, RegExp],
    'JSON-LD': [instant, `"startDate":"2030-01-${day}T2`] as [string, string],
    'open API': [`/v1/open/events?business=${club.companyId}`, `"start":"2030-01-${day}T2`] as [string, string],
    embed: [`${town}/agenda/carte`, new RegExp(`${Number(day)} janv`)] as [string, RegExp],
    paper: [`${town}/affiche`, new RegExp(`${Number(day)} janvier[^]*Loto du foyer`)] as [string, RegExp],
  })
  await vi.waitFor(async () => expect(await outlets(says('04'))).toEqual(everywhere(says('04'))), 5_000)
  const dateId = (await get(club, id)).schedule?.dates[0]?.id
  ok(await changeState(club, id, { state: 'postponed', dateId, newStart: '2030-01-05 21:00' }))
  await tenSecondsLater()
  await vi.waitFor(async () => expect(await outlets(says('05'))).toEqual(everywhere(says('05'))), 5_000)
})

test('F-008 H-036 one closing, typed once, is read on the page, in its data, the open API, the embed and on paper', async () => {
  const hours = hoursCalls(server)
  await hours.setWeek(club, [hoursLine([1, 2, 3, 4, 5], '09:00', '18:00')])
  await tenSecondsLater()
  const closing = {
    page: [page, /3 (au 4 |et 4 )?janv/] as [string, RegExp],
    'JSON-LD': [page, '"validFrom":"2030-01-03"'] as [string, string],
    'open API': [`/v1/open/businesses/${club.companyId}`, '2030-01-03'] as [string, string],
    embed: [`${page}/carte?vue=horaires`, /3 (au 4 |et 4 )?janv/] as [string, RegExp],
    paper: [`${page}/affiche`, /3 janvier (\S+ )?Fermé/i] as [string, RegExp],
  }
  const before = Object.fromEntries(Object.keys(closing).map((name) => [name, false]))
  expect(await outlets(closing)).toEqual(before)
  ok(await hours.send(club, 'POST', '/exceptions', { from: '2030-01-03', to: '2030-01-04', kind: 'closed' }))
  await tenSecondsLater()
  await vi.waitFor(async () => expect(await outlets(closing)).toEqual(everywhere(closing)), 5_000)
})
