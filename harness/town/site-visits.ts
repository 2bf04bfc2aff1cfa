import { callSite, cookiesOf } from '../bench/parts/http-client.ts'
import type { LoadedTown } from './town-talk.ts'

/** What passers-by say once they have scanned the code at the counter. */
const notes = [
  'Bonjour, à quelle heure fermez-vous ce soir ?',
  'Je viens de voir votre vitrine, c’est très joli !',
  'Prenez-vous la carte ?',
]

/** A visit through the residents' site of the server at `base`: reads the page, follows in one tap, writes. `*.localhost` is named by Host. */
export async function visit(base: string, residentUrl: string, town: LoadedTown, turn: number): Promise<string> {
  const business = town.businesses[(turn * 5) % town.businesses.length]
  if (!business) return ''
  const site = { base, host: new URL(residentUrl).host }
  await callSite(site, 'GET', '/')
  const path = `/v1/site/companies/${business.companyId}`
  const followed = await callSite(site, 'POST', `${path}/follow`, { json: { follows: 1, source: 'direct' } })
  const json = { message: notes[turn % notes.length], firstName: ['Nour', 'Paul', 'Aline'][turn % 3] }
  await callSite(site, 'POST', `${path}/messages`, { json, cookie: cookiesOf(followed) })
  return business.name
}
