/** Trimmed, domain in lower case; the part before the at sign keeps its case. */
export function normaliseEmail(email: string): string {
  const [local, domain] = split(email.trim())
  return domain === undefined ? email.trim() : `${local}@${domain.toLowerCase()}`
}

/** A usual address with a real domain: `a@b.fr` yes; `a@b`, `a b@c.fr`, `@c.fr`, `a@.fr` no. */
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

const maximumLength = 2000

/** `http://` or `https://`, an optional www, a domain. No spaces, no user name before the host. */
export function isWebsite(text: string): boolean {
  const match = /^https?:\/\/([^/?#]+)/i.exec(text)
  if (!match?.[1] || text.length > maximumLength || !isPlain(text)) return false
  const [host = '', port, ...rest] = match[1].split(':')
  return isDomainName(host) && rest.length === 0 && (port === undefined || /^[0-9]{1,5}$/.test(port))
}

/** What the field holds on blur: a valid address as typed; `www.x.fr` and `x.fr` get `http://`; else unchanged. */
export function completeWebsite(text: string): string {
  const typed = text.trim()
  if (isWebsite(typed)) return typed
  const looksLikeAddress = /^www/i.test(typed) || isDomainName(typed.split(/[/?#:]/)[0] ?? '')
  return looksLikeAddress ? `http://${typed}` : typed
}

function isPlain(text: string): boolean {
  return !/[\s"<>\\^`{|}\p{Cc}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/u.test(text)
}

/**
 * True for a name that can exist on the public internet: at least two labels and an alphabetic ending.
 * Accents are allowed, as in addresses people read; numeric addresses are not names.
 */
function isDomainName(name: string): boolean {
  const labels = name.split('.')
  const ending = labels.at(-1) ?? ''
  return (
    name.length <= 253 && labels.length >= 2 && labels.every(isLabel) && /^(\p{L}{2,}|xn--[a-z0-9-]+)$/iu.test(ending)
  )
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[\p{L}\p{N}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-')
}
