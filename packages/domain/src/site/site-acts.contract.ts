import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, longText, optionalText, pathId, pathUuid } from '../kernel/fields.ts'
import { conversationEntry, message } from '../messages/messages.contract.ts'

const companyId = z.object({ id: pathUuid() })
const conversationId = z.object({ id: pathUuid() })
const orderId = z.object({ id: pathId() })
const typedText = () => z.preprocess((value) => value ?? '', longText())
const firstName = () => optionalText().pipe(z.string().max(50).optional())
const proof = { proof: optionalText() }

const state = z.enum([
  'asked',
  'proposed',
  'accepted',
  'preparing',
  'ready',
  'collected',
  'no_show',
  'refused',
  'cancelled',
  'expired',
])

/** An order as its resident reads it: as the shop does, with the shop (residents.md section 9). */
const siteOrder = z.object({
  id: z.number(),
  state,
  promise: z.string(),
  customerPickupDateTime: z.string(),
  customerOrderContent: z.string(),
  status: z.enum(['pending', 'validated', 'cancelled']),
  step: z.enum(['ready', 'collected', 'not_collected']).nullable(),
  total: z.number().nullable(),
  discussionId: z.string(),
  finalPickupDateTime: z.string().nullable(),
  finalOrderContent: z.string().nullable(),
  cancelMessage: z.string().nullable(),
  allowed: z.array(z.string()),
  company: z.object({ companyId: z.string(), name: z.string(), url: z.string() }),
})

/** Conversations and orders through the residents' door: a second way to the same use cases. */
export const siteActsContract = {
  listSiteConversations: {
    summary: 'The conversations of this resident.',
    method: 'GET',
    path: '/v1/site/conversations',
    access: 'resident',
    answer: z.array(conversationEntry),
    refusals: [],
  },
  readSiteConversation: {
    summary: 'A page of a conversation, from the resident’s side only.',
    method: 'GET',
    path: '/v1/site/conversations/:id',
    access: 'resident',
    params: conversationId,
    query: z.object({
      selection_way: z
        .enum(['', 'before', 'after'])
        .transform((way) => way || undefined)
        .optional(),
      message_id: z.preprocess((id) => (id === '' ? undefined : id), integer().pipe(z.number().min(0)).optional()),
    }),
    answer: z.array(message),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  writeToCompany: {
    summary: 'Writes to a business; the conversation is opened by the first message (W-048).',
    method: 'POST',
    path: '/v1/site/companies/:id/messages',
    access: 'new-resident',
    params: companyId,
    body: z.object({ message: typedText(), firstName: firstName(), ...proof }),
    answer: z.object({ uuid: z.string(), message }),
    refusals: ['PHONE_NEEDED', 'PROOF_NEEDED', 'DISCUSSION_BLOCKED', 'WAIT_FOR_ANSWER', 'EMPTY_MESSAGE', 'NOT_FOUND'],
  },
  replyToCompany: {
    summary: 'Writes again in a conversation; three messages at most before the business answers.',
    method: 'POST',
    path: '/v1/site/conversations/:id/messages',
    access: 'resident',
    params: conversationId,
    body: z.object({ message: typedText() }),
    files: { image: 1 },
    answer: message,
    refusals: ['WAIT_FOR_ANSWER', 'PICTURE_NOT_YET', 'DISCUSSION_BLOCKED', 'EMPTY_MESSAGE', 'DISCUSSION_NOT_FOUND'],
  },
  blockSiteConversation: {
    summary: 'Closes a conversation: readable, not writable.',
    method: 'POST',
    path: '/v1/site/conversations/:id/block',
    access: 'resident',
    params: conversationId,
    answer: z.object({ isBlocked: z.boolean() }),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  unblockSiteConversation: {
    summary: 'Reopens a conversation that this resident closed.',
    method: 'POST',
    path: '/v1/site/conversations/:id/unblock',
    access: 'resident',
    params: conversationId,
    answer: z.object({ isBlocked: z.boolean() }),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  deleteSiteConversation: {
    summary: 'Erases a conversation of this resident, unless an order of it is still to come.',
    method: 'DELETE',
    path: '/v1/site/conversations/:id',
    access: 'resident',
    params: conversationId,
    answer: z.object({}),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  listPickupSlots: {
    summary: 'The quarters of an hour offered for a pick-up, by day.',
    method: 'GET',
    path: '/v1/site/companies/:id/pickup-slots',
    access: 'anyone',
    params: companyId,
    query: z.object({
      days: z.preprocess(
        (value) => (value === '' ? undefined : value),
        integer().pipe(z.number().min(1).max(14)).optional(),
      ),
    }),
    answer: z.object({
      days: z.array(z.object({ day: z.string(), slots: z.array(z.object({ start: z.string(), end: z.string() })) })),
    }),
    refusals: ['CAC_NOT_AVAILABLE', 'NOT_FOUND'],
  },
  placeSiteOrder: {
    summary: 'Orders for a pick-up, with a first name (W-050).',
    method: 'POST',
    path: '/v1/site/companies/:id/orders',
    access: 'new-resident',
    params: companyId,
    body: z.object({ pickupDateTime: typedText(), orderContent: typedText(), firstName: firstName(), ...proof }),
    answer: z.object({ id: z.number(), discussionId: z.string(), state, promise: z.string() }),
    refusals: ['CAC_NOT_AVAILABLE', 'DISCUSSION_BLOCKED', 'PHONE_NEEDED', 'PROOF_NEEDED', 'NOT_FOUND'],
  },
  listSiteOrders: {
    summary: 'The orders of this resident, newest first.',
    method: 'GET',
    path: '/v1/site/orders',
    access: 'resident',
    answer: z.array(siteOrder),
    refusals: [],
  },
  readSiteOrder: {
    summary: 'One order of this resident.',
    method: 'GET',
    path: '/v1/site/orders/:id',
    access: 'resident',
    params: orderId,
    answer: siteOrder,
    refusals: ['ORDER_NOT_FOUND'],
  },
  withdrawOrder: {
    summary: 'Withdraws an order that the business has not answered yet (W-052).',
    method: 'POST',
    path: '/v1/site/orders/:id/withdraw',
    access: 'resident',
    params: orderId,
    answer: siteOrder,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ALREADY_PROCESSED'],
  },
} as const satisfies Contract
