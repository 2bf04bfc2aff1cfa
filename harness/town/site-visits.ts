import { call } from '../bench/parts/http-client.ts'
import type { LoadedTown } from './town-talk.ts'

/** What passers-by say once they have scanned the code at the counter. */
const notes = [
  'Bonjour, à quelle heure fermez-vous ce soir ?',
  'Je viens de voir votre vitrine, c’est très joli !',
  'Prenez-vous la carte ?',
]

type Call = { method: 'GET' | 'POST'; path: string; body?: object; cookie?: string }

/** A visit through the residents' site of the server at `base`: reads the page, follows in one tap, writes. `*.localhost` is named by Host. */
export async function visit(base: string, residentUrl: string, town: LoadedTown, turn: number): Promise<string> {
  const business = town.businesses[(turn * 5) % town.businesses.length]
  if (!business) return ''
  const ask = (asked: Call) => callSite(base, residentUrl, asked)
  await ask({ method: 'GET', path: '/' })
  const path = `/v1/site/companies/${business.companyId}`
  const cookie = await ask({ method: 'POST', path: `${path}/follow`, body: { follows: 1, source: 'direct' } })
  const body = { message: notes[turn % notes.length], firstName: ['Nour', 'Paul', 'Aline'][turn % 3] }
  await ask({ method: 'POST', path: `${path}/messages`, body, cookie })
  return business.name
}

/** Answers the cookies that were set. */
async function callSite(base: string, residentUrl: string, { method, path, body, cookie = '' }: Call): Promise<string> {
  const headers = { host: new URL(residentUrl).host, origin: residentUrl, cookie }
  const answer = await call(base, method, path, { headers, json: body })
  return (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}
