import { useState } from 'react'
import { onSessionEnd } from '../../lib/session-end.ts'
import { keepUnsentTexts, readUnsentTexts } from '../../lib/storage.ts'

/** The quick reply that a draft was filled from; its picture goes with the message unless it was taken away. */
type ChosenReply = { id: number; image: string | null; isBare?: true }

/** A message being written: a text, and perhaps a picture. */
export type Draft = { text: string; image: File | null; reply?: ChosenReply | undefined }

export const emptyDraft: Draft = { text: '', image: null, reply: undefined }

const drafts = new Map(
  Object.entries(readUnsentTexts()).map(([name, text]) => [name, { ...emptyDraft, text } as Draft]),
)
onSessionEnd((how) => how !== 'expired' && drafts.clear())

/** The draft of a conversation, kept while moving between conversations and pages; its text survives a reload. */
export function useDraft(conversation: string): [Draft, (changes: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => drafts.get(conversation) ?? emptyDraft)
  const write = (changes: Partial<Draft>) => {
    const next = { ...(drafts.get(conversation) ?? emptyDraft), ...changes }
    setDraft(next)
    drafts.set(conversation, next)
    const written = [...drafts].filter(([, { text }]) => text !== '')
    keepUnsentTexts(Object.fromEntries(written.map(([name, { text }]) => [name, text])))
  }
  return [draft, write]
}
