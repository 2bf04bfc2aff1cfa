import { timingSafeEqual } from 'node:crypto'

/** Compares a secret or a signature with the right one in constant time; one of another length is wrong. */
export function isSameBytes(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right)
}
