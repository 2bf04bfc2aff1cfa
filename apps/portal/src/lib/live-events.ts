import { useEffect } from 'react'
import type { ReadEndpoint } from '../api/query.ts'
import { refresh } from '../api/query-client.ts'
import { conversationReads, everyRead, readsOf } from '../api/reads-of.ts'
import { readStored } from './storage.ts'

export type Change = {
  /** `all`: the line was lost and is back, anything may have changed meanwhile. `opened`: it is there for the first time. */
  topic: keyof typeof readsOf | 'opened' | 'all'
  id: string | number
}

/** The cached answers that a change makes old. */
const oldAfter: Record<Change['topic'], readonly ReadEndpoint[]> = {
  ...readsOf,
  // The page has just asked for everything; what rings may have come since, before anybody listened.
  opened: [...conversationReads, 'GET /v1/company/:id/orders'],
  all: everyRead,
}

const firstPause = 2_000
const maxPause = 60_000

/** Listens to the server while the shell is shown, and refetches what changed; the pages' own polling stays the fallback. */
export function useLiveEvents(): void {
  // A topic may be newer than this page.
  useEffect(() => listen(({ topic }) => void refresh(...(oldAfter[topic] ?? []))), [])
}

/** Follows `GET /v1/events`, coming back after a cut with longer and longer pauses. Returns how to stop. */
function listen(onChange: (change: Change) => void): () => void {
  const abort = new AbortController()
  let pause = firstPause
  let isFirst = true
  const tell = (change: Change) => {
    onChange(isFirst && change.topic === 'all' ? { topic: 'opened', id: 0 } : change)
    isFirst = false
  }
  const follow = async () => {
    while (!abort.signal.aborted) {
      const wasOpen = await readStream(tell, abort.signal).catch(() => false)
      pause = wasOpen ? firstPause : Math.min(pause * 2, maxPause)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  void follow()
  return () => abort.abort()
}

/** One connection, until it is cut. EventSource cannot send the Authorization header, so the stream is read by hand. */
async function readStream(onChange: (change: Change) => void, signal: AbortSignal): Promise<boolean> {
  const token = readStored('token')
  if (!token) return false
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const reply = await fetch('/v1/events', { headers, signal, cache: 'no-store' })
  if (!reply.ok || !reply.body) return false
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (unread + part.value).split('\n\n')
    unread = events.pop() ?? ''
    for (const change of events.flatMap(readEvent)) onChange(change)
  }
  return true
}

/** The change of one event; undefined for keep-alive comments. @internal */
export function readEvent(text: string): Change[] {
  const lines = text.split('\n')
  if (lines.some((line) => /^event:\s*ready$/.test(line))) return [{ topic: 'all', id: 0 }]
  if (!lines.some((line) => /^event:\s*changed$/.test(line))) return []
  const data = lines.flatMap((line) => /^data:\s?(.*)$/.exec(line)?.[1] ?? [])
  try {
    return [JSON.parse(data.join('\n')) as Change]
  } catch {
    return []
  }
}
