import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, ofCompany, optionalText, text } from '../kernel/fields.ts'
import { noticeKinds } from './notices.ts'

/** The signature of a mail's link. */
export const clickTicket = z.object({ ticket: z.string().max(200).optional().catch(undefined) })
/** A browser's form says so, and is answered with a page. */
const clicked = z.object({ page: optionalText() }).nullish()

/** As a browser writes it, kept as text: endpoint first and keys in one order, since one endpoint is one device (W-074). */
export const pushSubscription = z.object({
  endpoint: z.url().max(2000),
  keys: z.object({ auth: z.string().min(1).max(100), p256dh: z.string().min(1).max(200) }),
})
const endpoint = z.object({ endpoint: text().pipe(z.string().max(2000)) })

const choice = z.object({
  companyId: z.string(),
  kind: z.enum(noticeKinds),
  push: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  always: z.boolean(),
  showContent: z.boolean(),
})

const changed = () => flag().optional()

/** The pages and the buttons that a signed ticket of a letter opens. */
const ofTicket = { access: 'signature', query: clickTicket, answer: 'raw', refusals: ['NOT_FOUND'] } as const

/** What a professional is told, and how they stop it (team-and-access.md D). */
export const noticesContract = {
  readNotifications: {
    summary: 'The devices that are told, what of and by which way, and the SMS left this month (U-087, U-093).',
    call: 'GET /v1/account/notifications',
    access: 'session',
    answer: z.object({
      devices: z.array(
        z.object({
          id: z.number(),
          label: z.string(),
          lastSeen: z.string(),
          failing: z.boolean(),
          endpoint: z.string(),
          /** True for the device of the calling session. */
          current: z.boolean(),
        }),
      ),
      choices: z.array(choice),
      sms: z.object({ used: z.number(), most: z.number() }),
      /** Whether an open tab rings. */
      sound: z.boolean(),
      /** Where mails go; `refused`: its reader said that it is not theirs. */
      address: z.object({ email: z.string(), refused: z.boolean() }).nullable(),
    }),
  },
  chooseSound: {
    summary: 'Whether an open tab of the caller rings, on every device (U-094).',
    call: 'PUT /v1/account/sound',
    access: 'session',
    body: z.object({ sound: flag() }),
    answer: z.object({ sound: z.boolean() }),
  },
  chooseNotices: {
    summary: 'Changes what the caller is told of one kind; absent keys are unchanged.',
    call: 'PUT /v1/company/:id/notifications',
    ...ofCompany('counter'),
    body: z.object({
      kind: z.enum(noticeKinds),
      push: changed(),
      email: changed(),
      sms: changed(),
      always: changed(),
      showContent: changed(),
    }),
    answer: z.array(choice),
    refusals: ['ROLE_FORBIDDEN'],
  },
  addPushTarget: {
    summary: 'Tells this browser from now on, as long as the session lasts; one endpoint is one device (U-085, U-086).',
    call: 'POST /v1/account/devices',
    access: 'session',
    body: z.object({
      subscription: pushSubscription,
      label: optionalText().pipe(z.string().max(100).optional()),
      /** What this browser's address was before: one device, one row. */
      formerEndpoint: optionalText().pipe(z.string().max(2000).optional()),
      /** True when the portal reports its subscription by itself at opening: a device that was removed stays off. */
      renewed: changed(),
    }),
  },
  removePushTarget: {
    summary: 'Tells this browser no more.',
    call: 'DELETE /v1/account/devices',
    access: 'session',
    body: endpoint,
  },
  testPushTarget: {
    summary: 'Sends a notification to that device of the caller.',
    call: 'POST /v1/account/devices/test',
    access: 'session',
    body: endpoint,
    refusals: ['NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
  },
  showUnsubscribe: {
    summary: 'The page whose button ends the digest of the morning (U-096), or the letter of a resident (L-008).',
    call: 'GET /v1/email/unsubscribe',
    ...ofTicket,
  },
  unsubscribe: {
    summary: 'Ends the digest or the letter, by one click of the mailbox (RFC 8058); no body needed.',
    call: 'POST /v1/email/unsubscribe',
    ...ofTicket,
    body: clicked,
  },
  showNotMine: {
    summary: 'The page whose button stops every mail to an address that is not the person’s.',
    call: 'GET /v1/email/not-mine',
    ...ofTicket,
  },
  refuseAddress: {
    summary: 'Stops every mail to that address, terms included, until another is given.',
    call: 'POST /v1/email/not-mine',
    ...ofTicket,
    body: clicked,
  },
  showConfirm: {
    summary: 'The page whose button confirms the address of a letter (L-002).',
    call: 'GET /v1/email/confirm',
    ...ofTicket,
  },
  confirmAddress: {
    summary: 'Confirms the address of a letter; twice is once.',
    call: 'POST /v1/email/confirm',
    ...ofTicket,
    body: clicked,
  },
} as const satisfies Contract
