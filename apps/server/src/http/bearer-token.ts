import type { IncomingHttpHeaders } from 'node:http'

/** `Bearer <token>` or the bare token (AMB-07). */
export function readToken({ authorization }: IncomingHttpHeaders): string | undefined {
  const token = authorization?.replace(/^Bearer(\s+|$)/i, '').trim()
  return token || undefined
}

/** Ours have 43 characters: a longer one is of no session, and would only fill memory. */
const longestToken = 200

/**
 * The session of a call as a subject of turns and queues, known before the database is asked; undefined without one. Its token, not
 * its header: a token may be written in a hundred ways, each of which would have turns of its own.
 */
export function sessionSubject(headers: IncomingHttpHeaders): string | undefined {
  const token = readToken(headers)
  return token && token.length <= longestToken ? token : undefined
}
