import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { Refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyReply } from 'fastify'
import type { Transaction } from '../../../db/database.ts'
import { notifyCompany } from '../../../db/notify.queries.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { forgetDevice } from '../../../http/resident-cookie.ts'
import { eachAlone, type PeriodicTask } from '../../../jobs/job.ts'
import { leaveBookings } from '../../bookings/index.ts'
import { findLastPickup, stripOrdersOf } from '../../orders/index.ts'
import {
  eraseOrphanResidents,
  eraseResident,
  forgetAbsentBrowsers,
  listLiveOrders,
  lockPerson,
  takeLeft,
} from './erase-me.queries.ts'
import { withdrawAsResident } from './order.ts'

const dayMilliseconds = 86_400_000

/**
 * « Tout effacer »: at once, after whatever may still be withdrawn when that was asked. An order still to come keeps its
 * conversation until a day after its pick-up, which `laterAt` says.
 */
export async function eraseMe(deps: Dependencies, userId: number, withdrawsOrders: boolean, reply: FastifyReply) {
  if (withdrawsOrders) {
    for (const orderId of await transaction(deps.db, (tx) => listLiveOrders(tx, userId)))
      await withdrawAsResident(deps, userId, orderId).catch(passRefusal)
  }
  const last = await transaction(deps.db, async (tx) => {
    await lockPerson(tx, userId)
    const at = await findLastPickup(tx, userId)
    await eraseNow(tx, userId)
    return at
  })
  forgetDevice(deps.config, reply)
  // Drafts, pages kept for offline and the worker with them: what this device retains.
  reply.header('clear-site-data', '"storage"')
  return { erased: true, laterAt: last ? writeParisIso(last.getTime() + dayMilliseconds) : null }
}

/** An order past its withdrawal limit keeps its day. */
function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

async function eraseNow(tx: Transaction, userId: number): Promise<void> {
  await leaveBookings(tx, userId)
  await stripOrdersOf(tx, { residentId: userId })
  for (const { id, companyId } of await eraseResident(tx, userId))
    await notifyCompany(tx, companyId, { topic: 'discussion', id })
}

const peopleAtOnce = 500

/** Residents whom nothing holds any more, and what was kept for the last order of those who left. */
export const forgetResidentsTask: PeriodicTask = {
  name: 'forget-residents',
  everySeconds: 600,
  run: async ({ db }) => {
    while ((await forgetAbsentBrowsers(db, peopleAtOnce)) === peopleAtOnce);
    while ((await eraseOrphanResidents(db, peopleAtOnce)) === peopleAtOnce);
    await eachAlone(await takeLeft(db, peopleAtOnce), (id) =>
      transaction(db, async (tx) => {
        for (const userId of await takeLeft(tx, 1, id)) await eraseNow(tx, userId)
      }),
    )
  },
}
