import { daysOfType } from '@parvis/domain/company/opening-hours'
import { Temporal } from 'temporal-polyfill'
import { drawPicture } from './scenes.ts'
import type { TownClient } from './town-client.ts'
import type { LoadedBusiness, TownInstant } from './townspeople.ts'

/** Gives a business what it still lacks: its offer, its page, its instants, its tiles. */
export async function furnish(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId } = business
  const settings = await client.call('GET /v1/company/settings/:companyId', { params: { companyId }, token })
  if (business.plan && settings.subscription.membership !== business.plan.id) await buy(client, business, business.plan)
  if (!settings.profileImage) await fillPage(client, business)
  await addPhotos(client, business)
  await publishAll(client, business)
  if (business.services) await addServices(client, business)
}

type Plan = NonNullable<LoadedBusiness['plan']>

async function buy(client: TownClient, { token, companyId }: LoadedBusiness, { id, periodicity }: Plan): Promise<void> {
  const body = { companyId, subscriptionId: id, periodicity }
  const { sessionId } = await client.call('POST /v1/payment/create/paymentSession', { token, body, as: 'multipart' })
  await client.call('POST /v1/dev/checkout/:sessionId', { params: { sessionId }, body: { outcome: 'paid' } })
  await client.call('POST /v1/payment/validate', { token, body: { sessionId } })
}

async function fillPage(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId, scene, clickAndCollect } = business
  const [profileImage, coverImage, front, back] = await Promise.all([
    drawPicture(scene, 500, 500),
    drawPicture(scene, 1200, 600, 3),
    drawPicture('card', 800, 500),
    drawPicture('card', 800, 500, 1),
  ])
  await client.call('POST /v1/company/:id/update-settings-and-openingHours', {
    params: { id: companyId },
    token,
    body: {
      name: business.name,
      type: business.type,
      category: business.category,
      address: business.address,
      ...business.place,
      description: business.description,
      email: 'bonjour@exemple.fr',
      phoneNumber: '+33147150000',
      website: 'https://www.exemple.fr',
      openingHours: JSON.stringify(business.hours.map((hours) => ({ ...hours, enabled: true }))),
      ...(business.subdomain && { premium_subdomain: business.subdomain }),
      ...(clickAndCollect && {
        cacActive: true,
        cacDescription: clickAndCollect,
        cacReferences: JSON.stringify([{ rank: 0, action: 'UPDATE' }]),
      }),
    },
    files: {
      profileImage,
      coverImage,
      'id-card-front': front,
      'id-card-back': back,
      ...(clickAndCollect && { cacImages: await drawPicture(scene, 800, 1000, 2) }),
    },
  })
}

async function addPhotos(client: TownClient, { token, companyId, photos = [] }: LoadedBusiness): Promise<void> {
  const of = { params: { id: companyId }, token }
  const there = await client.call('GET /v1/company/:id/photos', of)
  for (const [index, { scene, alt }] of photos.entries()) {
    if (there.some((photo) => photo.alt === alt)) continue
    const image = await drawPicture(scene, 960, 720, index + 4)
    await client.call('POST /v1/company/:id/photos', { ...of, body: { alt }, as: 'multipart', files: { image } })
  }
}

async function publishAll(client: TownClient, business: LoadedBusiness): Promise<void> {
  const { token, companyId } = business
  const published = await client.call('GET /v1/instants/company/:companyId', { params: { companyId }, token })
  const titles = published.map(({ instantInformation }) => instantInformation.title)
  for (const [index, instant] of business.instants.entries()) {
    if (!titles.includes(instant.title)) await publish(client, business, instant, index)
  }
}

async function publish(client: TownClient, business: LoadedBusiness, instant: TownInstant, index: number) {
  const { token, companyId, place } = business
  const id = await client.call('POST /v1/instants', {
    token,
    body: {
      companyId,
      title: instant.title,
      categoryId: instant.categoryId,
      shortDescription: instant.short,
      longDescription: instant.long,
      streetAddress: business.address,
      ...place,
      instantType: instant.kind,
      ...scheduleOf(instant.when),
    },
    files: { picture: await drawPicture(business.scene, 500, 500, index + 1) },
  })
  if (instant.seats) await takeBookings(client, { params: { id }, token }, instant.seats)
}

async function takeBookings(
  client: TownClient,
  of: { params: { id: number }; token: string },
  { capacity, people }: NonNullable<TownInstant['seats']>,
) {
  const saved = { version: 0, capacity }
  const { dates } = await client.call('PUT /v1/instants/:id/bookings', { ...of, body: saved })
  const date = dates[0]?.date ?? ''
  for (const [name, seats] of people)
    await client.call('POST /v1/instants/:id/bookings/people', { ...of, body: { date, name, seats } })
}

function scheduleOf(when: TownInstant['when']) {
  const { start, end } = when
  if ('days' in when) return { kind: 'weekly', weekly: JSON.stringify([{ days: daysOfType(when.days), start, end }]) }
  const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days: when.inDays })
  return { kind: 'dates', dates: JSON.stringify([{ start: `${day} ${start}`, end: `${day} ${end}` }]) }
}

async function addServices(client: TownClient, { token, companyId, services = [] }: LoadedBusiness): Promise<void> {
  const params = { id: companyId }
  const icons = await client.call('GET /v1/municipality/icons', { token })
  const shown = await client.call('GET /v1/municipality/:id/service', { params, token })
  for (const { label, words, content } of services) {
    if (shown.some((tile) => tile.label === label)) continue
    const iconId = icons.find(({ tags }) => tags.includes(words))?.id ?? icons[0]?.id
    const body = { type: 'LINK', label, content, iconId }
    await client.call('POST /v1/municipality/:id/service', { params, token, body })
  }
}
