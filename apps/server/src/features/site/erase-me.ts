import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { FastifyReply } from 'fastify'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Resident } from '../../http/actor.ts'
import { forgetDevice } from '../../http/resident-cookie.ts'
import { stripOrdersOf } from '../orders/index.ts'
import { eraseResident, findLastPickup, listPendingOrders, readEverything } from './erase-me.queries.ts'
import { withdrawOrder } from './order.ts'

/** « Tout emporter »: one file with everything of W-118, and no secret. */
export async function exportMe({ db }: Dependencies, { userId }: Resident, reply: FastifyReply): Promise<void> {
  const everything = await readEverything(db, userId)
  await reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', 'attachment; filename="parvis.json"')
    .send(JSON.stringify(everything, null, 2))
}

const dayMilliseconds = 86_400_000

/** « Tout effacer »: at once; a conversation whose order is still to come goes a day after its pick-up (W-069). */
export async function eraseMe(deps: Dependencies, userId: number, withdrawsOrders: boolean, reply: FastifyReply) {
  if (withdrawsOrders) {
    const pending = await transaction(deps.db, (tx) => listPendingOrders(tx, userId))
    for (const orderId of pending) await withdrawOrder(deps, userId, orderId).catch(() => undefined)
  }
  const last = await transaction(deps.db, async (tx) => {
    const at = await findLastPickup(tx, userId)
    await stripOrdersOf(tx, { residentId: userId })
    await eraseResident(tx, userId)
    return at
  })
  forgetDevice(deps.config, reply)
  return { erased: true, laterAt: last ? writeParisIso(last.getTime() + dayMilliseconds) : null }
}
