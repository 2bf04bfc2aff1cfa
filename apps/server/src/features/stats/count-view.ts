import { createHmac } from 'node:crypto'
import { readId } from '@parvis/domain/kernel/ids'
import { parisDay } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { TownPageKind } from '@parvis/domain/stats/stats.contract'
import { transaction } from '@parvis/postgres'
import { addressNetworks, type Network } from '../../admission/networks.ts'
import { readNow } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countUse } from '../../http/limits.queries.ts'
import { countAgainstNetworks } from '../../http/limits.ts'
import { addTownView } from './acts.queries.ts'
import { addView, findOrMakeSecret, isViewable } from './stats.queries.ts'

export type View = {
  companyId: string
  instantId: string | undefined
  fromNotification: boolean
  /** The resident; a visitor is the narrowest of their networks. */
  viewer?: string | undefined
  /** As the secret of the day hides them: never a bare address. */
  networks: readonly Network[]
}

const perAddress = { name: 'view', max: 120, seconds: 60 }
const onceSeconds = 1_800

/**
 * The networks of an address for one Paris day: an HMAC of each under a secret that is deleted with the day, after which nobody can
 * tell whose they were. The last one tells one visitor from another.
 */
export async function networksOfDay(db: Db, ip: string): Promise<Network[]> {
  const day = parisDay(await readNow(db)).toString()
  const known = secrets.get(db)
  const secret = known?.day === day ? known.secret : await findOrMakeSecret(db, day)
  secrets.set(db, { day, secret })
  const hide = (subject: string) => createHmac('sha256', secret).update(subject).digest('base64url')
  return addressNetworks(ip).map(({ subject, factor }) => ({ subject: hide(subject), factor }))
}

/** Counts a look at a page of a town, once per half-hour for the same viewer. */
export async function countTownView(
  db: Db,
  { town, page, viewer }: { town: string; page: TownPageKind; viewer: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { used } = await countUse(tx, 'view-once', `${town} ${page} ${viewer}`, onceSeconds)
    if (used === 1) await addTownView(tx, town, page)
  })
}

export const visitorOf = (networks: readonly Network[]): string => networks.at(-1)?.subject ?? ''

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
  await countAgainstNetworks(db, config, perAddress, view.networks)
  const instantId = view.instantId ? readId(view.instantId) : 0
  if (instantId === undefined) return refuseFields({ instantId: 'invalid' })
  if (!(await isViewable(db, view.companyId, instantId))) throw refusal('request.not_found')
  const viewer = view.viewer ?? visitorOf(view.networks)
  await transaction(db, async (tx) => {
    const { used } = await countUse(tx, 'view-once', `${view.companyId} ${instantId} ${viewer}`, onceSeconds)
    if (used > 1) return
    await besides?.(tx)
    const day = parisDay(await readNow(tx)).toString()
    await addView(tx, { companyId: view.companyId, instantId, day, opened: view.fromNotification })
  })
}
