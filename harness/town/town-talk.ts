import { Temporal } from 'temporal-polyfill'
import type { SiteBrowser, TownClient } from './town-client.ts'
import { conversations, type LoadedBusiness, type LoadedResident, orders } from './townspeople.ts'

/** The town as it stands in the server, each owner signed in and each resident in a browser on the site at that address. */
export type LoadedTown = { site: string; businesses: LoadedBusiness[]; residents: LoadedResident[] }

/** The broadcasts and conversations of the demonstration, each told once. */
export async function talk(client: TownClient, town: LoadedTown): Promise<void> {
  for (const { token, companyId, broadcast } of town.businesses) {
    if (!broadcast) continue
    const params = { id: companyId }
    const { list } = await client.call('GET /v1/company/:id/broadcast', { params, token })
    if (list.length > 0) continue
    await client.call('POST /v1/company/:id/broadcast', {
      params,
      token,
      body: { message: broadcast },
      as: 'multipart',
    })
  }
  for (const { lines, ...said } of conversations) {
    const { shop, resident } = between(town, said)
    const { token, companyId } = shop
    const known = await client.call('GET /v1/site/conversations', { headers: resident.browser })
    if (known.some((entry) => entry.kind === 'discussion' && entry.companyId === companyId)) continue
    let id = ''
    for (const [turn, message] of lines.entries())
      if (turn % 2 === 0) id = (await write(client, resident.browser, companyId, message)).uuid
      else
        await client.call('POST /v1/discussions/:id/message', { params: { id }, token, body: { message, companyId } })
  }
}

/** Each resident's order, and what the shop answered; one who has ordered there orders no more. */
export async function leaveOrders(client: TownClient, town: LoadedTown): Promise<void> {
  for (const { inDays, at, content, accepted, ...placed } of orders) {
    const { shop, resident } = between(town, placed)
    const headers = resident.browser
    const known = await client.call('GET /v1/site/orders', { headers })
    if (known.some(({ company }) => company.companyId === shop.companyId)) continue
    const pickupDateTime = `${Temporal.Now.plainDateISO('Europe/Paris').add({ days: inDays })} ${at}`
    const { id } = await client.call('POST /v1/site/companies/:id/orders', {
      params: { id: shop.companyId },
      headers,
      body: { pickupDateTime, orderContent: content },
    })
    if (accepted === undefined) continue
    const body = { pickupDateTime, orderContent: content, total: accepted }
    await client.call('POST /v1/clickAndCollect/order/:id/validate', { params: { id }, token: shop.token, body })
  }
}

const write = async (client: TownClient, headers: SiteBrowser, id: string, message: string) =>
  await client.call('POST /v1/site/companies/:id/messages', { params: { id }, headers, body: { message } })

function between(town: LoadedTown, phones: { shop: string; resident: string }) {
  const shop = town.businesses.find(({ phone }) => phone === phones.shop)
  const resident = town.residents.find(({ phone }) => phone === phones.resident)
  if (!shop || !resident) throw new Error(`nobody answers at ${phones.shop} or ${phones.resident}`)
  return { shop, resident }
}
