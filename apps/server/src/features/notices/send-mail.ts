import { type Letter, writeLetter } from '@parvis/domain/notices/letter.fr'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { GatewayFailure } from '../../gateways/gateway-failure.ts'
import { enqueue, type Job } from '../../jobs/job.ts'
import { findMailAddress, isRefusedAddress } from './mail.queries.ts'
import { hashAddress, ticketUrl } from './mail-tickets.ts'

/** Recipient: a person's stored address, read when the mail is sent, or an address given for this mail alone. */
export type Addressee = { userId: number } | { address: string }

export type MailOrder = {
  /** Deduplication key, stable per event and person. */
  key: string
  to: Addressee
  letter: Letter
  /** Ended by one click (RFC 8058). */
  isDigest?: true
  /** The caller's transaction holds row locks: the relay has a short time-out (decision 0062). */
  patienceMs?: number
}

const jobName = 'send-mail'
/** Mails under way at once in a process: of a relay that takes 150 ms for one, 50 a second (U-076). */
const workers = 8
const attempts = 12

/** Sends a mail once the caller's transaction is committed; those of one `queue` one after the other. */
export async function enqueueMail(tx: Transaction, order: MailOrder, queue?: string): Promise<void> {
  await enqueue(tx, jobName, order, { ...(queue && { queue }), attempts, key: `mail ${order.key}` })
}

/** Sent, then ended with the job: a kill between the two sends again with the same Message-ID (U-077). */
export const sendMail: Job = {
  name: jobName,
  workers,
  run: async (deps, payload) => await sendLetter(deps, payload as MailOrder),
}

/** Sends the mail unless its address is gone or refused; a final refusal of the relay is logged and not retried. */
export async function sendLetter(
  { db, config, gateways, report }: Dependencies,
  { key, to, letter, isDigest, patienceMs }: MailOrder,
): Promise<void> {
  const address = 'userId' in to ? await findMailAddress(db, to.userId) : to.address
  if (!address) return
  const hash = hashAddress(config, address)
  if (await isRefusedAddress(db, hash)) return
  const unsubscribe = isDigest && 'userId' in to ? ticketUrl(config, 'unsubscribe', String(to.userId)) : undefined
  const notMine = ticketUrl(config, 'not-mine', hash.toString('base64url'))
  const written = writeLetter(letter, { publicUrl: config.publicUrl, notMine, unsubscribe })
  try {
    await gateways.mail.send({ to: address, subject: letter.subject, ...written, key, unsubscribe, patienceMs })
  } catch (error) {
    const isFinal = error instanceof GatewayFailure && ['invalid_input', 'refused'].includes(error.kind)
    if (!isFinal) throw error
    report?.({ mail: key, reason: error.message }, 'mail refused')
  }
}
