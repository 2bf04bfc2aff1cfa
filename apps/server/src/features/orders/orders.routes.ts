import { orderDeskContract } from '@parvis/domain/orders/order-desk.contract'
import { ordersContract } from '@parvis/domain/orders/orders.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract, type Handlers } from '../../http/bind-contract.ts'
import { sendCsv } from '../../http/send-csv.ts'
import { messageLimit } from '../messages/index.ts'
import { pickupSlots } from './choose-slot.ts'
import { cancelOrder, followUpOrder, revokeOrder, undoOrder, validateOrder } from './decide-order.ts'
import { selectCounts } from './desk.queries.ts'
import { closeDay, collectByCode, exportOrders, listOrders, readTotals, seeOrders } from './desk.ts'
import { acceptOrder, changeRequest, proposeOrder, withdrawOrder } from './negotiate-order.ts'
import {
  changeOrderSettings,
  endRush,
  pauseOrders,
  readOrderSettings,
  resumeOrders,
  startRush,
} from './order-settings.ts'
import { addCounterOrder, placeOrder } from './place-order.ts'
import { presentMyOrder } from './present-order.ts'

export function ordersRoutes(app: FastifyInstance, deps: Dependencies): void {
  const handlers: Handlers<typeof ordersContract> = {
    readOrder: async ({ actor, params }) =>
      await presentMyOrder(deps, deps.db, atOrder(actor, params), ['company', 'resident']),
    validateOrder: async ({ actor, params, body }) => await validateOrder(deps, atOrder(actor, params), body),
    cancelOrder: async ({ actor, params, body }) => await cancelOrder(deps, atOrder(actor, params), body.cancelMessage),
    followUpOrder: async ({ actor, params, body }) => await followUpOrder(deps, atOrder(actor, params), body.step),
    changeOrder: async ({ actor, params, body }) => await changeRequest(deps, atOrder(actor, params), body),
    proposeOrder: async ({ actor, params, body }) => await proposeOrder(deps, atOrder(actor, params), body),
    acceptOrder: async ({ actor, params, body }) => await acceptOrder(deps, atOrder(actor, params), body.proposalId),
    withdrawOrder: async ({ actor, params }) => await withdrawOrder(deps, atOrder(actor, params)),
    revokeOrder: async ({ actor, params, body }) => await revokeOrder(deps, atOrder(actor, params), body.reason),
    undoOrder: async ({ actor, params }) => await undoOrder(deps, atOrder(actor, params)),
    placeOrder: async ({ actor, params, body, files }) =>
      await placeOrder(deps, { userId: actor.userId, companyId: params.id, typed: body, source: 'app', files }),
    readPickupSlots: async ({ params, query }) => await pickupSlots(deps, params.id, query.days),
  }
  bindContract(app, deps, ordersContract, handlers, { limits: { placeOrder: [messageLimit] } })
  bindDesk(app, deps)
}

function bindDesk(app: FastifyInstance, deps: Dependencies): void {
  const handlers: Handlers<typeof orderDeskContract> = {
    listOrders: async ({ actor, company, query }) => await listOrders(deps, atDesk(actor, company), query),
    addCounterOrder: async ({ actor, company, body }) => await addCounterOrder(deps, company.id, actor.userId, body),
    collectByCode: async ({ actor, company, body }) => await collectByCode(deps, atDesk(actor, company), body.code),
    closeDay: async ({ actor, company, body }) => await closeDay(deps, atDesk(actor, company), body.day),
    seeOrders: async ({ company, body }) => await seeOrders(deps, company.id, body.ids),
    readTotals: async ({ company, query }) => await readTotals(deps, company.id, query),
    exportOrders: async ({ actor, company, query, reply }) =>
      await sendCsv(reply, await exportOrders(deps, atDesk(actor, company), query)),
    readOrderSettings: async ({ company }) => await readOrderSettings(deps, company.id),
    saveOrderSettings: async ({ company, body }) => await changeOrderSettings(deps, company.id, body),
    pauseOrders: async ({ company, body }) => await pauseOrders(deps, company.id, body.until),
    resumeOrders: async ({ company }) => await resumeOrders(deps, company.id),
    startRush: async ({ company, body }) => await startRush(deps, company.id, body),
    endRush: async ({ company }) => await endRush(deps, company.id),
  }
  bindContract(app, deps, orderDeskContract, handlers, {
    prefetch: { listOrders: ({ params }) => ({ statement: selectCounts, values: params }) },
  })
}

const atOrder = ({ userId }: { userId: number }, { id: orderId }: { id: number }) => ({ userId, orderId })
const atDesk = ({ userId }: { userId: number }, { id: companyId }: { id: string }) => ({ companyId, userId })
