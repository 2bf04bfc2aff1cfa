import { isDomainName } from './domain-name.ts'

/** Trimmed, domain in lower case; the part before the at sign keeps its case. */
export function normaliseEmail(email: string): string {
  const [local, domain] = split(email.trim())
  return domain === undefined ? email.trim() : `${local}@${domain.toLowerCase()}`
}

/** A usual address with a real domain: `a@b.fr` yes; `a@b`, `a b@c.fr`, `@c.fr`, `a@.fr` no (R-064, E-053). */
export function isEmail(email: string): boolean {
  const [local, domain] = split(email)
  if (domain === undefined || email.length > 254) return false
  return isLocalPart(local) && /^[A-Za-z0-9.-]+$/.test(domain) && isDomainName(domain)
}

function isLocalPart(local: string): boolean {
  const dotsAreInside = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/.test(local) && dotsAreInside
}

function split(email: string): [string, string | undefined] {
  const at = email.lastIndexOf('@')
  return at < 0 ? [email, undefined] : [email.slice(0, at), email.slice(at + 1)]
}
