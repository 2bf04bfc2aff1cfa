import { writeEvidence } from '../kernel/evidence.ts'
import type { AlertLevel, AlertProof } from './alert.ts'

/** Who did something and when: ISO 8601 with seconds and the Paris offset; the first and last name. */
type JournalStep = { at: string; by: string }

export type AlertJournal = {
  commune: string
  siret: string
  alertId: number
  level: AlertLevel
  exercise: boolean
  title: string
  textSha256: string
  written: JournalStep
  sent: JournalStep & { proof: AlertProof }
  until: string
  /** By nobody: its hour came. */
  ended: (Omit<JournalStep, 'by'> & { by: string | null }) | null
  replaces: number | null
  followers: number
  numbers: { devices: number; accepted: number; refused: number; gone: number; pending: number; reads: number }
  /** When this journal was read, which its signature dates. */
  readAt: string
  key: string
}

/** The journal of an alert: what the mayor did and when, for whoever judges it years later. */
export const writeJournal = (alert: AlertJournal): string =>
  writeEvidence('parvis-journal-1', [
    ['commune', alert.commune],
    ['siret', alert.siret],
    ['alerte', alert.alertId],
    ['niveau', alert.level],
    ['exercice', alert.exercise ? 'oui' : 'non'],
    ['titre', alert.title],
    ['sha256-texte', alert.textSha256],
    ['ecrite', stepText(alert.written)],
    ['envoyee', `${stepText(alert.sent)}, preuve: ${alert.sent.proof}`],
    ['jusqu-a', alert.until],
    ['terminee', alert.ended && stepText({ ...alert.ended, by: alert.ended.by ?? 'automatique' })],
    ['remplace', alert.replaces],
    ['abonnes', alert.followers],
    ['appareils', alert.numbers.devices],
    ['acceptes', alert.numbers.accepted],
    ['refuses', alert.numbers.refused],
    ['disparus', alert.numbers.gone],
    ['en-cours', alert.numbers.pending],
    ['pages-lues', alert.numbers.reads],
    ['etabli', alert.readAt],
    ['cle', alert.key],
  ])

const stepText = ({ at, by }: JournalStep): string => `${at} par ${by}`
