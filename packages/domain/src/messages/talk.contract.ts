import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import {
  filledJsonList,
  flag,
  integer,
  jsonList,
  leftOut,
  longText,
  ofCompany,
  optionalText,
  pathId,
  pathUuid,
  text,
  uuid,
  writtenText,
} from '../kernel/fields.ts'
import { awayModes } from './away.ts'
import { inboxFilters, triages } from './triage.ts'

/** A call about one conversation, by who answers in it. */
export const ofDiscussion = {
  access: { through: 'discussion', atLeast: 'counter' },
  params: z.object({ id: pathUuid() }),
} as const
const replyParams = z.object({ id: pathUuid(), replyId: pathId() })
const noteParams = z.object({ id: pathUuid(), noteId: pathId() })

const quickReplies = z.array(
  z.object({
    id: z.number(),
    shortcut: z.string(),
    text: z.string(),
    image: z.string().nullable(),
    uses: z.number(),
  }),
)
const quickReplyForm = z.object({
  shortcut: optionalText(),
  text: writtenText(),
  /** 1 takes the picture away. */
  removeImage: z.preprocess((value) => (value === '' ? undefined : value), flag().optional()),
})

const awayMessage = z.object({
  mode: z.enum(awayModes),
  from: z.string().nullable(),
  until: z.string().nullable(),
  text: z.string(),
  version: z.number(),
  /** The text as Marie would read it now. */
  preview: z.string(),
  /** What the variables of a text stand for now; the first name is each conversation's. */
  variables: z.record(z.string(), z.string().nullable()),
})

const notes = z.array(z.object({ id: z.number(), text: z.string(), createdAt: z.string() }))
const counted = Object.fromEntries(['toAnswer', 'unread', 'waiting', 'closed', 'all'].map((name) => [name, z.number()]))
const triageForm = z.object({ state: z.enum([...triages, 'unread']) })

/** The desk of conversations: prepared words, what leaves later, sorting, search and notes (docs/spec/time-and-orders.md, 5.2). */
export const talkContract = {
  listQuickReplies: {
    ...ofCompany('counter'),
    summary: 'The quick replies of a company, by rank.',
    call: 'GET /v1/company/:id/quick-replies',
    answer: quickReplies,
  },
  addQuickReply: {
    ...ofCompany('manager'),
    summary: 'Adds a quick reply after the others (Q-101).',
    call: 'POST /v1/company/:id/quick-replies',
    body: quickReplyForm,
    files: { image: 1 },
    answer: quickReplies,
    refusals: ['QUICK_REPLY_LIMIT', 'SHORTCUT_TAKEN'],
  },
  changeQuickReply: {
    ...ofCompany('manager'),
    summary: 'Changes a quick reply in its place; its picture stays unless another is given or removeImage is 1.',
    call: 'PUT /v1/company/:id/quick-replies/:replyId',
    params: replyParams,
    body: quickReplyForm,
    files: { image: 1 },
    answer: quickReplies,
    refusals: ['NOT_FOUND', 'SHORTCUT_TAKEN'],
  },
  deleteQuickReply: {
    ...ofCompany('manager'),
    summary: 'Takes a quick reply away; messages sent with it keep their own picture (Q-105).',
    call: 'DELETE /v1/company/:id/quick-replies/:replyId',
    params: replyParams,
    answer: quickReplies,
    refusals: ['NOT_FOUND'],
  },
  rearrangeQuickReplies: {
    ...ofCompany('manager'),
    summary: 'Gives every quick reply its rank, from 1.',
    call: 'POST /v1/company/:id/quick-replies/rearrange',
    body: z.object({ idRankCouples: jsonList(z.object({ id: integer(), rank: integer() })) }),
    answer: quickReplies,
    refusals: ['BAD_RANKS'],
  },
  readAwayMessage: {
    ...ofCompany('counter'),
    summary: 'The automatic reply of a company, off by default (Q-107).',
    call: 'GET /v1/company/:id/away-message',
    answer: awayMessage,
  },
  saveAwayMessage: {
    ...ofCompany('manager'),
    summary: 'Sets the automatic reply: off, outside the opening hours, or between two dates (Q-107, Q-110).',
    call: 'PUT /v1/company/:id/away-message',
    body: z.object({
      mode: z.enum(awayModes),
      from: optionalText(),
      until: optionalText(),
      text: z.preprocess((value) => value ?? undefined, longText().optional()),
      version: integer(),
    }),
    answer: awayMessage,
    refusals: ['NEWER_VERSION'],
  },
  countInbox: {
    ...ofCompany('counter'),
    summary: 'How many conversations each filter shows.',
    call: 'GET /v1/company/:id/inbox-counts',
    answer: z.object(counted),
  },
  sortDiscussion: {
    ...ofDiscussion,
    summary: 'The company keeps a conversation waiting, closes it, opens it again or marks it unread (Q-115).',
    call: 'POST /v1/discussions/:id/triage',
    body: triageForm,
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  sortDiscussions: {
    ...ofCompany('counter'),
    summary: 'The same for several conversations, 100 at most; with one of another company nothing moves.',
    call: 'POST /v1/company/:id/triage',
    body: triageForm.extend({ ids: filledJsonList(uuid(), 100) }),
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  searchMessages: {
    ...ofCompany('counter'),
    summary: 'Messages and notes that hold all the words, accents and endings ignored, 20 a page (Q-119, Q-120).',
    call: 'GET /v1/company/:id/messages/search',
    query: z.object({ q: text().pipe(z.string().min(2).max(100)), before: optionalText() }),
    answer: z.object({
      results: z.array(
        z.object({
          discussionId: z.string(),
          label: z.string(),
          /** Null for a note. */
          messageId: z.number().nullable(),
          kind: z.enum(['message', 'note']),
          sendAt: z.string(),
          from: z.enum(['resident', 'company']),
          text: z.string(),
        }),
      ),
      beyondPlan: z.number(),
      /** Every message is indexed as it is written. */
      indexedSince: z.null(),
      next: z.string().nullable(),
    }),
  },
  listNotes: {
    ...ofDiscussion,
    summary: 'The internal notes of a conversation, for the owners of its company alone (Q-123).',
    call: 'GET /v1/discussions/:id/notes',
    answer: notes,
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  addNote: {
    ...ofDiscussion,
    summary: 'Writes an internal note, of 2,000 characters at most.',
    call: 'POST /v1/discussions/:id/notes',
    body: z.object({ text: writtenText() }),
    answer: notes,
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  deleteNote: {
    ...ofDiscussion,
    summary: 'Takes an internal note away.',
    call: 'DELETE /v1/discussions/:id/notes/:noteId',
    params: noteParams,
    answer: notes,
    refusals: ['DISCUSSION_NOT_FOUND', 'NOT_FOUND'],
  },
} as const satisfies Contract

/** `state=` of the list of conversations; absent is all. */
export const inboxFilter = () => leftOut(z.enum(inboxFilters))
