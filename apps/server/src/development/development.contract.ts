import type { Contract } from '@parvis/domain/kernel/contract'
import { optionalText, pathUuid, text } from '@parvis/domain/kernel/fields'
import { z } from 'zod'

/** Calls for people at work on the product (C-059, api.md 8.16). */
export const developmentContract = {
  readOutbox: {
    summary: 'What the embedded providers sent, newest first.',
    method: 'GET',
    path: '/v1/dev/outbox',
    access: 'public',
    query: z.object({ kind: optionalText(), to: optionalText() }),
    answer: z.array(
      z.object({
        id: z.number(),
        kind: z.string(),
        to: z.string(),
        text: z.string(),
        payload: z.unknown(),
        sentAt: z.string(),
      }),
    ),
    refusals: [],
  },
  readClock: {
    summary: 'The one clock that every rule, deadline and job reads.',
    method: 'GET',
    path: '/v1/dev/clock',
    access: 'public',
    answer: z.object({ now: z.string() }),
    refusals: [],
  },
  moveClock: {
    summary: 'Moves that clock; null gives real time back.',
    method: 'PUT',
    path: '/v1/dev/clock',
    access: 'public',
    body: z.object({ now: z.iso.datetime({ offset: true }).nullable() }),
    answer: z.object({ now: z.string() }),
    refusals: [],
  },
  showCheckout: {
    summary: 'The embedded payment page.',
    method: 'GET',
    path: '/v1/dev/checkout/:sessionId',
    access: 'public',
    params: z.object({ sessionId: z.string() }),
    answer: 'raw',
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  settleCheckout: {
    summary: 'What the buttons of the embedded payment page post; a browser is redirected, others read redirectTo.',
    method: 'POST',
    path: '/v1/dev/checkout/:sessionId',
    access: 'public',
    params: z.object({ sessionId: z.string() }),
    query: z.object({ duplicate: optionalText() }),
    body: z.object({ outcome: text().pipe(z.enum(['paid', 'unpaid', 'cancel'])), page: optionalText() }),
    answer: 'raw',
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  playSubscription: {
    summary: 'Plays the provider later in the life of a subscription, through the signed webhook.',
    method: 'POST',
    path: '/v1/dev/subscriptions/:companyId',
    access: 'public',
    params: z.object({ companyId: pathUuid() }),
    body: z.object({ event: text().pipe(z.enum(['renewed', 'payment_failed', 'cancelled'])) }),
    answer: z.object({ events: z.number() }),
    refusals: ['NO_CUSTOMER'],
  },
} as const satisfies Contract
