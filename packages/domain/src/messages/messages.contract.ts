import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, leftOut, ofCompany, optionalText, optionalUuid, uuid, writtenText } from '../kernel/fields.ts'
import { inboxFilter, ofDiscussion } from './talk.contract.ts'
import { triages } from './triage.ts'

const participant = z.object({
  uuid: z.string(),
  /** A company's UUID v4, or a resident's id as text. */
  realId: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
})

const conversation = z.object({
  uuid: z.string(),
  label: z.string(),
  newMessage: z.number(),
  excerpt: z.string(),
  createdAt: z.string(),
  lastUpdate: z.string(),
  picture: z.string().nullable(),
  owner: z.string(),
  isBlocked: z.boolean(),
  participantCollection: z.array(participant),
})

/** `disabled`: beyond what the plan opens; never while an order waits for a decision in it. */
const companyConversation = conversation.extend({
  disabled: z.boolean(),
  isBlockedByCompany: z.boolean(),
  /** Whether the resident confirmed a telephone number. */
  hasPhone: z.boolean(),
  triage: z.enum(triages),
  /** Who wrote last, automatic texts left out; null before the first message. */
  lastFrom: z.enum(['resident', 'company']).nullable(),
  toAnswer: z.boolean(),
  /** How many internal notes, and how many messages that leave later. */
  notes: z.number(),
  scheduled: z.number(),
  /** The next order to come. */
  order: z.object({ id: z.number(), state: z.string(), pickupDateTime: z.string() }).nullable(),
})

/** What a resident's list holds besides conversations: a broadcast, which cannot be answered. */
export const conversationEntry = conversation.extend({
  uuid: z.string().nullable(),
  kind: z.enum(['discussion', 'broadcast']),
  isReadOnly: z.boolean(),
  broadcastId: z.number().nullable(),
  companyId: z.string(),
})
export type ConversationEntry = z.output<typeof conversationEntry>

export const message = z.object({
  id: z.number(),
  senderId: z.string(),
  senderAvatar: z.string().nullable(),
  message: z.string(),
  sendAt: z.string(),
  image: z.string().nullable(),
  /** Written by the away message of the company. */
  automatic: z.boolean(),
  /** For members: the first name of who wrote it for the company. */
  author: z.string().nullable().optional(),
  order: z
    .object({
      id: z.number(),
      status: z.enum(['pending', 'validated', 'cancelled']),
      step: z.enum(['ready', 'collected', 'not_collected']).nullable(),
    })
    .nullable(),
})

export type ResidentMessage = z.output<typeof message>

const broadcastConversation = z.object({
  title: z.string(),
  excerpt: z.string(),
  lastBroadcast: z.string().nullable(),
  list: z.array(
    z.object({
      id: z.number(),
      message: z.string(),
      sentAt: z.string(),
      image: z.string().nullable(),
      receiversCount: z.number(),
      /** What became of it. */
      reach: z.object({
        followers: z.number(),
        told: z.number(),
        seen: z.number(),
        conversations: z.number(),
        lost: z.number(),
      }),
    }),
  ),
})

/** Which page of a conversation. */
export const pageAsked = {
  selection_way: leftOut(z.enum(['before', 'after', 'around'])),
  message_id: leftOut(integer().pipe(z.number().min(0))),
}

const blocking = {
  ...ofDiscussion,
  answer: z.object({ isBlocked: z.boolean() }),
  refusals: ['DISCUSSION_NOT_FOUND'],
} as const

/** Conversations between residents and companies, and broadcasts. */
export const messagesContract = {
  listDiscussions: {
    summary:
      'The conversations of a company, newest update first (AMB-99), a thousand at once; `before`: those after that one, as the Link header of the page before says.',
    call: 'GET /v1/chat/discussion',
    access: { company: 'query.companyId', atLeast: 'counter' },
    query: z.object({ companyId: uuid(), state: inboxFilter(), before: uuid().optional() }),
    answer: z.array(companyConversation),
  },
  readMessages: {
    summary:
      'A page of a conversation, id descending; the latest page and `after` mark as read (AMB-102, AMB-103); `around` gives 15 on each side (Q-121).',
    call: 'GET /v1/discussions/:id/messages',
    ...ofDiscussion,
    query: z.object({ ...pageAsked, companyId: optionalUuid() }),
    answer: z.array(message),
    refusals: ['CONVERSATION_LIMIT', 'DISCUSSION_NOT_FOUND'],
  },
  sendMessage: {
    summary: 'Writes in a conversation, as its resident or, with companyId, as its company (AMB-106).',
    call: 'POST /v1/discussions/:id/message',
    ...ofDiscussion,
    body: z.object({
      discussionId: optionalText(),
      companyId: optionalUuid(),
      message: writtenText(),
      /** A quick reply of the company: its picture goes with the message, as a copy. */
      quickReplyId: leftOut(integer()),
    }),
    files: { image: 1 },
    answer: message,
    refusals: [
      'NOT_FOUND',
      'FORBIDDEN',
      'EMPTY_MESSAGE',
      'DISCUSSION_BLOCKED',
      'CONVERSATION_LIMIT',
      'DISCUSSION_NOT_FOUND',
    ],
  },
  markUnread: {
    summary: 'The company keeps a conversation for later: it counts as unread again, with one message at least.',
    call: 'POST /v1/discussions/:id/unread',
    ...ofDiscussion,
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  readBroadcasts: {
    summary: 'The broadcasts of a company, newest first.',
    call: 'GET /v1/company/:id/broadcast',
    ...ofCompany('counter'),
    answer: broadcastConversation,
  },
  sendBroadcast: {
    summary: 'Writes to every follower of a company; the plan limits how many in an ISO week (AMB-107).',
    call: 'POST /v1/company/:id/broadcast',
    ...ofCompany('manager'),
    body: z.object({ companyId: optionalText(), message: writtenText() }),
    files: { image: 1 },
    answer: broadcastConversation,
    refusals: ['EMPTY_MESSAGE', 'BROADCAST_LIMIT'],
  },
  openDiscussion: {
    summary: 'The conversation of the caller with a company, opened if there is none yet.',
    call: 'POST /v1/app/discussions',
    access: 'session',
    body: z.object({ companyId: uuid() }),
    answer: z.object({ uuid: z.string() }),
    refusals: ['NOT_FOUND'],
  },
  listResidentDiscussions: {
    summary: 'The conversations of a resident, with the broadcasts they received as read-only entries.',
    call: 'GET /v1/app/discussions',
    access: 'session',
    answer: z.array(conversationEntry),
  },
  blockDiscussion: {
    ...blocking,
    summary: 'A resident closes a conversation: readable, not writable (AMB-104).',
    call: 'POST /v1/app/discussions/:id/block',
  },
  unblockDiscussion: {
    ...blocking,
    summary: 'A resident reopens a conversation they closed.',
    call: 'POST /v1/app/discussions/:id/unblock',
  },
  blockAsCompany: {
    ...blocking,
    summary: 'A business closes a conversation; it counts no more for the number of its plan (W-100).',
    call: 'POST /v1/discussions/:id/company-block',
  },
  unblockAsCompany: {
    ...blocking,
    summary: 'A business reopens a conversation that it closed.',
    call: 'POST /v1/discussions/:id/company-unblock',
  },
  listResidentBroadcasts: {
    summary: 'The broadcasts of the companies that the caller follows, since they follow them.',
    call: 'GET /v1/app/broadcasts',
    access: 'session',
    answer: z.array(
      z.object({
        id: z.number(),
        companyId: z.string(),
        companyName: z.string(),
        companyPicture: z.string().nullable(),
        message: z.string(),
        sentAt: z.string(),
        image: z.string().nullable(),
      }),
    ),
  },
} as const satisfies Contract
