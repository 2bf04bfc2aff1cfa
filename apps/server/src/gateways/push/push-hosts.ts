/** Push services of Chrome and its kin, Firefox, Safari and Edge. "*." stands for any subdomain. */
export const KNOWN_PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Whether an endpoint given by a browser belongs to an allowed push service: https on its own port, no user part.
 * An entry that is a whole origin ("http://127.0.0.1:4100") allows just that origin, for a simulator; with
 * ";apple" after it, a simulator of Apple's (residents.md 15.28).
 */
export function isPushService(endpoint: string, entries: readonly string[]): boolean {
  const allowed = entries.map((entry) => entry.replace(/;apple$/, ''))
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  if (allowed.includes(origin)) return true
  return protocol === 'https:' && port === '' && allowed.some((host) => isHost(hostname, host))
}

function isHost(hostname: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed
}
