import type { IncomingHttpHeaders } from 'node:http'

/** `Bearer <token>` or the bare token. */
export function readToken({ authorization }: IncomingHttpHeaders): string | undefined {
  const token = authorization?.replace(/^Bearer(\s+|$)/i, '').trim()
  return token || undefined
}
