import type { Refusals } from '../kernel/refusal.ts'

export const messagesRefusals = {
  'messages.discussion_not_found': { kind: 'not-found', code: 'DISCUSSION_NOT_FOUND' },
  'messages.empty': { kind: 'invalid', code: 'EMPTY_MESSAGE' },
  'messages.discussion_blocked': { kind: 'forbidden', code: 'DISCUSSION_BLOCKED' },
  'messages.conversation_limit': { kind: 'forbidden', code: 'CONVERSATION_LIMIT' },
  'messages.broadcast_limit': { kind: 'forbidden', code: 'BROADCAST_LIMIT' },
  'messages.quick_reply_limit': { kind: 'forbidden', code: 'QUICK_REPLY_LIMIT' },
  'messages.shortcut_taken': { kind: 'conflict', code: 'SHORTCUT_TAKEN' },
  'messages.bad_ranks': { kind: 'invalid', code: 'BAD_RANKS' },
  'messages.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'messages.scheduled_limit': { kind: 'forbidden', code: 'SCHEDULED_LIMIT' },
  'messages.already_sent': { kind: 'conflict', code: 'ALREADY_SENT' },
} as const satisfies Refusals
