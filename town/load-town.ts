import { Temporal } from 'temporal-polyfill'
import { businesses, municipalServices, residents, type TownBusiness, type TownInstant } from './businesses.ts'
import type { TownClient } from './client.ts'
import { drawPicture } from './picture.ts'

export type LoadedBusiness = TownBusiness & { companyId: string; token: string }
export type LoadedResident = { token: string; first_name: string }
export type Town = { businesses: LoadedBusiness[]; residents: LoadedResident[] }

const adult = { date_of_birth: '1988-05-12', zip_code: '92110', city: 'Clichy', app_id: 'WEB_APP' }

/** Brings the demonstration town into a running development server; what is already there stays as it is. */
export async function loadTown(client: TownClient, say: (sentence: string) => void): Promise<Town> {
  const loaded: LoadedBusiness[] = []
  for (const business of businesses) {
    const { token, companyId, isNew } = await signUp(client, business)
    const entry = { ...business, token, companyId }
    loaded.push(entry)
    if (isNew) await furnish(client, entry)
    say(`${business.name}${isNew ? '' : ' (déjà là)'}, téléphone ${business.phone}`)
  }
  const people: LoadedResident[] = []
  for (const { phone, ...name } of residents) {
    const token = await client.signIn(phone, 'RESIDENT_APP')
    await client.call('POST', '/profile/update', {
      token,
      json: { ...adult, ...name, email: `${phone.slice(1)}@exemple.fr` },
    })
    people.push({ token, first_name: name.first_name })
  }
  await followAround(client, loaded, people)
  return { businesses: loaded, residents: people }
}

async function signUp(client: TownClient, business: TownBusiness) {
  const token = await client.signIn(business.phone, 'WEB_APP')
  const owned = (await client.call('GET', '/company/ownership', { token })) as {
    companyId: string
    category: string | null
  }[]
  const [known] = owned
  if (known) return { token, companyId: known.companyId, isNew: known.category === null }
  await client.call('POST', '/profile/update', {
    token,
    json: { ...adult, ...business.owner, email: 'pro@exemple.fr' },
  })
  const form = { type: business.type, siren: business.code, membership: 'freemium' }
  const companyId = (await client.call('POST', '/company/subscription', { token, form })) as string
  return { token, companyId, isNew: true }
}

async function furnish(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId, scene } = business
  await client.call('POST', `/company/${companyId}/update-settings-and-openingHours`, {
    token,
    form: {
      name: business.name,
      type: business.type,
      category: business.category,
      address: business.address,
      city: 'Clichy',
      zipCode: '92110',
      description: business.description,
      email: 'bonjour@exemple.fr',
      phoneNumber: '+33147150000',
      website: 'https://www.exemple.fr',
      openingHours: business.hours.map((hours) => ({ ...hours, enabled: true })),
      profileImage: await drawPicture(scene, 500, 500),
      coverImage: await drawPicture(scene, 1200, 600, 3),
      'id-card-front': await drawPicture('card', 800, 500),
      'id-card-back': await drawPicture('card', 800, 500, 1),
    },
  })
  for (const [index, instant] of business.instants.entries()) await publish(client, business, instant, index)
  if (business.type === 'mairie') await addServices(client, business)
}

async function publish(client: TownClient, business: LoadedBusiness, instant: TownInstant, index: number) {
  const { token, companyId } = business
  const id = await client.call('POST', '/instants', {
    token,
    form: {
      companyId,
      title: instant.title,
      categoryId: instant.categoryId,
      shortDescription: instant.short,
      longDescription: instant.long,
      streetAddress: business.address,
      city: 'Clichy',
      zipCode: '92110',
      instantType: instant.kind,
      picture: await drawPicture(business.scene, 500, 500, index + 1),
    },
  })
  await client.call('POST', `/instants/${id}/activation-times`, { token, json: activationTime(instant.when) })
}

function activationTime(when: TownInstant['when']): Record<string, unknown> {
  const today = Temporal.Now.plainDateISO('Europe/Paris')
  const day = 'inDays' in when ? today.add({ days: when.inDays }) : today
  return {
    activationTimeType: 'during_instant',
    activeDayType: 'inDays' in when ? 'fixed' : when.days,
    startDateTime: `${day} ${when.start}`,
    endDateTime: `${day} ${when.end}`,
    isEnabled: 1,
  }
}

async function addServices(client: TownClient, { token, companyId }: LoadedBusiness): Promise<void> {
  const icons = (await client.call('GET', '/municipality/icons', { token })) as { id: number; tags: string }[]
  for (const { label, words, content } of municipalServices) {
    const iconId = icons.find(({ tags }) => tags.includes(words))?.id ?? icons[0]?.id
    await client.call('POST', `/municipality/${companyId}/service`, {
      token,
      json: { type: 'LINK', label, content, iconId },
    })
  }
}

async function followAround(client: TownClient, shops: LoadedBusiness[], people: LoadedResident[]): Promise<void> {
  for (const [index, { token }] of people.entries()) {
    for (const { companyId } of shops.slice(0, shops.length - index)) {
      await client.call('PUT', `/app/companies/${companyId}/follow`, { token })
    }
    await client.call('POST', '/app/devices', { token, json: { token: `demo-device-${index}`, platform: 'android' } })
  }
}
