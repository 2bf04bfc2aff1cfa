import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { optionalText } from '../kernel/fields.ts'

const ticket = z.object({ ticket: z.string().max(200).optional().catch(undefined) })
/** A browser's form says so, and is answered with a page. */
const clicked = z.object({ page: optionalText() }).nullish()

/** What a professional is told, and how they stop it (team-and-access.md D). */
export const noticesContract = {
  showUnsubscribe: {
    summary: 'The page whose button ends the digest of the morning (U-096).',
    method: 'GET',
    path: '/v1/email/unsubscribe',
    access: 'signature',
    query: ticket,
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  unsubscribe: {
    summary: 'Ends the digest of the morning, by one click of the mailbox (RFC 8058); no body needed.',
    method: 'POST',
    path: '/v1/email/unsubscribe',
    access: 'signature',
    query: ticket,
    body: clicked,
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  showNotMine: {
    summary: 'The page whose button stops every mail to an address that is not the person’s.',
    method: 'GET',
    path: '/v1/email/not-mine',
    access: 'signature',
    query: ticket,
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  refuseAddress: {
    summary: 'Stops every mail to that address, terms included, until another is given.',
    method: 'POST',
    path: '/v1/email/not-mine',
    access: 'signature',
    query: ticket,
    body: clicked,
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract
