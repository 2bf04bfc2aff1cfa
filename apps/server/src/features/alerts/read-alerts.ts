import type { AlertProof } from '@parvis/domain/alerts/alert'
import type { AlertAnswer } from '@parvis/domain/alerts/alerts.contract'
import { type AlertJournal, writeJournal } from '@parvis/domain/alerts/journal'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import { titleSlug } from '@parvis/domain/towns/slug'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { refuseBelow } from '../../http/authorize.ts'
import { evidenceSigner } from '../../signing-keys.queries.ts'
import { isPasskeyInTeam } from '../access/index.ts'
import { sha256OfText } from '../acts/index.ts'
import { reachOf } from '../notifications/index.ts'
import { residentHome, townOfCode, townPath } from '../towns/index.ts'
import { findAlert, findOwnAlert, type HallPerson, listAlertsOf, type StoredAlert } from './alerts.queries.ts'

const atOnce = 50

/** The last alerts of a hall, and what proves a sending: a code by SMS while nobody of the hall has a passkey. */
export async function readAlerts(deps: Dependencies, companyId: string) {
  const found = await listAlertsOf(deps.db, companyId, atOnce)
  const alerts = await Promise.all(found.map((alert) => writeAnswer(deps, deps.db, alert)))
  const proofs: AlertProof[] = (await isPasskeyInTeam(deps.db, companyId)) ? ['passkey', 'colleague'] : ['code']
  return { alerts, proofs }
}

export async function alertAnswer(deps: Dependencies, db: Db, id: number): Promise<AlertAnswer> {
  const alert = await findAlert(db, id)
  if (!alert) throw refusal('alerts.not_found')
  return await writeAnswer(deps, db, alert)
}

/** `/clichy-92110/alertes/crue-de-la-seine-12` */
export const alertPath = ({ town, title, id }: Pick<StoredAlert, 'town' | 'title' | 'id'>): string =>
  `${townPath(town)}/alertes/${titleSlug(title)}-${id}`

export const alertUrl = (config: Dependencies['config'], alert: StoredAlert): string =>
  `${residentHome(config)}${alertPath(alert)}`

async function writeAnswer({ config }: Dependencies, db: Db, alert: StoredAlert): Promise<AlertAnswer> {
  const { id, level, title, text, exercise, replaces, replacedBy, endText, reads, sentAt } = alert
  const kind = level === 'danger' ? 'alert' : 'change'
  return {
    id,
    level,
    title,
    text,
    exercise,
    replaces,
    replacedBy,
    endText,
    until: writeParisIso(alert.until),
    writtenAt: writeParisIso(alert.writtenAt),
    writtenBy: alert.writer.firstName,
    ...deedsOf(alert),
    url: alertUrl(config, alert),
    reach: sentAt || !alert.companyId ? null : await reachOf(db, alert.companyId, { kind }),
    numbers: sentAt ? { ...alert.numbers, reads } : null,
  }
}

function deedsOf({ sentAt, sender, endedAt, ender }: StoredAlert) {
  return {
    sentAt: sentAt && writeParisIso(sentAt),
    sentBy: sender && sender.firstName,
    endedAt: endedAt && writeParisIso(endedAt),
    endedBy: ender && ender.firstName,
  }
}

const nameOf = ({ firstName, lastName }: HallPerson): string => `${firstName} ${lastName}`.trim()

/** The journal of a sent alert, signed at this moment. */
export async function readJournal({ db, config }: Dependencies, userId: number, alertId: number) {
  const alert = await findOwnAlert(db, userId, alertId)
  if (alert) refuseBelow(alert.role, 'manager')
  const signer = await evidenceSigner(db, config)
  const text = writeJournal({ ...journalOf(alert), readAt: writeParisIso(await readNow(db)), key: signer.id })
  const keyUrl = `${residentHome(config)}/cle-publique-${signer.id}.pem`
  return { text, signature: signer.sign(text).toString('base64'), keyUrl }
}

function journalOf(alert: StoredAlert | undefined): Omit<AlertJournal, 'readAt' | 'key'> {
  const { sentAt, sender, proof, endedAt, ender } = alert ?? {}
  if (!alert || !sentAt || !sender || !proof) throw refusal('alerts.not_found')
  return {
    ...alert,
    commune: `${alert.town} ${townOfCode(alert.town)?.name ?? ''}`,
    alertId: alert.id,
    textSha256: sha256OfText(alert.text),
    written: { at: writeParisIso(alert.writtenAt), by: nameOf(alert.writer) },
    sent: { at: writeParisIso(sentAt), by: nameOf(sender), proof },
    until: writeParisIso(alert.until),
    ended: endedAt ? { at: writeParisIso(endedAt), by: ender ? nameOf(ender) : null } : null,
    numbers: { ...alert.numbers, reads: alert.reads },
  }
}
