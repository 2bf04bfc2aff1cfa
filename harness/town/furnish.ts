import { Temporal } from 'temporal-polyfill'
import type { TownClient } from './client.ts'
import type { LoadedBusiness } from './loaded-town.ts'
import { drawPicture } from './picture.ts'
import type { TownInstant } from './town-business.ts'

/** Gives a business what it still lacks: its offer, its page, its instants, its tiles. */
export async function furnish(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId } = business
  const settings = (await client.call('GET', `/company/settings/${companyId}`, { token })) as Settings
  if (business.plan && settings.subscription.membership !== business.plan.id) await buy(client, business)
  if (!settings.profileImage) await fillPage(client, business)
  await publishAll(client, business)
  if (business.services) await addServices(client, business)
}

type Settings = { profileImage: string | null; subscription: { membership: string } }

async function buy(client: TownClient, { token, companyId, plan }: LoadedBusiness): Promise<void> {
  const form = { companyId, subscriptionId: plan?.id, periodicity: plan?.periodicity }
  const { sessionId } = (await client.call('POST', '/payment/create/paymentSession', { token, form })) as {
    sessionId: string
  }
  await client.call('POST', `/dev/checkout/${sessionId}`, { json: { outcome: 'paid' } })
  await client.call('POST', '/payment/validate', { token, json: { sessionId } })
}

async function fillPage(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId, scene, clickAndCollect } = business
  const [profileImage, coverImage, front, back] = await Promise.all([
    drawPicture(scene, 500, 500),
    drawPicture(scene, 1200, 600, 3),
    drawPicture('card', 800, 500),
    drawPicture('card', 800, 500, 1),
  ])
  await client.call('POST', `/company/${companyId}/update-settings-and-openingHours`, {
    token,
    form: {
      name: business.name,
      type: business.type,
      category: business.category,
      address: business.address,
      ...business.place,
      description: business.description,
      email: 'bonjour@exemple.fr',
      phoneNumber: '+33147150000',
      website: 'https://www.exemple.fr',
      openingHours: business.hours.map((hours) => ({ ...hours, enabled: true })),
      profileImage,
      coverImage,
      'id-card-front': front,
      'id-card-back': back,
      ...(clickAndCollect && {
        cacActive: true,
        cacDescription: clickAndCollect,
        cacReferences: [{ rank: 0, action: 'UPDATE' }],
        cacImages: await drawPicture(scene, 800, 1000, 2),
      }),
    },
  })
}

async function publishAll(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId } = business
  const published = (await client.call('GET', `/instants/company/${companyId}`, { token })) as {
    instantInformation: { title: string }
  }[]
  const titles = published.map(({ instantInformation }) => instantInformation.title)
  for (const [index, instant] of business.instants.entries()) {
    if (!titles.includes(instant.title)) await publish(client, business, instant, index)
  }
}

async function publish(client: TownClient, business: LoadedBusiness, instant: TownInstant, index: number) {
  const { token, companyId, place } = business
  const id = await client.call('POST', '/instants', {
    token,
    form: {
      companyId,
      title: instant.title,
      categoryId: instant.categoryId,
      shortDescription: instant.short,
      longDescription: instant.long,
      streetAddress: business.address,
      ...place,
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

async function addServices(client: TownClient, { token, companyId, services = [] }: LoadedBusiness): Promise<void> {
  const icons = (await client.call('GET', '/municipality/icons', { token })) as { id: number; tags: string }[]
  const shown = (await client.call('GET', `/municipality/${companyId}/service`, { token })) as { label: string }[]
  for (const { label, words, content } of services) {
    if (shown.some((tile) => tile.label === label)) continue
    const iconId = icons.find(({ tags }) => tags.includes(words))?.id ?? icons[0]?.id
    const json = { type: 'LINK', label, content, iconId }
    await client.call('POST', `/municipality/${companyId}/service`, { token, json })
  }
}
