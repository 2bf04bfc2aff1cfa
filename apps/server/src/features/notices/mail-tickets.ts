import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import { derivedKey } from '../../gateways/gateways.ts'
import { isSameBytes } from '../../same-bytes.ts'

/** Signed tickets: what a link of a mail, or a refused sign-in, may do without a session; none opens one. */
type TicketUse = 'unsubscribe' | 'not-mine' | 'confirm' | 'booking' | 'sign-in'
type Keyed = Pick<Config, 'secretKey' | 'publicUrl'>

/** The address of a click, signed with whose it is; in the query, since RFC 8058 keeps no fragment. `publicUrl`: its host. */
export function ticketUrl({ secretKey, publicUrl }: Keyed, use: TicketUse, subject: string): string {
  return `${publicUrl}/v1/email/${use}?ticket=${signTicket({ secretKey }, use, subject)}`
}

/** `subject` has no dot. */
export function signTicket({ secretKey }: Pick<Config, 'secretKey'>, use: TicketUse, subject: string): string {
  return `${subject}.${signatureOf(secretKey, use, subject).toString('base64url')}`
}

/** The subject of a ticket; undefined when it was not signed for that use. */
export function readTicket(
  { secretKey }: Pick<Config, 'secretKey'>,
  use: TicketUse,
  ticket: string | undefined,
): string | undefined {
  const [subject = '', signature = ''] = (ticket ?? '').split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(secretKey, use, subject)
  return isSameBytes(given, right) ? subject : undefined
}

function signatureOf(secretKey: Buffer, use: TicketUse, subject: string): Buffer {
  return createHmac('sha256', derivedKey(secretKey, 'mail tickets'))
    .update(`${use} ${subject}`)
    .digest()
    .subarray(0, 16)
}

/** Keyed hash (HMAC) by which a refused address is remembered. */
export function hashAddress({ secretKey }: Pick<Config, 'secretKey'>, address: string): Buffer {
  return createHmac('sha256', derivedKey(secretKey, 'refused addresses')).update(address.toLowerCase()).digest()
}
