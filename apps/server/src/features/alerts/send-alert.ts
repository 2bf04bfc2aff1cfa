import { type AlertProof, confirms, proofsAsked } from '@parvis/domain/alerts/alert'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../../audit.queries.ts'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Actor } from '../../http/actor.ts'
import { isOfficialHall } from '../../http/authorize.queries.ts'
import { refuseBelow } from '../../http/authorize.ts'
import { relaxed } from '../../http/limits.ts'
import { isPasskeyInTeam, isProvedByPasskey, provePhone, type SignInClient } from '../access/index.ts'
import { notifyTown } from '../acts/index.ts'
import { lockCompany } from '../company/index.ts'
import { townOfCode } from '../towns/index.ts'
import { findOwnAlert, lockAlert, type StoredAlert } from './alerts.queries.ts'
import { enqueueTeam } from './notify-team.ts'
import { alertAnswer } from './read-alerts.ts'
import { ringAlert } from './ring-alert.ts'
import {
  areOff,
  countSentSince,
  findHallPerson,
  ofAlert,
  readHall,
  saveEnd,
  saveSending,
} from './store-alert.queries.ts'

const maxSendings = 6

type Sending = { alertId: number; actor: Actor; confirmation: string; code: string; client: SignInClient }

/**
 * Sends an alert once: state, confirmation, limits, then the proof, so that an early refusal spends no code. The push, the
 * pages, the end of what it corrects and the messages to the hall are one transaction.
 */
export async function sendAlert(deps: Dependencies, { alertId, actor, confirmation, code, client }: Sending) {
  const { db, config } = deps
  const { userId } = actor
  return await transaction(db, async (tx) => {
    const { alert, companyId } = await lockOwn(tx, userId, alertId)
    const now = await readNow(tx)
    await refuseUnready(tx, config, alert, { companyId, confirmation, now: now.epochMilliseconds })
    const { phone, ...sender } = await findHallPerson(tx, userId)
    const proof = await alertProof(tx, config, { alert, companyId, actor, phone, code, client })
    await saveSending(tx, alertId, { sender, proof, companyId })
    if (alert.replaces !== null) await saveEnd(tx, ofAlert(alert.replaces), { ender: sender, text: null })
    if (!alert.exercise) await ringAlert(tx, config, alert, { companyId, now: now.epochMilliseconds })
    await enqueueTeam(tx, { alertId, what: 'sent' })
    await audit(tx, {
      actor: `user:${userId}`,
      action: 'alert.send',
      object: `alert:${alertId}`,
      details: { companyId, proof },
    })
    if (!alert.exercise) await notifyTown(tx, alert.town, `alerte-${alertId}`)
    return await alertAnswer(deps, tx, alertId)
  })
}

type Readying = { companyId: string; confirmation: string; now: number }

/** State, confirmation, then limits: what refuses a sending before its proof. */
async function refuseUnready(
  tx: Transaction,
  config: Dependencies['config'],
  alert: StoredAlert,
  { companyId, confirmation, now }: Readying,
): Promise<void> {
  if (alert.sentAt) throw refusal('alerts.already_sent')
  const { city } = await readHall(tx, companyId)
  if (![townOfCode(alert.town)?.name ?? city, city].some((town) => confirms(confirmation, town)))
    refuseFields({ confirmation: 'alert_confirmation_error' })
  if (alert.until.getTime() <= now) refuseFields({ until: 'alert_until_error' })
  if (await areOff(tx, companyId)) throw alertsOff(config)
  if ((await countSentSince(tx, companyId, alert.exercise, 24)) >= relaxed(config, maxSendings))
    throw refusal('alerts.too_many_sent', {
      retryAfter: 3_600,
      ...(alert.exercise && { message: 'Trop d’exercices en 24 heures. Réessayez plus tard.' }),
    })
}

const alertsOff = ({ links: { supportEmail } }: Dependencies['config']) =>
  refusal('alerts.off', { message: `L’envoi d’alertes est suspendu. Écrivez à ${supportEmail}.` })

/** The alert of the caller's official hall, its company and its row locked in that order. */
export async function lockOwn(tx: Transaction, userId: number, alertId: number) {
  const found = await findOwnAlert(tx, userId, alertId)
  const companyId = found?.companyId
  if (!companyId) throw refusal('alerts.not_found')
  refuseBelow(found.role, 'manager')
  await lockCompany(tx, companyId)
  await lockAlert(tx, alertId)
  const alert = (await isOfficialHall(tx, companyId)) ? await findOwnAlert(tx, userId, alertId) : undefined
  if (!alert) throw refusal('alerts.not_found')
  return { alert, companyId }
}

type Proving = Pick<Sending, 'actor' | 'code' | 'client'> & { alert: StoredAlert; companyId: string; phone: string }

/** What proves this sending, of the proofs that it asks. Refuses with ALERT_PROOF_REQUIRED, or as a sign-in refuses a code. */
async function alertProof(
  tx: Transaction,
  config: Dependencies['config'],
  { alert, companyId, actor, phone, code, client }: Proving,
): Promise<AlertProof> {
  const asked = proofsAsked({ ...alert, hasPasskey: await isPasskeyInTeam(tx, companyId) })
  if (asked.includes('colleague') && alert.writer.userId !== actor.userId) return 'colleague'
  if (asked.includes('passkey') && (await isProvedByPasskey(tx, actor))) return 'passkey'
  if (!asked.includes('code') || code === '') throw refusal('alerts.proof_required', { details: { proofs: asked } })
  await provePhone(tx, config, { ...client, phone, code })
  return 'code'
}
