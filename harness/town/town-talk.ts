import { Temporal } from 'temporal-polyfill'
import type { TownClient } from './town-client.ts'
import { conversations, type LoadedBusiness, type LoadedResident, orders } from './townspeople.ts'

/** The town as it stands in the server, each person signed in. */
export type LoadedTown = { businesses: LoadedBusiness[]; residents: LoadedResident[] }

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
    const { id, messages } = await readConversation(client, resident, shop.companyId)
    if (messages.length > 0) continue
    for (const [turn, message] of lines.entries()) {
      const speaker =
        turn % 2 === 0
          ? { token: resident.token, body: { message } }
          : { token: shop.token, body: { message, companyId: shop.companyId } }
      await client.call('POST /v1/discussions/:id/message', { params: { id }, ...speaker })
    }
  }
}

/** Each resident's order, and what the shop answered; one who has ordered there orders no more. */
export async function leaveOrders(client: TownClient, town: LoadedTown): Promise<void> {
  for (const { inDays, at, content, accepted, ...placed } of orders) {
    const { shop, resident } = between(town, placed)
    const { messages } = await readConversation(client, resident, shop.companyId)
    if (messages.some(({ order }) => order !== null)) continue
    const pickupDateTime = `${Temporal.Now.plainDateISO('Europe/Paris').add({ days: inDays })} ${at}`
    const { id } = await client.call('POST /v1/app/companies/:id/orders', {
      params: { id: shop.companyId },
      token: resident.token,
      body: { pickupDateTime, orderContent: content, minOrder: 0 },
    })
    if (accepted === undefined) continue
    const body = { pickupDateTime, orderContent: content, total: accepted }
    await client.call('POST /v1/clickAndCollect/order/:id/validate', { params: { id }, token: shop.token, body })
  }
}

/** Opens the conversation if need be, and writes in it. */
export async function write(client: TownClient, { token }: LoadedResident, companyId: string, message: string) {
  const { uuid } = await client.call('POST /v1/app/discussions', { token, body: { companyId } })
  await client.call('POST /v1/discussions/:id/message', { params: { id: uuid }, token, body: { message } })
}

async function readConversation(client: TownClient, { token }: LoadedResident, companyId: string) {
  const { uuid: id } = await client.call('POST /v1/app/discussions', { token, body: { companyId } })
  return { id, messages: await client.call('GET /v1/discussions/:id/messages', { params: { id }, token }) }
}

function between(town: LoadedTown, phones: { shop: string; resident: string }) {
  const shop = town.businesses.find(({ phone }) => phone === phones.shop)
  const resident = town.residents.find(({ phone }) => phone === phones.resident)
  if (!shop || !resident) throw new Error(`nobody answers at ${phones.shop} or ${phones.resident}`)
  return { shop, resident }
}
