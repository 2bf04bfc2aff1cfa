import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** No look-alikes: 0 O 1 I are left out. */
const attackAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 5

/** Five random digits; five characters of 32 symbols (25 bits) while the service is under attack (AMB-141). */
export function newCode(underAttack: boolean): string {
  const alphabet = underAttack ? attackAlphabet : '0123456789'
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * What is stored of a code: useless without the key, which is not in the database. A code asked for with a browser's
 * nonce is a code of that browser only (ASVS 6.6.2).
 */
export function hashCode(key: Buffer, phone: string, code: string, nonce?: string): Buffer {
  const asked = `sign-in ${phone} ${code.toUpperCase()}`
  return createHmac('sha256', key)
    .update(nonce === undefined ? asked : `${asked} ${nonce}`)
    .digest()
}

/** Whether it is the code that was sent: asked for by this browser, or by a client that said nothing of itself. */
export function isSentCode(key: Buffer, sent: Buffer, phone: string, code: string, nonce: string | undefined): boolean {
  const ofBrowser = isSame(sent, hashCode(key, phone, code, nonce))
  const ofAnyone = isSame(sent, hashCode(key, phone, code))
  return ofBrowser || ofAnyone
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const nonceShape = /^[\w-]{16,100}$/

/** The nonce of the browser that calls; what is not one counts as none. */
export function readNonce(header: unknown): string | undefined {
  return typeof header === 'string' && nonceShape.test(header) ? header : undefined
}
