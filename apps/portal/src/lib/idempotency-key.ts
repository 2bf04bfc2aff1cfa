/**
 * One key per user action (AMB-146): the same request sent again after a lost answer carries the same key,
 * so that the server does it once. A key is forgotten as soon as the server has answered for good.
 */
const pending = new Map<string, string>()

export function keyOfAction(fingerprint: string): string {
  const key = pending.get(fingerprint) ?? crypto.randomUUID()
  pending.set(fingerprint, key)
  return key
}

export function forgetAction(fingerprint: string): void {
  pending.delete(fingerprint)
}

/** What tells two actions apart: the call and all that it carries; a file is itself. */
export function fingerprintOf(method: string, url: string, body: unknown, files: Record<string, unknown>): string {
  return JSON.stringify([method, url, body ?? null, files], (_key, value) =>
    value instanceof Blob ? `blob:${numberOf(value)}` : value,
  )
}

const numbers = new WeakMap<Blob, number>()
let lastNumber = 0

function numberOf(blob: Blob): number {
  const known = numbers.get(blob)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(blob, lastNumber)
  return lastNumber
}
