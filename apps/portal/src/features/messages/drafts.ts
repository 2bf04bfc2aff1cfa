const drafts = new Map<string, string>()

/** What was being written in a conversation, kept while going from one to another. */
export const draftOf = (conversation: string): string => drafts.get(conversation) ?? ''

export function keepDraft(conversation: string, text: string): void {
  if (text === '') drafts.delete(conversation)
  else drafts.set(conversation, text)
}
