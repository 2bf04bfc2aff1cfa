import { checkEnd } from '@parvis/domain/alerts/alert'
import { cleanText } from '@parvis/domain/kernel/text'
import { refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notifyTown } from '../acts/index.ts'
import { residentHost } from '../towns/index.ts'
import { findAlert, type HallPerson } from './alerts.queries.ts'
import { enqueueTeam } from './notify-team.ts'
import { alertAnswer } from './read-alerts.ts'
import { lockOwn } from './send-alert.ts'
import { deleteUnsent, findHallPerson, ofAlert, ofHall, saveEnd, switchAlerts } from './store-alert.queries.ts'

type Ending = { alertId: number; userId: number; text: string }

/**
 * Ends an alert, without any proof: silence harms less than panic, and everybody of the hall is told. A written one is thrown
 * away; one that is over answers as it is.
 */
export async function endAlert(deps: Dependencies, { alertId, userId, text: typed }: Ending) {
  return await transaction(deps.db, async (tx) => {
    const text = cleanText(typed, { multiline: true })
    refuseFields(checkEnd(text, residentHost(deps.config)))
    const { alert } = await lockOwn(tx, userId, alertId)
    const answer = await alertAnswer(deps, tx, alertId)
    if (!alert.sentAt) {
      await deleteUnsent(tx, alertId)
      return answer
    }
    const { phone: _, ...ender } = await findHallPerson(tx, userId)
    await endSent(tx, alertId, { ender, text })
    await audit(tx, { actor: `user:${userId}`, action: 'alert.end', object: `alert:${alertId}` })
    return await alertAnswer(deps, tx, alertId)
  })
}

async function endSent(
  tx: Transaction,
  id: number,
  { ender, text }: { ender: HallPerson; text: string },
): Promise<void> {
  const [ended] = await saveEnd(tx, ofAlert(id), { ender, text: text || null })
  if (!ended) return
  await enqueueTeam(tx, { alertId: id, what: 'ended' })
  await notifyTown(tx, ended.town, `alerte-${id}`)
}

const operatorName = (lastName: string): HallPerson => ({ userId: null, firstName: 'Parvis', lastName })

/** The operator stops an alert; false when it is not a current one. */
export async function stopAlert(
  { db }: Pick<Dependencies, 'db'>,
  { alertId, reason, by }: { alertId: number; reason: string; by: string },
): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const alert = await findAlert(tx, alertId)
    if (!alert?.sentAt || alert.endedAt) return false
    await endSent(tx, alertId, { ender: operatorName('(équipe)'), text: '' })
    await audit(tx, { actor: by, action: 'alert.stop', object: `alert:${alertId}`, details: { reason } })
    return true
  })
}

/** Stops or allows the alerts of one hall; false for an unknown company. */
export async function allowAlerts(
  { db }: Pick<Dependencies, 'db'>,
  { companyId, on, by }: { companyId: string; on: boolean; by: string },
): Promise<boolean> {
  return await transaction(db, async (tx) => {
    if (!(await switchAlerts(tx, companyId, on))) return false
    await audit(tx, { actor: by, action: 'alerts.switch', object: `company:${companyId}`, details: { on } })
    return true
  })
}

/**
 * Ends every alert of a hall that the team takes from its town: it could not end them itself any more. Devices are told where its
 * pages stay, not of a suspended one.
 */
export async function endAlertsOf(tx: Transaction, companyId: string, why: 'suspension' | 'identité'): Promise<void> {
  for (const { id, town } of await saveEnd(tx, ofHall(companyId), { ender: operatorName(`(${why})`), text: null })) {
    if (why === 'identité') await enqueueTeam(tx, { alertId: id, what: 'ended' })
    await notifyTown(tx, town, `alerte-${id}`)
  }
}
