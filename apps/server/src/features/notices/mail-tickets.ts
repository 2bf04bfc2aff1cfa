import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import { derivedKey } from '../../gateways/gateways.ts'

/** What a click in a mail may do without signing in; it opens nothing. */
type TicketUse = 'unsubscribe' | 'not-mine'
type Keyed = Pick<Config, 'secretKey' | 'publicUrl'>

/** The address of a click: whose it is and our signature over both, in the query because RFC 8058 keeps no fragment. */
export function ticketUrl({ secretKey, publicUrl }: Keyed, use: TicketUse, subject: string): string {
  return `${publicUrl}/v1/email/${use}?ticket=${subject}.${signatureOf(secretKey, use, subject).toString('base64url')}`
}

/** Whom the ticket is about; undefined when it was not signed for that use. */
export function readTicket(
  { secretKey }: Pick<Config, 'secretKey'>,
  use: TicketUse,
  ticket: string | undefined,
): string | undefined {
  const [subject = '', signature = ''] = (ticket ?? '').split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(secretKey, use, subject)
  return given.length === right.length && timingSafeEqual(given, right) ? subject : undefined
}

function signatureOf(secretKey: Buffer, use: TicketUse, subject: string): Buffer {
  return createHmac('sha256', derivedKey(secretKey, 'mail tickets'))
    .update(`${use} ${subject}`)
    .digest()
    .subarray(0, 16)
}

/** How an address that was refused is remembered: by a keyed hash. */
export function hashAddress({ secretKey }: Pick<Config, 'secretKey'>, address: string): Buffer {
  return createHmac('sha256', derivedKey(secretKey, 'refused addresses')).update(address.toLowerCase()).digest()
}
