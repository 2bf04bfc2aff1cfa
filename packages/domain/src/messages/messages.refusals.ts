import type { Refusals } from '../kernel/refusal.ts'

export const messagesRefusals = {
  'messages.discussion_not_found': { kind: 'not-found', code: 'DISCUSSION_NOT_FOUND' },
  'messages.empty': { kind: 'invalid', code: 'EMPTY_MESSAGE' },
  'messages.discussion_blocked': { kind: 'forbidden', code: 'DISCUSSION_BLOCKED' },
  'messages.conversation_limit': { kind: 'forbidden', code: 'CONVERSATION_LIMIT' },
  'messages.broadcast_limit': { kind: 'forbidden', code: 'BROADCAST_LIMIT' },
} as const satisfies Refusals
