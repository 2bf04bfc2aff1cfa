import stored from './businesses.json' with { type: 'json' }
import { furnish } from './furnish.ts'
import { signIn, type TownClient } from './town-client.ts'
import { type LoadedTown, leaveOrders, talk } from './town-talk.ts'
import { residents, type TownBusiness, type TownResident } from './townspeople.ts'

const adult = { date_of_birth: '1988-05-12', app_id: 'WEB_APP' }

/** Brings the demonstration town into a running development server; what is already there stays as it is. */
export async function loadTown(client: TownClient, say: (sentence: string) => void): Promise<LoadedTown> {
  const shops = await inTurn(businesses, async (business) => {
    const { isNew, ...known } = await signUp(client, business)
    const loaded = { ...business, ...known }
    await furnish(client, loaded)
    say(`${business.name}${isNew ? '' : ' (déjà là)'}, téléphone ${business.phone}`)
    return loaded
  })
  const people = await inTurn(residents, async (resident) => {
    const token = await signIn(client, resident.phone, 'RESIDENT_APP')
    await introduce(client, token, resident, `${resident.phone.slice(1)}@exemple.fr`)
    return { ...resident, token }
  })
  const town = { businesses: shops, residents: people }
  await followAround(client, town)
  await talk(client, town)
  await leaveOrders(client, town)
  return town
}

async function inTurn<T, Loaded>(things: readonly T[], load: (thing: T) => Promise<Loaded>): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  for (const thing of things) loaded.push(await load(thing))
  return loaded
}

async function signUp(client: TownClient, { phone, owner, place, type, code }: TownBusiness) {
  const token = await signIn(client, phone, 'WEB_APP')
  const [known] = await client.call('GET /v1/company/ownership', { token })
  if (known) return { token, companyId: known.companyId, isNew: false }
  await introduce(client, token, { ...owner, place }, 'pro@exemple.fr')
  const body = { type, siren: code, membership: 'freemium' }
  const companyId = await client.call('POST /v1/company/subscription', { token, body, as: 'multipart' })
  return { token, companyId, isNew: true }
}

type Person = Pick<TownResident, 'first_name' | 'last_name' | 'place'>

async function introduce(client: TownClient, token: string, { first_name, last_name, place }: Person, email: string) {
  const city = place.zipCode === '75011' ? 'Paris 11e' : place.city
  const body = { ...adult, first_name, last_name, email, city, zip_code: place.zipCode }
  await client.call('POST /v1/profile/update', { token, body })
}

/** The first resident follows everybody, the next ones a shop fewer each. */
async function followAround(client: TownClient, { businesses: shops, residents: people }: LoadedTown): Promise<void> {
  for (const [index, { token }] of people.entries()) {
    for (const { companyId } of shops.slice(0, shops.length - index)) {
      await client.call('PUT /v1/app/companies/:id/follow', { params: { id: companyId }, token })
    }
    const body = { token: `demo-device-${index}`, platform: 'android' as const }
    await client.call('POST /v1/app/devices', { token, body })
  }
}

/** Every business of the demonstration, invented, of the embedded registry, in the order of its phone: 06 00 00 00 01 is the baker. */
export const businesses = stored as readonly TownBusiness[]
