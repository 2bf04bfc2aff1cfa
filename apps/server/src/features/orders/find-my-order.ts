import { type HoursPlan, planHours } from '@parvis/domain/hours/day-hours'
import type { OrderSettings } from '@parvis/domain/orders/order-settings'
import type { OrderSide } from '@parvis/domain/orders/order-states'
import { refusal } from '@parvis/domain/refusals'
import { together } from '@parvis/postgres'
import type { Db, Transaction } from '../../db/database.ts'
import { findHours } from '../hours/index.ts'
import { findOrder, lockOrders, type Order } from './orders.queries.ts'
import { findOrderSettings } from './slots.queries.ts'

/**
 * The caller of an order's action: a person, and the door they came through. On the residents' site an owner acts only as the
 * resident of their own orders.
 */
export type OrderReader = { userId: number; orderId: number; asResident?: boolean }

/** The order for one of the given sides: unknown 404, someone else's 401. */
export async function findMyOrder(db: Db, reader: OrderReader, sides: readonly OrderSide[]) {
  return ofSide(await findOrder(db, reader.userId, reader.orderId), reader, sides)
}

type OrderOfSide = { order: Order; side: OrderSide }

function ofSide(order: Order | undefined, { asResident }: OrderReader, sides: readonly OrderSide[]): OrderOfSide {
  if (!order) throw refusal('orders.not_found')
  if (!asResident && order.isOwner && sides.includes('company')) return { order, side: 'company' }
  if (order.isResident && sides.includes('resident')) return { order, side: 'resident' }
  throw refusal('orders.not_allowed')
}

/** Finds the order with its row locked until the transaction ends, so that what is read is what will be changed. */
export async function lockMyOrder(tx: Transaction, reader: OrderReader, sides: readonly OrderSide[]) {
  const { userId, orderId } = reader
  const [, order] = await together(tx, (db) => [lockOrders(db, [orderId]), findOrder(db, userId, orderId)])
  return ofSide(order, reader, sides)
}

/** The hours of a shop and how it takes orders. */
export type ShopRules = { plan: HoursPlan; settings: OrderSettings }

/** 404 for a company that does not exist. */
export async function rulesOf(db: Db, companyId: string): Promise<ShopRules> {
  const settings = await findOrderSettings(db, companyId)
  const hours = await findHours(db, companyId)
  if (!hours) throw refusal('request.not_found')
  return { plan: planHours(hours), settings }
}
