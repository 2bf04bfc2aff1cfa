import { useDraft, type WriteDraft } from '../../lib/drafts.ts'

/** The quick reply that a draft was filled from; its picture goes with the message unless it was taken away. */
type ChosenReply = { id: number; image: string | null; isBare?: true }

/** A message being written: a text, and perhaps a picture. `isReading`: its picture is being shrunk, it cannot leave yet. */
export type Draft = { text: string; image: File | null; reply?: ChosenReply | undefined; isReading?: boolean }

export const emptyDraft: Draft = { text: '', image: null, reply: undefined }

/** Empties the draft once it was sent, unless something else has been written meanwhile. */
export const withoutSent =
  (sent: Draft) =>
  (now: Draft): Partial<Draft> =>
    now.text.trim() === sent.text.trim() && now.image === sent.image ? emptyDraft : {}

/** The draft of a conversation. After a reload no picture is being shrunk any more. */
export const useMessageDraft = (conversation: string): [Draft, WriteDraft<Draft>] =>
  useDraft(`message ${conversation}`, emptyDraft, (draft) => ({ ...draft, isReading: false }))
