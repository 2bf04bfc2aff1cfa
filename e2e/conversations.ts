import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { buyPlan } from './api.ts'
import { clientOf, jpeg, newOwner, newPerson, type Owner, picture } from './people.ts'

type Resident = { token: string }

/** A resident who opened a conversation with a company. */
export async function newConversation(request: APIRequestContext, { companyId }: Owner) {
  const resident = await newPerson(request)
  const { uuid } = await clientOf(request).call('POST /v1/app/discussions', {
    token: resident.token,
    body: { companyId },
  })
  return { resident, uuid }
}

/** Writes as the resident of the conversation. */
export async function write(request: APIRequestContext, resident: Resident, uuid: string, message: string) {
  return await clientOf(request).call('POST /v1/discussions/:id/message', {
    token: resident.token,
    params: { id: uuid },
    body: { message },
  })
}

export async function follow(request: APIRequestContext, resident: Resident, { companyId }: Owner): Promise<void> {
  await clientOf(request).call('PUT /v1/app/companies/:id/follow', { token: resident.token, params: { id: companyId } })
}

type ShopOptions = { name?: string; fields?: Record<string, string>; hours?: [start: string, end: string] }

/** An owner on PREMIUM whose click-and-collect takes orders. */
export async function newShop(request: APIRequestContext, { hours, ...named }: ShopOptions = {}): Promise<Owner> {
  const owner = await newOwner(request, named)
  await buyPlan(request, owner)
  await takeOrders(request, owner, hours)
  return owner
}

/** Click-and-collect on, open every day. */
export async function takeOrders(
  request: APIRequestContext,
  owner: Owner,
  [startTime, endTime] = ['07:00', '19:00'],
): Promise<void> {
  await clientOf(request).call('POST /v1/company/:id/update-settings-and-openingHours', {
    token: owner.token,
    params: { id: owner.companyId },
    body: {
      companyId: owner.companyId,
      openingHours: JSON.stringify([{ daytype: 'all_days', startTime, endTime, enabled: true }]),
      cacActive: '1',
      cacDescription: 'Commandez avant midi, passez le soir.',
      cacReferences: '[{"rank":0,"action":"UPDATE"}]',
    },
    files: { 'cacImages[]': jpeg(await picture(800, 1000)) },
  })
}

type Wanted = { pickupDateTime?: string; orderContent?: string; couponMessage?: string; minOrder?: number }

export async function order(request: APIRequestContext, resident: Resident, { companyId }: Owner, wanted: Wanted = {}) {
  const body = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux baguettes', minOrder: undefined, ...wanted }
  return await clientOf(request).call('POST /v1/app/companies/:id/orders', {
    token: resident.token,
    params: { id: companyId },
    body,
  })
}

export const conversations = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' })
export const thread = (page: Page): Locator => page.getByRole('log')
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message à/ })
export const messages = (page: Page): Locator => thread(page).getByRole('listitem')
