import { setTimeout as wait } from 'node:timers/promises'
import { newBrowser, type TownClient } from './town-client.ts'
import type { LoadedTown } from './town-talk.ts'

const questions = [
  'Bonjour, êtes-vous ouverts dimanche matin ?',
  'Bonjour ! Faites-vous des réservations pour six personnes ?',
  'Est-ce que l’offre d’aujourd’hui est encore valable ce soir ?',
  'Merci pour hier, tout le monde s’est régalé 😊',
  'Avez-vous quelque chose sans gluten ?',
  'Je passe vers 18 h, pouvez-vous m’en garder un ?',
]

/**
 * Residents who write, now and then, at a human pace, until stopped; every other one is a passer-by, who follows and writes
 * without an account. Who has written three times without an answer says no more.
 */
export async function liveTown(
  client: TownClient,
  town: LoadedTown,
  say: (sentence: string) => void,
  signal: AbortSignal,
) {
  for (let turn = 0; !signal.aborted; turn++) {
    const resident = town.residents[turn % town.residents.length]
    const business = town.businesses[(turn * 7) % town.businesses.length]
    if (!resident || !business) return
    const { companyId, name } = business
    const isKnown = turn % 2 === 0
    const headers = isKnown ? resident.browser : await passBy(client, town.site, companyId)
    const { status } = await client.answer('POST /v1/site/companies/:id/messages', {
      params: { id: companyId },
      body: {
        message: questions[turn % questions.length] ?? '',
        firstName: isKnown ? undefined : ['Nour', 'Paul', 'Aline'][turn % 3],
      },
      headers,
    })
    if (status === 200)
      say(isKnown ? `${resident.firstName} écrit à ${name}` : `Quelqu’un suit ${name} depuis le site et lui écrit`)
    await wait(20_000 + Math.random() * 40_000, undefined, { signal }).catch(() => undefined)
  }
}

/** A browser that nobody knew, which follows in one tap. */
const passBy = async (client: TownClient, site: string, id: string) =>
  await newBrowser(site, async (headers) => {
    const following = { params: { id }, body: { follows: 1, source: 'direct' }, headers }
    return await client.answer('POST /v1/site/companies/:id/follow', following)
  })
