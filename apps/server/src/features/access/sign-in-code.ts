import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** No look-alikes: 0 O 1 I are left out. */
const attackAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 5

/** Five random digits; five characters of 32 symbols (25 bits) while the service is under attack (AMB-141). */
export function newCode(underAttack: boolean): string {
  const alphabet = underAttack ? attackAlphabet : '0123456789'
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** What is stored of a code: useless without the key, which is not in the database. */
export function hashCode(key: Buffer, phone: string, code: string): Buffer {
  return createHmac('sha256', key).update(`sign-in ${phone} ${code.toUpperCase()}`).digest()
}

export function isSameCode(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
