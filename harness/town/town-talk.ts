import { Temporal } from 'temporal-polyfill'
import type { TownClient } from './client.ts'
import type { LoadedBusiness, LoadedResident, LoadedTown } from './loaded-town.ts'
import { conversations, orders } from './residents.ts'

type Message = { order: object | null }

/** The broadcasts and conversations of the demonstration, each told once. */
export async function talk(client: TownClient, town: LoadedTown): Promise<void> {
  for (const { token, companyId, broadcast } of town.businesses) {
    if (!broadcast) continue
    const path = `/company/${companyId}/broadcast`
    const { list } = (await client.call('GET', path, { token })) as { list: unknown[] }
    if (list.length === 0) await client.call('POST', path, { token, form: { message: broadcast } })
  }
  for (const { lines, ...said } of conversations) {
    const { shop, resident } = between(town, said)
    const { path, messages } = await readConversation(client, resident, shop.companyId)
    if (messages.length > 0) continue
    for (const [turn, message] of lines.entries()) {
      const speaker =
        turn % 2 === 0
          ? { token: resident.token, json: { message } }
          : { token: shop.token, json: { message, companyId: shop.companyId } }
      await client.call('POST', `${path}/message`, speaker)
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
    const { id } = (await client.call('POST', `/app/companies/${shop.companyId}/orders`, {
      token: resident.token,
      json: { pickupDateTime, orderContent: content, minOrder: 0 },
    })) as { id: number }
    if (accepted === undefined) continue
    const json = { pickupDateTime, orderContent: content, total: accepted }
    await client.call('POST', `/clickAndCollect/order/${id}/validate`, { token: shop.token, json })
  }
}

/** Opens the conversation if need be, and writes in it. */
export async function write(client: TownClient, { token }: LoadedResident, companyId: string, message: string) {
  const { path } = await openConversation(client, token, companyId)
  await client.call('POST', `${path}/message`, { token, json: { message } })
}

async function readConversation(client: TownClient, { token }: LoadedResident, companyId: string) {
  const { path } = await openConversation(client, token, companyId)
  const messages = (await client.call('GET', `${path}/messages`, { token })) as Message[]
  return { path, messages }
}

async function openConversation(client: TownClient, token: string, companyId: string): Promise<{ path: string }> {
  const { uuid } = (await client.call('POST', '/app/discussions', { token, json: { companyId } })) as { uuid: string }
  return { path: `/discussions/${uuid}` }
}

function between(
  town: LoadedTown,
  phones: { shop: string; resident: string },
): {
  shop: LoadedBusiness
  resident: LoadedResident
} {
  const shop = town.businesses.find(({ phone }) => phone === phones.shop)
  const resident = town.residents.find(({ phone }) => phone === phones.resident)
  if (!shop || !resident) throw new Error(`nobody answers at ${phones.shop} or ${phones.resident}`)
  return { shop, resident }
}
