import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { buyPlan, callAs } from './api.ts'
import { newOwner, newPerson, type Owner, picture, upload } from './people.ts'

type Resident = { token: string }

/** A resident who opened a conversation with a company. */
export async function newConversation(request: APIRequestContext, { companyId }: Owner) {
  const resident = await newPerson(request)
  const { uuid } = await callAs<{ uuid: string }>(request, resident, '/v1/app/discussions', { data: { companyId } })
  return { resident, uuid }
}

/** Writes as the resident of the conversation. */
export async function write(request: APIRequestContext, resident: Resident, uuid: string, message: string) {
  return await callAs<{ id: number }>(request, resident, `/v1/discussions/${uuid}/message`, { data: { message } })
}

export async function follow(request: APIRequestContext, resident: Resident, { companyId }: Owner): Promise<void> {
  await callAs(request, resident, `/v1/app/companies/${companyId}/follow`, { method: 'PUT' })
}

type ShopOptions = { name?: string; hours?: [start: string, end: string] }

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
  await callAs(request, owner, `/v1/company/${owner.companyId}/update-settings-and-openingHours`, {
    multipart: {
      companyId: owner.companyId,
      openingHours: JSON.stringify([{ daytype: 'all_days', startTime, endTime, enabled: true }]),
      cacActive: '1',
      cacDescription: 'Commandez avant midi, passez le soir.',
      cacReferences: '[{"rank":0,"action":"UPDATE"}]',
      'cacImages[]': upload('rayon.jpg', await picture(800, 1000)),
    },
  })
}

type Wanted = { pickupDateTime?: string; orderContent?: string; couponMessage?: string; minOrder?: number }

export async function order(request: APIRequestContext, resident: Resident, { companyId }: Owner, wanted: Wanted = {}) {
  const data = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux baguettes', ...wanted }
  return await callAs<{ id: number; discussionId: string }>(
    request,
    resident,
    `/v1/app/companies/${companyId}/orders`,
    {
      data,
    },
  )
}

export const conversations = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' })
export const thread = (page: Page): Locator => page.getByRole('log')
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message à/ })
export const messages = (page: Page): Locator => thread(page).getByRole('listitem')
