import type { AnswerOf } from '@parvis/domain/api'

type Start = AnswerOf<'GET /v1/start'>

/** Milliseconds, as of any call (request.ts, which this file does not wait for). */
const patience = 15_000

/**
 * `GET /v1/start`, asked while the files of the portal are on their way: this module is a file of its own in the page, of
 * under a kilobyte (build/first-look.ts, decision 0109). Nothing for who is signed out, and when anything goes wrong: each
 * query then makes its own call, and says what is to be said.
 */
const isAsked = typeof window !== 'undefined' && !location.pathname.startsWith('/inscription')
const answer = isAsked ? ask().catch(() => undefined) : Promise.resolve(undefined)

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

async function ask(): Promise<{ token: string; start: Start } | undefined> {
  const token = localStorage.getItem('token')
  if (!token) return undefined
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const reply = await fetch('/v1/start', { headers, signal: AbortSignal.timeout(patience) })
  if (!reply.ok) return undefined
  const { data: start } = (await reply.json()) as { data: Start }
  if (location.pathname === '/company' && start.company?.coverImage) preloadCover(start.company.coverImage)
  return { token, start }
}

function preloadCover(url: string): void {
  const { srcSet, sizes } = coverSources(url)
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', fetchPriority: 'high' })
  document.head.append(Object.assign(link, { imageSizes: sizes, imageSrcset: srcSet }))
}

/** The cover in the widths that the server makes of it: a telephone takes that of 640 pixels. */
export function coverSources(url: string): { srcSet: string; sizes: string } {
  const stem = url.replace(/\.jpg$/, '')
  return {
    srcSet: `${stem}-640.webp 640w, ${stem}-960.webp 960w, ${stem}.webp 1200w`,
    sizes: '(max-width: 767px) calc(100vw - 34px), (max-width: 1416px) calc(100vw - 330px), 1120px',
  }
}
