import type { AnswerOf } from '@parvis/domain/api'
import { drawFrame } from './first-frame.ts'

type Start = AnswerOf<'GET /v1/start'>

/** Milliseconds, as of any call (request.ts, which this file does not wait for). */
const timeout = 15_000

/**
 * `GET /v1/start`, asked while the files of the portal are on their way: this module and the frame that it draws are a file
 * of their own in the page, of two kilobytes, which imports no other (build/first-look.ts, decision 0017). Skipped
 * when signed out; on failure each query falls back to its own request and its own error.
 */
const isAsked = typeof window !== 'undefined' && !location.pathname.startsWith('/inscription')
const answer = isAsked ? ask().catch(() => undefined) : Promise.resolve(undefined)

/** The `Date` of that answer. */
export const dateOfStart = answer.then((known) => known?.date ?? null)

let isOver = false

/** One part of that answer, for the queries of the first screen only: what is asked later comes from the server. */
export async function partOfStart<P extends keyof Start>(part: P): Promise<Start[P] | undefined> {
  if (isOver) return undefined
  const known = await answer
  return known && known.token === localStorage.getItem('token') ? known.start[part] : undefined
}

/** The first screen is drawn. */
export function endStart(): void {
  isOver = true
}

async function ask(): Promise<{ token: string; start: Start; date: string | null } | undefined> {
  const token = localStorage.getItem('token')
  if (!token) return undefined
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  // The establishment of the address, else of the tab (establishment.ts).
  const wished = new URLSearchParams(location.search).get('etablissement') ?? sessionStorage.getItem('establishment')
  const asked = fetch(wished ? `/v1/start?companyId=${encodeURIComponent(wished)}` : '/v1/start', {
    headers,
    signal: AbortSignal.timeout(timeout),
  })
  drawFrame(location.pathname)
  const reply = await asked
  if (!reply.ok) return undefined
  const { data: start } = (await reply.json()) as { data: Start }
  drawFrame(location.pathname, start.company)
  return { token, start, date: reply.headers.get('date') }
}
