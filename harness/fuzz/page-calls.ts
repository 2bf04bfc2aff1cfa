import type { Endpoint } from '@parvis/domain/kernel/contract'
import * as fc from 'fast-check'
import { run } from '../../apps/server/src/db/database.ts'
import type { TestApp } from '../server/test-app.ts'
import { newSiteShop, residentHost } from '../town/site-visitors.ts'
import type { FuzzedCall } from './arbitrary-call.ts'
import { hostileText } from './hostile-values.ts'

const ownDomain = 'www.la-salle.example'
const hosts = [
  residentHost,
  `le-fournil.${residentHost}`,
  `la-salle.${residentHost}`,
  ownDomain,
  `www.${residentHost}`,
  `boutique.fr.${residentHost}`,
  'personne.example',
]
const ofTown =
  ' /annuaire /annuaire/boulangerie /agenda /services /affiche /agenda.ics /flux.xml /actes /alertes /agenda/carte ' +
  '/:word /agenda/:word /actes/:word /la-halle /la-halle/:word'
const ofHost =
  '/ /:word /q/:word /mes-abonnements /mes-messages/:word /reglages /signaler /robots.txt /sitemap.xml /sitemaps/:word ' +
  '/agenda.ics /flux.xml /affiche /application.webmanifest /sw.js'
const paths = [...ofTown.split(' ').map((path) => `/clichy-92110${path}`), ...ofHost.split(' ')]
const keys = 'q ouvert page type categorie vue vers adresse transfert code version x'.split(' ')

/** A business on the residents’ host alone, one on a subdomain too, and one with a domain of its own. */
export async function openHosts(server: TestApp): Promise<void> {
  await newSiteShop(server, { name: 'La Halle', type: 'association' })
  const openAt = async (subdomain: string, name: string) => {
    const { companyId } = await newSiteShop(server, { name, type: 'association', membership: 'digital' })
    await run(server.db)`update companies set subdomain = ${subdomain} where id = ${companyId}`
    return companyId
  }
  await openAt('le-fournil', 'Le Fournil')
  const companyId = await openAt('la-salle', 'La Salle')
  await run(server.db)`
    insert into custom_domains (company_id, name, canonical, shown, token, state)
    values (${companyId}, 'la-salle.example', ${ownDomain}, ${ownDomain}, 'fuzz', 'proven')`
}

/** A page, feed or file of any host, with words and queries that nobody should read. */
export const arbitraryPage = (): fc.Arbitrary<FuzzedCall> =>
  fc
    .record({
      host: fc.constantFrom(...hosts),
      path: fc.constantFrom(...paths),
      word: hostileText().map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 1_999)),
      query: fc.dictionary(fc.constantFrom(...keys), hostileText(), { maxKeys: 3 }),
      accept: fc.constantFrom('text/html', 'application/json', '*/*'),
      address: fc.integer({ min: 1, max: 254 }),
    })
    .map(({ host, path, word, query, accept, address }) => ({
      endpoint: { call: `GET ${host}${path}` } as unknown as Endpoint,
      method: 'GET',
      url: `${path.replace(':word', word)}?${new URLSearchParams(query)}`.slice(0, 12_000),
      headers: { host, accept },
      remoteAddress: `10.0.0.${address}`,
    }))
