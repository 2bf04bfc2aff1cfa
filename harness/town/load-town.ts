import stored from './businesses.json' with { type: 'json' }
import { furnish } from './furnish.ts'
import { enterByPhone, signIn, type TownClient } from './town-client.ts'
import { type LoadedTown, leaveOrders, talk } from './town-talk.ts'
import { residents, type TownBusiness } from './townspeople.ts'

const adult = { date_of_birth: '1988-05-12', app_id: 'WEB_APP' }

/** Brings the demonstration town into a running development server; what is already there stays as it is. */
export async function loadTown(client: TownClient, say: (sentence: string) => void): Promise<LoadedTown> {
  const { residentUrl: site } = await client.call('GET /v1/configuration')
  if (!site) throw new Error('this server has no residents’ site for residents to come in by')
  const shops = await inTurn(businesses, async (business) => {
    const { isNew, ...known } = await signUp(client, business)
    const loaded = { ...business, ...known }
    await furnish(client, loaded)
    say(`${business.name}${isNew ? '' : ' (déjà là)'}, téléphone ${business.phone}`)
    return loaded
  })
  const people = await inTurn(residents, async (resident) => {
    const browser = await enterByPhone(client, site, resident.phone)
    await client.call('PUT /v1/site/me', { body: { firstName: resident.firstName }, headers: browser })
    return { ...resident, browser }
  })
  const town = { site, businesses: shops, residents: people }
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
  const city = place.zipCode === '75011' ? 'Paris 11e' : place.city
  const profile = { ...adult, ...owner, email: 'pro@exemple.fr', city, zip_code: place.zipCode }
  await client.call('POST /v1/profile/update', { token, body: profile })
  const body = { type, siren: code, membership: 'freemium' }
  const companyId = await client.call('POST /v1/company/subscription', { token, body, as: 'multipart' })
  return { token, companyId, isNew: true }
}

/** The first resident follows everybody, the next ones a shop fewer each. */
async function followAround(client: TownClient, { businesses: shops, residents: people }: LoadedTown): Promise<void> {
  const keys = { auth: 'DGv6ra1nlYgDCS1FRnbzlw', p256dh: `B${'A'.repeat(86)}` }
  for (const [index, { browser: headers }] of people.entries()) {
    for (const { companyId: id } of shops.slice(0, shops.length - index))
      await client.call('POST /v1/site/companies/:id/follow', { params: { id }, body: { follows: 1 }, headers })
    const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/demo-${index}`
    await client.call('POST /v1/site/push', { body: { subscription: { endpoint, keys } }, headers })
  }
}

/** Every business of the demonstration, invented, of the embedded registry, in the order of its phone: 06 00 00 00 01 is the baker. */
export const businesses = stored as readonly TownBusiness[]
