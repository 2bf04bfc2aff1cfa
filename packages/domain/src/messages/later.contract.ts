import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, leftOut, ofCompany, optionalText, pathId, pathUuid, writtenText } from '../kernel/fields.ts'
import { heldReasons, scheduledStates } from './send-later.ts'
import { ofDiscussion } from './talk.contract.ts'

const scheduledParams = z.object({ id: pathUuid(), sid: pathId() })

const scheduled = {
  id: z.number(),
  message: z.string(),
  image: z.string().nullable(),
  sendAt: z.string(),
  state: z.enum(scheduledStates),
  reason: z.enum(heldReasons).nullable(),
}
const scheduledMessage = z.object({
  ...scheduled,
  discussionId: z.string(),
  label: z.string(),
  onlyIfNoReply: z.boolean(),
})
const scheduledBroadcasts = z.array(z.object(scheduled))
const scheduledForm = z.object({
  message: writtenText(),
  sendAt: optionalText(),
  onlyIfNoReply: leftOut(flag()),
})

/** A message of one conversation, a broadcast of the whole company: each answers in its own shape. */
const ofMessage = { ...ofDiscussion, params: scheduledParams, answer: scheduledMessage } as const
const ofBroadcast = { ...ofCompany('manager'), params: scheduledParams, answer: scheduledBroadcasts } as const
const writtenMessage = { body: scheduledForm, files: { image: 1 } } as const
const writtenBroadcast = { body: scheduledForm.omit({ onlyIfNoReply: true }), files: { image: 1 } } as const

/** What a company writes now and sends later (docs/spec/time-and-orders.md, 5.2). */
export const laterContract = {
  listScheduledMessages: {
    ...ofCompany('counter'),
    summary: 'What leaves later in every conversation of a company, by time, and what left within a week.',
    call: 'GET /v1/company/:id/scheduled-messages',
    answer: z.array(scheduledMessage),
  },
  scheduleMessage: {
    ...ofDiscussion,
    ...writtenMessage,
    summary: 'A message of the company to be sent later, a minute to 90 days ahead (Q-112).',
    call: 'POST /v1/discussions/:id/scheduled-messages',
    answer: scheduledMessage,
    refusals: [
      'EMPTY_MESSAGE',
      'SCHEDULED_LIMIT',
      'DISCUSSION_BLOCKED',
      'CONVERSATION_LIMIT',
      'DISCUSSION_NOT_FOUND',
      'FORBIDDEN',
    ],
  },
  changeScheduledMessage: {
    ...ofMessage,
    ...writtenMessage,
    summary: 'Changes what is still to be sent; what was held waits again.',
    call: 'PUT /v1/discussions/:id/scheduled-messages/:sid',
    refusals: ['EMPTY_MESSAGE', 'ALREADY_SENT', 'DISCUSSION_NOT_FOUND', 'NOT_FOUND'],
  },
  cancelScheduledMessage: {
    ...ofMessage,
    summary: 'Takes away what is still to be sent.',
    call: 'DELETE /v1/discussions/:id/scheduled-messages/:sid',
    answer: z.object({}),
    refusals: ['ALREADY_SENT', 'DISCUSSION_NOT_FOUND', 'NOT_FOUND'],
  },
  sendScheduledMessageNow: {
    ...ofMessage,
    summary: 'Sends it at once.',
    call: 'POST /v1/discussions/:id/scheduled-messages/:sid/send-now',
    refusals: [
      'ALREADY_SENT',
      'DISCUSSION_BLOCKED',
      'CONVERSATION_LIMIT',
      'DISCUSSION_NOT_FOUND',
      'NOT_FOUND',
      'FORBIDDEN',
    ],
  },
  listScheduledBroadcasts: {
    ...ofCompany('counter'),
    summary: 'The broadcasts that leave later, by time, and what left within a week.',
    call: 'GET /v1/company/:id/scheduled-broadcasts',
    answer: scheduledBroadcasts,
  },
  scheduleBroadcast: {
    ...ofCompany('manager'),
    ...writtenBroadcast,
    summary: 'A broadcast to be sent later, counted in the ISO week in which it leaves (Q-133).',
    call: 'POST /v1/company/:id/scheduled-broadcasts',
    answer: scheduledBroadcasts,
    refusals: ['EMPTY_MESSAGE', 'BROADCAST_LIMIT'],
  },
  changeScheduledBroadcast: {
    ...ofBroadcast,
    ...writtenBroadcast,
    summary: 'Changes a broadcast that is still to be sent.',
    call: 'PUT /v1/company/:id/scheduled-broadcasts/:sid',
    refusals: ['EMPTY_MESSAGE', 'BROADCAST_LIMIT', 'ALREADY_SENT', 'NOT_FOUND'],
  },
  cancelScheduledBroadcast: {
    ...ofBroadcast,
    summary: 'Takes a broadcast away that is still to be sent.',
    call: 'DELETE /v1/company/:id/scheduled-broadcasts/:sid',
    refusals: ['ALREADY_SENT', 'NOT_FOUND'],
  },
  sendScheduledBroadcastNow: {
    ...ofBroadcast,
    summary: 'Sends it at once, in the week of now.',
    call: 'POST /v1/company/:id/scheduled-broadcasts/:sid/send-now',
    refusals: ['BROADCAST_LIMIT', 'ALREADY_SENT', 'NOT_FOUND'],
  },
} as const satisfies Contract
