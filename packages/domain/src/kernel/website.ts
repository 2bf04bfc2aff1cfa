import { isDomainName } from './domain-name.ts'

const maximumLength = 2000

/** `http://` or `https://`, an optional www, a domain (E-048, E-049, V-013). No spaces, no user name before the host. */
export function isWebsite(text: string): boolean {
  const match = /^https?:\/\/([^/?#]+)/i.exec(text)
  if (!match?.[1] || text.length > maximumLength || !isPlain(text)) return false
  const [host = '', port, ...rest] = match[1].split(':')
  return isDomainName(host) && rest.length === 0 && (port === undefined || /^[0-9]{1,5}$/.test(port))
}

/** What the field holds on blur: a valid address as typed; `www.x.fr` and `x.fr` get `http://` (AMB-58); else unchanged. */
export function completeWebsite(text: string): string {
  const typed = text.trim()
  if (isWebsite(typed)) return typed
  const looksLikeAddress = /^www/i.test(typed) || isDomainName(typed.split(/[/?#:]/)[0] ?? '')
  return looksLikeAddress ? `http://${typed}` : typed
}

function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in an address
  return !/[\s"<>\\^`{|}\u0000-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]/.test(text)
}
