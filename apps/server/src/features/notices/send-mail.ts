import { type Letter, type LetterFoot, writeLetter } from '@parvis/domain/notices/letter.fr'
import { askedText } from '@parvis/domain/residents/letter.fr'
import type { Config } from '../../config.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { enqueue, type Job } from '../../jobs/job.ts'
import { findMailbox, findUnpushedMailbox, refuseLetters } from './letters.queries.ts'
import { findMailAddress, isRefusedAddress } from './mail.queries.ts'
import { hashAddress, ticketUrl } from './mail-tickets.ts'

/**
 * Recipient: a person's stored address or the mailbox of a letter (its keyed hash), read when the mail is sent, or an address given for
 * this mail alone. `isAsked`: the mail that asks for the confirmation, the one that may leave before it.
 */
export type Addressee = { userId: number } | { address: string } | { mailbox: string; isAsked?: true }

export type MailOrder = {
  /** Deduplication key, stable per event and person. */
  key: string
  to: Addressee
  letter: Letter
  /** Ended by one click (RFC 8058). */
  isDigest?: true
  /** The caller's transaction holds row locks: the relay has a short time-out (decision 0012). */
  timeoutMs?: number
}

const jobName = 'send-mail'
/** Mails under way at once in a process: of a relay that takes 150 ms for one, 50 a second. */
const workers = 8
const attempts = 12

/** Sends a mail once the caller's transaction is committed; those of one `queue` one after the other. */
export async function enqueueMail(tx: Transaction, order: MailOrder, queue?: string): Promise<void> {
  await enqueue(tx, jobName, order, { ...(queue && { queue }), attempts, key: `mail ${order.key}` })
}

/**
 * Tells a resident at once by mail, where an address is confirmed and no device receives pushes: order decisions and reminders,
 * changes of seats. The letter names the business and what to do, no first name, no message, no order.
 */
export async function mailResident(tx: Transaction, { userId, key, letter }: ResidentMail): Promise<void> {
  const mailbox = await findUnpushedMailbox(tx, userId)
  if (mailbox) await enqueueMail(tx, { key, to: { mailbox: mailbox.toString('base64url') }, letter })
}

export type ResidentMail = { userId: number; key: string; letter: Letter }

/** Sent, then ended with the job: a kill between the two sends again with the same Message-ID. */
export const sendMail: Job = {
  name: jobName,
  workers,
  run: async (deps, payload) => void (await sendLetter(deps, payload as MailOrder)),
}

/**
 * Sends the mail unless its address is gone or refused; a final refusal of the relay is noted and not retried. Answers whether it left.
 */
export async function sendLetter(
  { db, config, gateways, report }: Dependencies,
  { key, to, letter, isDigest, timeoutMs }: MailOrder,
): Promise<boolean> {
  const { address, askedAt } = await findAddress(db, to)
  if (!address) return false
  const hash = hashAddress(config, address)
  if (await isRefusedAddress(db, hash)) return false
  const foot = 'mailbox' in to ? residentFoot(config, hash, askedAt) : portalFoot(config, to, isDigest)
  const notMine = ticketUrl({ ...config, ...foot }, 'not-mine', hash.toString('base64url'))
  const written = writeLetter(letter, { ...foot, notMine })
  const unsubscribe = foot.unsubscribe?.url
  try {
    await gateways.mail.send({ to: address, subject: letter.subject, ...written, key, unsubscribe, timeoutMs })
    return true
  } catch (error) {
    const isFinal = error instanceof GatewayFailure && ['invalid_input', 'refused'].includes(error.kind)
    if (!isFinal) throw error
    if ('mailbox' in to) await refuseLetters(db, hash)
    report?.({ mail: key, reason: error.message }, 'mail refused')
    return false
  }
}

type Found = { address: string | undefined; askedAt?: Date | null }

async function findAddress(db: Db, to: Addressee): Promise<Found> {
  if ('mailbox' in to) return (await findMailbox(db, Buffer.from(to.mailbox, 'base64url'), to.isAsked)) ?? nobody
  return { address: 'userId' in to ? await findMailAddress(db, to.userId) : to.address }
}

const nobody: Found = { address: undefined }

type Foot = Omit<LetterFoot, 'notMine'>

function portalFoot(config: Config, to: Addressee, isDigest: true | undefined): Foot {
  const { publicUrl } = config
  if (!isDigest || !('userId' in to)) return { publicUrl }
  const url = ticketUrl(config, 'unsubscribe', String(to.userId))
  return { publicUrl, unsubscribe: { label: 'Ne plus recevoir ce résumé', url } }
}

function residentFoot({ secretKey, residentUrl = '' }: Config, hash: Buffer, askedAt: Date | null | undefined): Foot {
  const resident = { publicUrl: residentUrl, from: 'Parvis' }
  if (!askedAt) return resident
  const url = ticketUrl({ secretKey, publicUrl: residentUrl }, 'unsubscribe', hash.toString('base64url'))
  const why = askedText(askedAt)
  return { ...resident, why, unsubscribe: { label: 'Ne plus la recevoir', url } }
}
