import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '../../lib/session-end.ts'
import { keepUnsentTexts, readUnsentTexts } from '../../lib/storage.ts'

/** The quick reply that a draft was filled from; its picture goes with the message unless it was taken away. */
type ChosenReply = { id: number; image: string | null; isBare?: true }

/** A message being written: a text, and perhaps a picture. `isReading`: its picture is being shrunk, it cannot leave yet. */
export type Draft = { text: string; image: File | null; reply?: ChosenReply | undefined; isReading?: boolean }

export const emptyDraft: Draft = { text: '', image: null, reply: undefined }

const drafts = new Map(
  Object.entries(readUnsentTexts()).map(([name, text]) => [name, { ...emptyDraft, text } as Draft]),
)
onSessionEnd((how) => how !== 'expired' && drafts.clear())

export type WriteDraft = (changes: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void

/** Empties the draft once it was sent, unless something else has been written meanwhile. */
export const withoutSent =
  (sent: Draft) =>
  (now: Draft): Partial<Draft> =>
    now.text.trim() === sent.text.trim() && now.image === sent.image ? emptyDraft : {}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The draft of a conversation, kept while moving between conversations and pages; its text survives a reload. */
export function useDraft(conversation: string): [Draft, WriteDraft] {
  const latest = () => drafts.get(conversation) ?? emptyDraft
  const draft = useSyncExternalStore(subscribe, latest)
  const write: WriteDraft = (changes) => {
    drafts.set(conversation, { ...latest(), ...(typeof changes === 'function' ? changes(latest()) : changes) })
    for (const listener of listeners) listener()
    const written = [...drafts].filter(([, { text }]) => text !== '')
    keepUnsentTexts(Object.fromEntries(written.map(([name, { text }]) => [name, text])))
  }
  return [draft, write]
}
