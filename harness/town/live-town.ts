import { setTimeout as wait } from 'node:timers/promises'
import { callSite, cookiesOf } from '../bench/parts/http-client.ts'
import type { TownClient } from './town-client.ts'
import { type LoadedTown, write } from './town-talk.ts'

const questions = [
  'Bonjour, êtes-vous ouverts dimanche matin ?',
  'Bonjour ! Faites-vous des réservations pour six personnes ?',
  'Est-ce que l’offre d’aujourd’hui est encore valable ce soir ?',
  'Merci pour hier, tout le monde s’est régalé 😊',
  'Avez-vous quelque chose sans gluten ?',
  'Je passe vers 18 h, pouvez-vous m’en garder un ?',
]

/**
 * Residents who write, now and then, at a human pace, until stopped; every other one comes in through the residents' site,
 * follows and writes without an account, where there is one.
 */
export async function liveTown(
  client: TownClient,
  town: LoadedTown,
  say: (sentence: string) => void,
  { signal, base, residentUrl }: { signal: AbortSignal; base: string; residentUrl: string | null },
) {
  for (let turn = 0; !signal.aborted; turn++) {
    const resident = town.residents[turn % town.residents.length]
    const business = town.businesses[(turn * 7) % town.businesses.length]
    if (!resident || !business) return
    if (residentUrl && turn % 2 === 1)
      say(`Quelqu’un suit ${await visit(base, residentUrl, town, turn)} depuis le site et lui écrit`)
    else {
      await write(client, resident, business.companyId, questions[turn % questions.length] ?? '')
      say(`${resident.first_name} écrit à ${business.name}`)
    }
    await wait(20_000 + Math.random() * 40_000, undefined, { signal }).catch(() => undefined)
  }
}

/** What passers-by say once they have scanned the code at the counter. */
const notes = [
  'Bonjour, à quelle heure fermez-vous ce soir ?',
  'Je viens de voir votre vitrine, c’est très joli !',
  'Prenez-vous la carte ?',
]

/** A visit through the residents' site of the server at `base`: reads the page, follows in one tap, writes. `*.localhost` is named by Host. */
async function visit(base: string, residentUrl: string, town: LoadedTown, turn: number): Promise<string> {
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
