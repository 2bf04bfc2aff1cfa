import { request } from 'node:http'
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
  const ask = (call: Call) => callSite(base, residentUrl, call)
  await ask({ method: 'GET', path: '/' })
  const path = `/v1/site/companies/${business.companyId}`
  const cookie = await ask({ method: 'POST', path: `${path}/follow`, body: { follows: 1, source: 'direct' } })
  const body = { message: notes[turn % notes.length], firstName: ['Nour', 'Paul', 'Aline'][turn % 3] }
  await ask({ method: 'POST', path: `${path}/messages`, body, cookie })
  return business.name
}

/** Answers the cookies that were set. */
function callSite(base: string, residentUrl: string, { method, path, body, cookie = '' }: Call): Promise<string> {
  const { hostname, port } = new URL(base)
  const { host } = new URL(residentUrl)
  const headers = { host, origin: residentUrl, cookie, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume()
      const set = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0])
      answer.on('end', () => resolve(set.join('; ')))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}
