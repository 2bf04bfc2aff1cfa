import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, optionalText, pathId, pathUuid, text, typedPhone } from '../kernel/fields.ts'
import { challengeCall } from '../kernel/proof-of-work.ts'
import { pushSubscription } from '../notices/notices.contract.ts'
import { followModes } from '../residents/attention.ts'
import { countedActs, townPages } from '../stats/stats.contract.ts'
import { attention, letterShown, typedLetter } from './choices.contract.ts'

const companyId = z.object({ id: pathUuid() })
const source = () =>
  z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional()
    .catch(undefined)

const me = z.union([
  z.object({
    hasIdentity: z.literal(true),
    firstName: z.string().nullable(),
    phone: z.string().nullable(),
    town: z.string().nullable(),
    follows: z.array(
      z.object({
        companyId: z.string(),
        name: z.string(),
        url: z.string(),
        picture: z.string().nullable(),
        mode: z.enum(followModes),
        unseen: z.number(),
      }),
    ),
    settings: attention,
    devices: z.array(z.object({ id: z.number(), name: z.string(), lastSeenAt: z.string(), current: z.boolean() })),
    pushKnown: z.boolean(),
    /** Messages of shops, and orders that wait for an answer or to be fetched. */
    unread: z.object({ messages: z.number(), orders: z.number() }),
    letter: letterShown.nullable(),
  }),
  z.object({ hasIdentity: z.literal(false) }),
])

/** What is known of whom a device knows. */
export type ResidentMe = z.output<typeof me>

const proof = { proof: optionalText() }

/** Calls of a resident on their own site, authenticated by a device cookie (residents.md section 9). */
export const siteContract = {
  readMe: {
    summary: 'Who this device is, what it follows and how it wants to be told; nobody when it never acted.',
    call: 'GET /v1/site/me',
    access: 'anyone',
    query: z.object({ endpoint: optionalText() }),
    answer: me,
  },
  updateMe: {
    summary: 'Writes the first name and the town of a resident; an empty first name erases it (W-062).',
    call: 'PUT /v1/site/me',
    access: 'new-resident',
    body: z.object({ firstName: optionalText(), town: z.string().nullable().optional(), ...proof }),
    answer: me,
    refusals: ['PROOF_NEEDED'],
  },
  follow: {
    summary: 'Follows a business, changes how, or stops following it (W-034).',
    call: 'POST /v1/site/companies/:id/follow',
    access: 'new-resident',
    origins: 'premium',
    params: companyId,
    body: z.object({
      follows: flag(),
      mode: z.enum(followModes).optional(),
      source: source(),
      ...typedLetter,
      ...proof,
    }),
    answer: z.object({
      followersCount: z.number(),
      isFollowed: z.boolean(),
      mode: z.enum(followModes),
      /** Where an address was given. */
      letter: letterShown.optional(),
    }),
    refusals: ['PROOF_NEEDED', 'NOT_FOUND', 'EMAIL_UNAVAILABLE'],
  },
  addPush: {
    summary: 'Where a browser of this resident receives pushes: one endpoint is one device (W-074).',
    call: 'POST /v1/site/push',
    access: 'new-resident',
    body: z.object({
      subscription: pushSubscription,
      formerEndpoint: optionalText(),
      ...proof,
    }),
    refusals: ['PROOF_NEEDED'],
  },
  removePush: {
    summary: 'Forgets where a browser received pushes.',
    call: 'DELETE /v1/site/push',
    access: 'resident',
    body: z.object({ endpoint: text() }),
  },
  readNews: {
    summary:
      'What the followed published, changed or wrote to all, newest first; showing it moves what counts as seen (W-047).',
    call: 'GET /v1/site/news',
    access: 'resident',
    query: z.object({ before: optionalText() }),
    answer: z.array(
      z.object({
        kind: z.enum(['instant', 'change', 'broadcast']),
        companyId: z.string(),
        title: z.string(),
        text: z.string(),
        picture: z.string().nullable(),
        url: z.string(),
        at: z.string(),
      }),
    ),
  },
  addTransfer: {
    summary: 'A code that makes another telephone the same resident, once, for ten minutes (W-066).',
    call: 'POST /v1/site/transfers',
    access: 'resident',
    answer: z.object({ code: z.string(), url: z.string(), expiresAt: z.string() }),
  },
  claimTransfer: {
    summary: 'Takes over from another telephone by its code.',
    call: 'POST /v1/site/transfers/claim',
    access: 'anyone',
    body: z.object({ code: text() }),
    refusals: ['TRANSFER_EXPIRED', 'PHONE_OF_OWNER'],
  },
  confirmPhone: {
    summary: 'Confirms a phone by its code; one that is known joins its person (W-063 to W-065).',
    call: 'POST /v1/site/phone',
    access: 'new-resident',
    body: z.object({ phone: typedPhone(), code: optionalText(), nonce: optionalText(), ...proof }),
    answer: z.object({ phone: z.string(), joined: z.boolean() }),
    refusals: [
      'INVALID_PHONE',
      'CODE_REQUIRED',
      'CODE_FORMAT',
      'CODE_INVALID',
      'PHONE_BLOCKED',
      'PHONE_OF_OWNER',
      'PROOF_NEEDED',
    ],
  },
  removePhone: {
    summary: 'Forgets the phone of this resident.',
    call: 'DELETE /v1/site/phone',
    access: 'resident',
    refusals: ['PHONE_OF_OWNER'],
  },
  removeDevice: {
    summary: 'Retires a device of this resident: its cookie and its pushes end at once (W-068).',
    call: 'DELETE /v1/site/devices/:id',
    access: 'resident',
    params: z.object({ id: pathId() }),
    refusals: ['NOT_FOUND'],
  },
  exportMe: {
    summary: 'Everything that is kept about this resident, as one file (W-069).',
    call: 'GET /v1/site/export',
    access: 'resident',
    answer: 'raw',
  },
  eraseMe: {
    summary: 'Erases the resident at once; an order still to come goes a day after its pick-up (W-069).',
    call: 'DELETE /v1/site/me',
    access: 'resident',
    body: z.object({ withdrawOrders: flag().optional() }),
    answer: z.object({ erased: z.boolean(), laterAt: z.string().nullable() }),
  },
  streamSiteEvents: {
    summary: 'Tells this resident, as server-sent events, that something of theirs changed; never what.',
    call: 'GET /v1/site/events',
    access: 'resident',
    answer: 'raw',
  },
  readChallenge: challengeCall,
  count: {
    summary: 'Counts an act on a page of a business, or a view of one of a town, without anybody in it (W-109, W-116).',
    call: 'POST /v1/site/counts',
    access: 'anyone',
    origins: 'all',
    body: z.object({
      companyId: pathUuid().optional(),
      town: z.string().max(100).optional(),
      page: z.enum(townPages).optional(),
      instantId: z.preprocess((value) => (value === '' ? undefined : value), integer().optional()),
      alertId: z.preprocess((value) => (value === '' ? undefined : value), integer().optional()),
      act: z.enum(countedActs),
      source: source(),
    }),
  },
  searchTowns: {
    summary: 'Communes by the beginning of their name or postal code.',
    call: 'GET /v1/site/towns',
    access: 'anyone',
    query: z.object({ q: optionalText() }),
    answer: z.array(z.object({ name: z.string(), slug: z.string(), zip: z.string(), department: z.string() })),
  },
} as const satisfies Contract
