import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refuseFields } from '@parvis/domain/refusals'
import type { Transaction } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import {
  acceptOrder,
  changeRequest,
  findMyOrder,
  listOrdersOf,
  type Order,
  type OrderReader,
  placeOrder,
  presentMyOrder,
  presentOrder,
  viewOf,
  withdrawOrder,
} from '../../orders/index.ts'
import { businessUrl } from '../addresses.ts'
import { findBusiness, findBusinesses, type SiteBusiness } from '../businesses.queries.ts'
import { checkFirstName } from './read-me.ts'
import { saveFirstName } from './residents.queries.ts'
import { findStranger } from './strangers.queries.ts'
import { admitOrder, type Newcomer } from './strangers.ts'

export type SiteOrdering = Newcomer & {
  firstName: string | undefined
  /** Of a form: `other` asks for the time that was typed, whatever quarter was tapped before. */
  day?: string | undefined
  typed: Parameters<typeof placeOrder>[1]['typed']
  files: readonly UploadedFile[]
}

/** Orders by the use case of the app, with a first name, which is asked once. */
export async function orderFromSite(deps: Dependencies, ordering: SiteOrdering) {
  const { userId, companyId, firstName, day, files } = ordering
  const typed = { ...ordering.typed, ...(day === 'other' && { slot: undefined }) }
  const name = firstName === undefined ? '' : checkFirstName(firstName)
  return await placeOrder(deps, { userId, companyId, typed, source: 'site', files, admit })

  async function admit(together: Transaction) {
    const stranger = await findStranger(together, ordering)
    if (!name && !stranger.firstName)
      refuseFields({ firstName: 'required' }, { message: 'Indiquez votre prénom, de 2 à 50 lettres' })
    return async (tx: Transaction, isNew: boolean) => {
      if (name && name !== stranger.firstName) await saveFirstName(tx, userId, name)
      await admitOrder(tx, deps.config, { ...ordering, hasPicture: files.length > 0 }, { ...stranger, isNew })
    }
  }
}

const forResident = ['resident'] as const

/** The orders of this resident, newest first, or the one that is named. */
export async function listSiteOrders(deps: Dependencies, userId: number, orderId?: number) {
  const orders = await listOrdersOf(deps.db, userId, orderId)
  const companyIds = orders.map(({ companyId }) => companyId)
  const businesses = await findBusinesses(deps.db, companyIds)
  return await Promise.all(
    orders.map(async (order) => ({
      ...presentOrder(deps.config, order, await viewOf(deps.db, order, 'resident', userId)),
      company: companyOf(deps, order, businesses.get(order.companyId)),
    })),
  )
}

export async function readSiteOrder(deps: Dependencies, userId: number, orderId: number) {
  const reader = { userId, orderId, asResident: true }
  const { order } = await findMyOrder(deps.db, reader, forResident)
  const company = companyOf(deps, order, await findBusiness(deps.db, order.companyId))
  return { ...(await presentMyOrder(deps, deps.db, reader, forResident)), company }
}

function companyOf({ config }: Dependencies, { companyId }: Order, business: SiteBusiness | undefined) {
  const url = business ? businessUrl(config, business) : ''
  return { companyId, name: business?.name ?? '', url }
}

/** An action of the resident, by the use case of the other door (residents.md section 9); answers the order as it stands then. */
const asResident =
  <Typed extends unknown[]>(act: (deps: Dependencies, reader: OrderReader, ...typed: Typed) => Promise<unknown>) =>
  async (deps: Dependencies, userId: number, orderId: number, ...typed: Typed) => {
    await act(deps, { userId, orderId, asResident: true }, ...typed)
    return await readSiteOrder(deps, userId, orderId)
  }

export const withdrawAsResident = asResident(withdrawOrder)
export const changeSiteOrder = asResident(changeRequest)
export const acceptSiteOrder = asResident(acceptOrder)
