import { readId } from '@parvis/domain/kernel/ids'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countUse } from '../../http/limits.queries.ts'
import { takeTicket } from '../../http/limits.ts'
import { addView, isViewable } from './stats.queries.ts'

export type View = {
  companyId: string
  instantId: string | undefined
  fromNotification: boolean
  /** The resident, or the address of a visitor. */
  viewer: string
  address: string
}

const perAddress = { name: 'view', most: 120, seconds: 60 }
const onceSeconds = 1_800

/**
 * Counts a resident's look, once per half-hour for the same person; only the count is kept, never who looked.
 * `besides` is written in the same transaction.
 */
export async function countView(
  { db, config }: Dependencies,
  view: View,
  besides?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await takeTicket(db, config, perAddress, view.address)
  const instantId = view.instantId ? readId(view.instantId) : 0
  if (instantId === undefined) return refuseFields({ instantId: 'invalid' })
  if (!(await isViewable(db, view.companyId, instantId))) throw refusal('request.not_found')
  await transaction(db, async (tx) => {
    await besides?.(tx)
    const { used } = await countUse(tx, 'view-once', `${view.companyId} ${instantId} ${view.viewer}`, onceSeconds)
    if (used > 1) return
    const day = parisDay(await readNow(tx)).toString()
    await addView(tx, { companyId: view.companyId, instantId, day, opened: view.fromNotification })
  })
}
