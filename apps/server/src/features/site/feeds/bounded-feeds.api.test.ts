import { testApp } from '@parvis/harness/server/test-app'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { newSiteShop, sitePages } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { run } from '../../../db/database.ts'

const server = testApp()
const open = sitePages(server)
const { newInstant } = instantCalls(server)
const town = '/clichy-92110'

beforeAll(async () => {
  await server.setClock('2027-03-01T08:00:00+01:00')
})

test('W-088 W-042 S2 a sheet holds ten dates a day and says how many more there are; the strip counts no further than ninety-nine', async () => {
  const shop = await newSiteShop(server, { name: 'La Ruche', type: 'association', membership: 'digital' })
  for (let at = 0; at < 13; at++) await newInstant(shop, { title: `Atelier ${at}` }, [fixedTime('2027-03-03')])
  for (const path of [`${town}/affiche`, `${town}/la-ruche/affiche`]) {
    const { text } = await open(path)
    expect(text.match(/Atelier \d+/g), path).toHaveLength(10)
    expect(text, path).toContain('et 3 autres : le code mène à l’agenda entier')
  }
  await addCopies(90)
  const { text } = await open(`${town}/agenda?categorie=gourmand`)
  expect(text).toMatch(/mer 3 99\+ jeu 4 —/)
  let next = `${town}/agenda/2027-03-03`
  for (const count of [50, 50, 3]) {
    const { html } = await open(next)
    expect(html.match(/class="time"/g)).toHaveLength(count)
    next = /href="([^"]+\?page=\d)"/.exec(html)?.[1] ?? ''
  }
  expect(next).toBe('')
})

/** The same instant so many times more. */
const addCopies = async (count: number) =>
  await run(server.ownerDb)`
    with made as (
      insert into instants (company_id, kind, title, short_description, long_description, category_id, picture, address, city, zip_code, is_draft, is_enabled)
      select instants.company_id, kind, 'Copie ' || n, short_description, long_description, category_id, picture, address, city, zip_code, false, true
      from (select * from instants where title = 'Atelier 1') instants, generate_series(1, ${count}) n returning id, company_id, zip_code
    )
    insert into instant_times (instant_id, company_id, zip_code, starts_at, ends_at, enabled, wanted)
    select made.id, made.company_id, made.zip_code, times.starts_at, times.ends_at, true, true
    from made, instant_times times join instants on instants.id = times.instant_id where instants.title = 'Atelier 1'`

test('W-085 S2 a calendar holds the coming 62 days and five hundred letters of a text; the file of one instant holds all its dates', async () => {
  const shop = await newSiteShop(server, { name: 'Le Phare', type: 'association' })
  const longDescription = `<p>${'Un mot de plus. '.repeat(60)}</p>`
  await newInstant(shop, { title: 'Bientôt', longDescription }, [fixedTime('2027-05-01')])
  const late = await newInstant(shop, { title: 'Plus tard' }, [fixedTime('2027-05-10')])
  for (const path of [`${town}/agenda.ics`, `${town}/le-phare/agenda.ics`]) {
    const ics = (await open(path)).html.replaceAll('\r\n ', '')
    expect(ics, path).toContain('SUMMARY:Bientôt')
    expect(ics, path).not.toContain('SUMMARY:Plus tard')
    const [, words = ''] = /DESCRIPTION:(.*Un mot.*)\r\n/.exec(ics) ?? []
    expect(words.length, path).toBeLessThan(700)
    expect(words, path).toContain('…')
  }
  expect((await open(`${town}/le-phare/plus-tard-${late}.ics`)).html).toContain('SUMMARY:Plus tard')
})
