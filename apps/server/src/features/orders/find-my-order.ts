import { refusal } from '@parvis/domain/refusals'
import type { Db } from '../../db/database.ts'
import { findOrder, type Order } from './orders.queries.ts'

/** The order for its company, or also for its resident: unknown 404, someone else's 401 (O-015, O-016, AMB-108). */
export async function findMyOrder(
  db: Db,
  userId: number,
  orderId: number,
  { forResident = false } = {},
): Promise<Order> {
  const order = await findOrder(db, userId, orderId)
  if (!order) throw refusal('orders.not_found')
  if (!order.isOwner && !(forResident && order.isResident)) throw refusal('orders.not_allowed')
  return order
}
