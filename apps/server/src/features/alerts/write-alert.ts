import { type CheckedAlert, checkAlert, cleanAlert, maxWaiting, type TypedAlert } from '@parvis/domain/alerts/alert'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockHall } from '../acts/index.ts'
import { residentHost } from '../towns/index.ts'
import { findAlert } from './alerts.queries.ts'
import { alertAnswer } from './read-alerts.ts'
import { countWaitingAlerts, findHallPerson, insertAlert } from './store-alert.queries.ts'

type Writing = { companyId: string; userId: number; typed: TypedAlert; replaces: number | undefined }

/** Writes an alert, which nobody reads before it is sent: no push, no page, no banner. */
export async function writeAlert(deps: Dependencies, { companyId, userId, typed, replaces }: Writing) {
  const { db, config } = deps
  return await transaction(db, async (tx) => {
    const hall = await lockHall(tx, companyId)
    const alert = cleanAlert(typed)
    const now = await readNow(tx)
    refuseFields(checkAlert(alert, { now, ownHost: residentHost(config) }))
    const former = replaces === undefined ? undefined : await findReplaced(tx, companyId, replaces)
    // Sent in its place, an exercise would end it without a ring.
    if (former && alert.exercise) throw refusal('alerts.not_found')
    if ((await countWaitingAlerts(tx, companyId)) >= maxWaiting)
      throw refusal('alerts.too_many_waiting', { retryAfter: 3_600 })
    const { phone: _, ...writer } = await findHallPerson(tx, userId)
    const checked = alert as CheckedAlert
    const id = await insertAlert(tx, {
      ...checked,
      ...hall,
      until: toDate(checked.until),
      companyId,
      replaces: former?.id ?? null,
      firstId: former?.firstId ?? null,
      writer,
    })
    return await alertAnswer(deps, tx, id)
  })
}

/** What a correction may replace: sent, no exercise, not replaced yet. */
async function findReplaced(tx: Transaction, companyId: string, id: number) {
  const former = await findAlert(tx, id)
  if (former?.companyId !== companyId || !former.sentAt || former.exercise || former.replacedBy !== null)
    throw refusal('alerts.not_found')
  return former
}
