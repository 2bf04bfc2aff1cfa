import { isUuidV4 } from '../kernel/ids.ts'
import { countCharacters, shorten } from '../kernel/text.ts'
import { isLimitReached } from '../subscription/plans.ts'

/** Characters of a message or a broadcast. */
const maxMessage = 5000

/** A text or an image is needed; the text has 5,000 characters at most. The text is cleaned. */
export function checkMessage(message: { text: string; hasImage: boolean }): 'empty' | 'too_long' | undefined {
  if (message.text === '' && !message.hasImage) return 'empty'
  return countCharacters(message.text) > maxMessage ? 'too_long' : undefined
}

/**
 * Whether the conversation at that rank (0 the newest) is beyond what the plan opens. One whose order waits for a
 * decision is open whatever the plan: the resident could not be answered otherwise.
 */
export function isConversationDisabled(
  allowedConversation: number,
  { rank, hasPendingOrder }: { rank: number; hasPendingOrder: boolean },
): boolean {
  return !hasPendingOrder && isLimitReached(allowedConversation, rank)
}

/** A sound plays once when a poll brings a message from a resident; companies have UUID v4 ids. */
export function playsSound(received: readonly { senderId: string }[]): boolean {
  return received.some((message) => !isUuidV4(message.senderId))
}

/** Messages of a page of a conversation; on each side of the one that it is read around; of an answer with what is newer. */
export const conversationPage = { length: 30, side: 15, newer: 100 } as const

const maxExcerpt = 140

/** The first words of a message on one line, for lists and notifications; an image alone is said in words. */
export function messageExcerpt(text: string, hasImage: boolean): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return hasImage ? 'Photo' : ''
  return shorten(line, maxExcerpt)
}
