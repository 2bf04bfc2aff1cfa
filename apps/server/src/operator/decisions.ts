import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { counted } from '@parvis/domain/kernel/french-format'
import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { memberships } from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import { audit } from '../audit.queries.ts'
import { toInstant } from '../db/clock.ts'
import { letIn } from '../features/access/index.ts'
import { readErasedAuthors } from '../features/account/index.ts'
import { restoreAct } from '../features/acts/index.ts'
import { allowAlerts, stopAlert } from '../features/alerts/index.ts'
import { decideDomain, listDomains, readHostName } from '../features/domains/index.ts'
import { listPushTroubles, type PushTrouble } from '../features/notifications/index.ts'
import {
  changeDiscussionBlock,
  changeIdentity,
  changePhoneBlock,
  changeSuperAdmin,
  changeSuspension,
  findMembership,
  listCompaniesOfPhone,
  listIdentityDocuments,
} from '../features/operator/index.ts'
import { changeMembership } from '../features/subscription/index.ts'
import { nameOwner } from '../features/team/index.ts'
import { findCompany } from '../http/authorize.queries.ts'
import { countJobs } from '../jobs/queue.queries.ts'
import {
  BadArgument,
  type Command,
  operatorActor,
  readChoice,
  readNumber,
  readPhoneArgument,
  readSwitch,
  readUuid,
  requireReason,
} from './command.ts'

export const superAdmin: Command = async ({ db }, [phoneText, state]) => {
  const phone = readPhoneArgument(phoneText)
  const on = readSwitch(state)
  if (!(await transaction(db, (tx) => changeSuperAdmin(tx, phone, { on, by: operatorActor() }))))
    throw new BadArgument(`Aucun compte avec le numéro ${phone} : la personne doit d’abord se connecter.`)
  return [`${phone} ${on ? 'est maintenant' : 'n’est plus'} super-administrateur.`]
}

export const blockPhoneCommand: Command = async ({ db }, [phoneText, state]) => {
  const phone = readPhoneArgument(phoneText)
  const on = readSwitch(state)
  const ended = await transaction(db, (tx) => changePhoneBlock(tx, phone, { on, by: operatorActor() }))
  if (!on) return [`${phone} n’est plus bloqué ; ses essais de connexion repartent de zéro.`]
  const shown = (await listCompaniesOfPhone(db, phone)).filter(({ suspended }) => !suspended)
  const offers = shown.map(
    ({ companyId, name }) => `${name || companyId} reste visible : npm run operator -- suspend ${companyId} on <motif>`,
  )
  return [`${phone} est bloqué ; sessions fermées : ${ended}.`, ...offers]
}

/** For who lost every way in, checked by hand (team.md U-D14). */
export const letInCommand: Command = async ({ db }, [phoneText]) => {
  const phone = readPhoneArgument(phoneText)
  const removed = await transaction(db, (tx) => letIn(tx, phone, operatorActor()))
  if (removed === undefined) throw new BadArgument(`Aucun compte avec le numéro ${phone}.`)
  return [`${phone} ouvre de nouveau son compte par SMS ; clés d’accès retirées : ${removed}.`]
}

/** Claims, until they are many: decided by hand (team.md U-D08). */
export const ownerCommand: Command = async ({ db }, [idText, phoneText]) => {
  const companyId = readUuid(idText)
  const phone = readPhoneArgument(phoneText)
  if (!(await findCompany(db, companyId))) throw new BadArgument(`Aucun établissement ${companyId}.`)
  if (!(await transaction(db, (tx) => nameOwner(tx, { companyId, phone, by: operatorActor() }))))
    throw new BadArgument(`Aucun compte avec le numéro ${phone} : la personne doit d’abord se connecter.`)
  return [`${phone} est maintenant responsable de ${companyId}.`]
}

export const blockDiscussionCommand: Command = async ({ db }, [idText, state]) => {
  const id = readUuid(idText)
  const on = readSwitch(state)
  const found = await transaction(db, (tx) => changeDiscussionBlock(tx, id, { on, by: operatorActor() }))
  if (!found) throw new BadArgument(`Aucune conversation ${id}.`)
  return [`La conversation ${id} ${on ? 'est bloquée' : 'n’est plus bloquée'}.`]
}

/** Stops a business, or lifts it; the reason is read by its owner and stays in the audit trail. */
export const suspend: Command = async ({ db }, [idText, state, reason = '']) => {
  const companyId = readUuid(idText)
  const on = readSwitch(state)
  requireReason(reason)
  const saved = await transaction(db, (tx) => changeSuspension(tx, companyId, { on, reason, by: operatorActor() }))
  if (!saved) throw new BadArgument(`Aucun établissement ${companyId}.`)
  const name = saved.name || companyId
  return [on ? `${name} est suspendu : plus rien n’en est montré ni envoyé.` : `${name} n’est plus suspendu.`]
}

/** Puts back an act that its town hall withdrew by mistake. */
export const restoreActCommand: Command = async ({ db, openEvidence }, [idText]) => {
  const actId = readNumber(idText, 'd’un acte')
  if (!(await restoreAct(db, openEvidence(), { actId, by: operatorActor() })))
    throw new BadArgument(`L’acte ${actId} n’est pas retiré, ou l’est depuis plus de 30 jours.`)
  return [`L’acte ${actId} est remis en ligne.`]
}

/** Ends an alert for the team: the devices that rang are told, and the hall. */
export const stopAlertCommand: Command = async ({ db }, [idText, word, reason = '']) => {
  readChoice(word, ['stop'])
  requireReason(reason)
  const alertId = readNumber(idText, 'd’une alerte')
  if (!(await stopAlert({ db }, { alertId, reason, by: operatorActor() })))
    throw new BadArgument(`Aucune alerte en cours n’a le numéro ${alertId}.`)
  return [`L’alerte ${alertId} est terminée.`]
}

export const switchAlertsCommand: Command = async ({ db }, [idText, state]) => {
  const companyId = readUuid(idText)
  const on = readSwitch(state)
  if (!(await allowAlerts({ db }, { companyId, on, by: operatorActor() })))
    throw new BadArgument(`Aucun établissement ${companyId}.`)
  return [on ? 'Cette mairie peut envoyer des alertes.' : 'Cette mairie ne peut plus envoyer d’alerte.']
}

const labels = { pending: 'à vérifier', verified: 'vérifiée', refused: 'refusée' } as const

export const identity: Command = async ({ db }, [idText, state]) => {
  const companyId = readUuid(idText)
  const decision = readChoice(state, ['pending', 'verified', 'refused'])
  const company = await transaction(db, (tx) => changeIdentity(tx, companyId, { decision, by: operatorActor() }))
  if (!company) throw new BadArgument(`Aucun établissement ${companyId}.`)
  return [`${company.name || companyId} : identité ${labels[decision]}.`]
}

const minReason = 5

/**
 * Copies the identity documents of a company, unsealed, into a folder of the operator's own, to be looked at and deleted.
 * Each reading is in the audit log with its reason; the line is written before the first file.
 */
export const identityDocuments: Command = async ({ db, openDocuments }, [idText, folderText = '', reason = '']) => {
  const companyId = readUuid(idText)
  if (reason.trim().length < minReason) throw new BadArgument('Indiquez le motif de la lecture, entre guillemets.')
  const documents = await listIdentityDocuments(db, companyId)
  if (documents.length === 0)
    throw new BadArgument(`Aucune pièce d’identité conservée pour l’établissement ${companyId}.`)

  const sealed = await openDocuments()
  await audit(db, {
    actor: operatorActor(),
    action: 'identity.view',
    object: `company:${companyId}`,
    details: { reason: reason.trim().slice(0, 200), sides: documents.map(({ side }) => side) },
  })
  const folder = resolve(folderText)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const { side, name } of documents) {
    const file = join(folder, `${companyId}-${sideLabels[side]}.jpg`)
    await writeFile(file, await sealed.get(`identity/${name}`), { mode: 0o600 })
    written.push(file)
  }
  return [...written, 'Supprimez ces fichiers après lecture.']
}

/** Finds whoever published and erased their account since, for a court, where the setting keeps it. */
export const authorCommand: Command = async ({ db, openEvidence }, [text = '', reason = '']) => {
  if (text.trim().length < minReason)
    throw new BadArgument('Indiquez un téléphone, un nom, un SIRET ou un identifiant.')
  requireReason(reason)
  const { secretKey } = openEvidence()
  const found = await readErasedAuthors({ db, secretKey }, { text: text.trim(), reason, by: operatorActor() })
  return found.length > 0 ? found : [`Aucun auteur effacé n’est conservé avec « ${text} ».`]
}

const sideLabels = { front: 'recto', back: 'verso' } as const

/** Sets what a company is held to have bought; the next event of its payment provider may change it again. */
export const membership: Command = async ({ db }, [idText, plan]) => {
  const companyId = readUuid(idText)
  const to = readChoice(plan, memberships)
  const company = await transaction(db, async (tx) => {
    const found = await findMembership(tx, companyId)
    if (!found) throw new BadArgument(`Aucun établissement ${companyId}.`)
    await changeMembership(tx, companyId, { from: found.membership, to, actor: operatorActor() })
    return found
  })
  return [`${company.name || companyId} : offre ${company.membership} → ${to}.`]
}

/** Every domain by state; or stops one for everybody until `on`, or allows one that reads like a town's. */
export const domain: Command = async ({ db }, [typed, state, reason = '']) => {
  if (typed === undefined) {
    const found = await listDomains(db)
    if (found.length === 0) return ['Aucun nom de domaine.']
    return found.map((row) => `${row.state.padEnd(14)} ${row.canonical.padEnd(40)} ${row.company ?? 'effacé'}`)
  }
  const name = readHostName(typed)?.name
  if (!name) throw new BadArgument(`« ${typed} » n’est pas un nom de domaine.`)
  const on = readSwitch(state)
  requireReason(reason)
  await transaction(db, (tx) => decideDomain(tx, name, { on, reason, by: operatorActor() }))
  return [on ? `${name} peut être revendiqué.` : `${name} est arrêté : personne ne peut s’en servir.`]
}

/** Notifications that did not reach every device, and jobs that were given up. Changes nothing. */
export const troubles: Command = async ({ db }) => {
  const lines = (await listPushTroubles(db)).map(describe)
  const dead = (await countJobs(db)).deadJobs.map(
    ({ name, count, lastError }) =>
      `${name} : ${counted(count, 'abandonnée')}, dernière erreur : ${lastError ?? 'inconnue'}`,
  )
  return [
    lines.length > 0 ? 'Notifications incomplètes des 30 derniers jours :' : 'Toutes les notifications sont parties.',
    ...lines,
    dead.length > 0 ? 'Tâches abandonnées :' : 'Aucune tâche abandonnée.',
    ...dead,
  ]
}

function describe({ key, company, acceptedAt, sent, failed, unsent }: PushTrouble): string {
  const when = writeParisMinute(toInstant(acceptedAt))
  return `${when} ${company} (${key}) : ${sent} envoyées, ${failed} refusées, ${unsent} perdues dans un arrêt brutal`
}
