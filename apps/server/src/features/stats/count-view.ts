import { createHmac } from 'node:crypto'
import { readId } from '@parvis/domain/kernel/ids'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { TownPageKind } from '@parvis/domain/stats/stats.contract'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countUse } from '../../http/limits.queries.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { addTownView } from './acts.queries.ts'
import { addView, findOrMakeSecret, isViewable } from './stats.queries.ts'

export type View = {
  companyId: string
  instantId: string | undefined
  fromNotification: boolean
  /** The resident, or what the secret of the day makes of the address of a visitor. */
  viewer: string
  /** Rate-limit subject when it is not the viewer; never a bare address. */
  limitedBy?: string
}

const perAddress = { name: 'view', max: 120, seconds: 60 }
const onceSeconds = 1_800

/** Identifies a viewer for one Paris day: an HMAC under a secret that is deleted with the day, after which nobody can (W-109). */
export async function viewerOfDay(db: Db, address: string): Promise<string> {
  const day = parisDay(await readNow(db)).toString()
  const known = secrets.get(db)
  const secret = known?.day === day ? known.secret : await findOrMakeSecret(db, day)
  secrets.set(db, { day, secret })
  return createHmac('sha256', secret).update(address).digest('base64url')
}

/** Counts a look at a page of a town, once per half-hour for the same viewer (W-116). */
export async function countTownView(
  db: Db,
  { town, page, viewer }: { town: string; page: TownPageKind; viewer: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { used } = await countUse(tx, 'view-once', `${town} ${page} ${viewer}`, onceSeconds)
    if (used === 1) await addTownView(tx, town, page)
  })
}

/** Cache of the day's secret, per database. */
const secrets = new WeakMap<Db, { day: string; secret: Buffer }>()

/**
 * Counts a resident's look, once per half-hour for the same person; only the count is kept, never who looked.
 * `besides` is written in the same transaction, as often.
 */
export async function countView(
  { db, config }: Dependencies,
  view: View,
  besides?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await countAgainstLimit(db, config, perAddress, view.limitedBy ?? view.viewer)
  const instantId = view.instantId ? readId(view.instantId) : 0
  if (instantId === undefined) return refuseFields({ instantId: 'invalid' })
  if (!(await isViewable(db, view.companyId, instantId))) throw refusal('request.not_found')
  await transaction(db, async (tx) => {
    const { used } = await countUse(tx, 'view-once', `${view.companyId} ${instantId} ${view.viewer}`, onceSeconds)
    if (used > 1) return
    await besides?.(tx)
    const day = parisDay(await readNow(tx)).toString()
    await addView(tx, { companyId: view.companyId, instantId, day, opened: view.fromNotification })
  })
}
