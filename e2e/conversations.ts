import { newBrowser, type SiteBrowser } from '@parvis/harness/town/town-client'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { buyPlan } from './api.ts'
import { clientOf, completeCompany, jpeg, newOwner, newRegistered, type Owner, picture } from './people.ts'
import { residentBase, siteClient } from './residents.ts'

/** A resident without account, whom the site knows by a first name. */
export const newResident = (): Promise<SiteBrowser> =>
  newBrowser(residentBase(), (headers) =>
    siteClient().answer('PUT /v1/site/me', { headers, body: { firstName: 'Marie' } }),
  )

/** A resident who wrote to a company. */
export async function newConversation({ companyId }: Owner, message = 'Bonjour') {
  const resident = await newResident()
  const writing = { headers: resident, params: { id: companyId }, body: { message } }
  const { uuid } = await siteClient().call('POST /v1/site/companies/:id/messages', writing)
  return { resident, uuid }
}

/** Writes as the resident of the conversation: three times at most before its company answers. */
export const write = (headers: SiteBrowser, uuid: string, message: string) =>
  siteClient().call('POST /v1/site/conversations/:id/messages', { headers, params: { id: uuid }, body: { message } })

/** Writes as the company of the conversation. */
export const answer = (request: APIRequestContext, { token, companyId }: Owner, uuid: string, message = 'Bonjour') =>
  clientOf(request).call('POST /v1/discussions/:id/message', {
    token,
    params: { id: uuid },
    body: { message, companyId },
  })

type ShopOptions = { name?: string; fields?: Record<string, string>; hours?: [start: string, end: string] }

/** An owner on PREMIUM whose click-and-collect takes orders. */
export async function newShop(request: APIRequestContext, { hours, ...named }: ShopOptions = {}): Promise<Owner> {
  const owner = await newOwner(request, named)
  await buyPlan(request, owner)
  await takeOrders(request, owner, hours)
  return owner
}

/** Click-and-collect on, open every day. */
async function takeOrders(
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

/** A shop on ADVANCED that takes orders, found at a premium address, which leads to a name of its own once that is served (W-130). */
export async function newShopAtHome(request: APIRequestContext) {
  const owner = await newRegistered(request)
  await buyPlan(request, owner, 'digital')
  const name = `fournil-${owner.companyId.slice(0, 8)}`
  const shop = await completeCompany(request, owner, { fields: { premium_subdomain: name } })
  await takeOrders(request, shop)
  const { port } = new URL(residentBase())
  /** Claims the name and proves it; answers its address. */
  const serveDomain = async (): Promise<string> => {
    const [client, own] = [clientOf(request), { token: shop.token, params: { id: shop.companyId } }]
    const domain = `${name}.localhost`
    const { records } = await client.call('PUT /v1/company/:id/domain', { ...own, body: { domain } })
    const txt = [records[0]?.value ?? '']
    await client.call('PUT /v1/dev/dns', { body: { name: `_parvis.${domain}`, txt, addresses: [] } })
    await client.call('POST /v1/company/:id/domain/check', own)
    return `http://${domain}:${port}/`
  }
  return { ...shop, premium: `http://${name}.parvis.localhost:${port}/`, serveDomain }
}

type Wanted = { pickupDateTime?: string; orderContent?: string }

export async function order(headers: SiteBrowser, { companyId }: Owner, wanted: Wanted = {}) {
  const body = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux baguettes', ...wanted }
  return await siteClient().call('POST /v1/site/companies/:id/orders', { headers, params: { id: companyId }, body })
}

export const conversations = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' })
export const thread = (page: Page): Locator => page.getByRole('log')
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message à/ })
export const messages = (page: Page): Locator => thread(page).getByRole('listitem')
