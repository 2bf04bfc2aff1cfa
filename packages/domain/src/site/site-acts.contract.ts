import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { optionalText, pathId, pathUuid, writtenText } from '../kernel/fields.ts'
import { conversationEntry, message, pageAsked } from '../messages/messages.contract.ts'
import {
  acceptBody,
  changeBody,
  orderAnswer,
  orderingBody,
  pickupSlotsCall,
  placedAnswer,
  placingRefusals,
} from '../orders/orders.contract.ts'

const companyId = z.object({ id: pathUuid() })
const ofConversation = { access: 'resident', params: z.object({ id: pathUuid() }) } as const
const ofOrder = { access: 'resident', params: z.object({ id: pathId() }) } as const
const proof = { proof: optionalText() }

/** An order as its resident reads it: as through the other door, with the shop (residents.md section 9). */
const siteOrder = orderAnswer.extend({
  company: z.object({ companyId: z.string(), name: z.string(), url: z.string() }),
})
const processed = ['ORDER_NOT_FOUND', 'ORDER_NOT_ALLOWED', 'ORDER_ALREADY_PROCESSED'] as const

/** Conversations and orders through the residents' door: a second way to the same use cases. */
export const siteActsContract = {
  listSiteConversations: {
    summary: 'The conversations of this resident.',
    call: 'GET /v1/site/conversations',
    access: 'resident',
    answer: z.array(conversationEntry),
  },
  readSiteConversation: {
    summary: 'A page of a conversation, from the resident’s side only.',
    call: 'GET /v1/site/conversations/:id',
    ...ofConversation,
    query: z.object(pageAsked),
    answer: z.array(message),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  writeToCompany: {
    summary: 'Writes to a business; the conversation is opened by the first message (W-048).',
    call: 'POST /v1/site/companies/:id/messages',
    access: 'new-resident',
    params: companyId,
    body: z.object({ message: writtenText(), firstName: optionalText(), ...proof }),
    answer: z.object({ uuid: z.string(), message }),
    refusals: ['PHONE_NEEDED', 'PROOF_NEEDED', 'DISCUSSION_BLOCKED', 'WAIT_FOR_ANSWER', 'EMPTY_MESSAGE', 'NOT_FOUND'],
  },
  replyToCompany: {
    summary: 'Writes again in a conversation; three messages at most before the business answers.',
    call: 'POST /v1/site/conversations/:id/messages',
    ...ofConversation,
    body: z.object({ message: writtenText() }),
    files: { image: 1 },
    answer: message,
    refusals: ['WAIT_FOR_ANSWER', 'PICTURE_NOT_YET', 'DISCUSSION_BLOCKED', 'EMPTY_MESSAGE', 'DISCUSSION_NOT_FOUND'],
  },
  blockSiteConversation: {
    summary: 'Closes a conversation: readable, not writable.',
    call: 'POST /v1/site/conversations/:id/block',
    ...ofConversation,
    answer: z.object({ isBlocked: z.boolean() }),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  unblockSiteConversation: {
    summary: 'Reopens a conversation that this resident closed.',
    call: 'POST /v1/site/conversations/:id/unblock',
    ...ofConversation,
    answer: z.object({ isBlocked: z.boolean() }),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  deleteSiteConversation: {
    summary: 'Erases a conversation of this resident, unless an order of it is still to come.',
    call: 'DELETE /v1/site/conversations/:id',
    ...ofConversation,
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  listPickupSlots: {
    summary: 'The quarters of an hour offered for a pick-up, by day.',
    call: 'GET /v1/site/companies/:id/pickup-slots',
    access: 'anyone',
    ...pickupSlotsCall,
  },
  placeSiteOrder: {
    summary: 'Orders for a pick-up, with a first name (W-050).',
    call: 'POST /v1/site/companies/:id/orders',
    access: 'new-resident',
    params: companyId,
    body: z.object({ ...orderingBody, day: optionalText(), firstName: optionalText(), ...proof }),
    files: { picture: 1 },
    answer: placedAnswer,
    refusals: [...placingRefusals, 'PHONE_NEEDED', 'PROOF_NEEDED', 'PICTURE_NOT_YET', 'NOT_FOUND'],
  },
  listSiteOrders: {
    summary: 'The orders of this resident, newest first.',
    call: 'GET /v1/site/orders',
    access: 'resident',
    answer: z.array(siteOrder),
  },
  readSiteOrder: {
    summary: 'One order of this resident.',
    call: 'GET /v1/site/orders/:id',
    ...ofOrder,
    answer: siteOrder,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_NOT_ALLOWED'],
  },
  changeSiteOrder: {
    summary: 'Changes the time or the content of a request that is not accepted.',
    call: 'POST /v1/site/orders/:id/change',
    ...ofOrder,
    body: changeBody,
    answer: siteOrder,
    refusals: [...processed, 'ORDER_CHANGED', 'SLOT_FULL', 'ORDERS_PAUSED', 'ORDER_LIMIT'],
  },
  acceptSiteOrder: {
    summary: 'Agrees to the proposal that was read.',
    call: 'POST /v1/site/orders/:id/accept',
    ...ofOrder,
    body: acceptBody,
    answer: siteOrder,
    refusals: [...processed, 'ORDER_CHANGED'],
  },
  withdrawOrder: {
    summary: 'Withdraws an order, an accepted one until its time less the preparation (W-052).',
    call: 'POST /v1/site/orders/:id/withdraw',
    ...ofOrder,
    answer: siteOrder,
    refusals: [...processed, 'TOO_LATE'],
  },
} as const satisfies Contract
