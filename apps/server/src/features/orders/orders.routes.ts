import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { actionsOf } from '@parvis/domain/orders/order-states'
import { ordersContract } from '@parvis/domain/orders/orders.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { wireStatus } from '../messages/index.ts'
import { cancelOrder, followUpOrder, validateOrder } from './decide-order.ts'
import { findMyOrder } from './find-my-order.ts'
import type { Order } from './orders.queries.ts'
import { placeOrder } from './place-order.ts'

export function ordersRoutes(app: FastifyInstance, deps: Dependencies): void {
  bindContract(app, deps, ordersContract, {
    readOrder: async ({ actor, params }) =>
      presentOrder(await findMyOrder(deps.db, actor.userId, params.id, { forResident: true })),
    validateOrder: async ({ actor, params, body }) =>
      await validateOrder(deps, { userId: actor.userId, orderId: params.id }, body),
    cancelOrder: async ({ actor, params, body }) =>
      await cancelOrder(deps, { userId: actor.userId, orderId: params.id }, body.cancelMessage),
    followUpOrder: async ({ actor, params, body }) =>
      await followUpOrder(deps, { userId: actor.userId, orderId: params.id }, body.step),
    placeOrder: async ({ actor, params, body: { couponMessage, ...body } }) =>
      await placeOrder(deps, {
        userId: actor.userId,
        companyId: params.id,
        typed: { ...body, couponMessage: couponMessage ?? '' },
      }),
  })
}

function presentOrder(order: Order) {
  const euros = (cents: number) => cents / 100
  return {
    id: order.id,
    customerPickupDateTime: writeParisIso(order.pickupAt),
    customerOrderContent: order.content,
    couponMessage: order.couponMessage,
    minOrder: euros(order.minOrderCents),
    ...wireStatus(order.status),
    allowed: order.isOwner ? actionsOf(order, 'company') : [],
    total: order.totalCents === null ? null : euros(order.totalCents),
    discussionId: order.discussionId,
    finalPickupDateTime: order.finalPickupAt && writeParisIso(order.finalPickupAt),
    finalOrderContent: order.finalContent,
    cancelMessage: order.cancelMessage,
  }
}
