import type { Contract } from '@parvis/domain/kernel/contract'
import { optionalText, pathUuid, text } from '@parvis/domain/kernel/fields'
import { z } from 'zod'

const dnsRecords = z.object({
  name: z.string().min(1).max(253),
  txt: z.array(z.string().max(1_000)).max(10_000).default([]),
  addresses: z.array(z.string().max(60)).max(1_000).default([]),
  cname: z.string().max(253).nullish(),
  /** Its servers do not answer. */
  silent: z.boolean().optional(),
})

const dnsAnswer = z.object({
  name: z.string(),
  txt: z.array(z.string()),
  addresses: z.array(z.string()),
  cname: z.string().nullable(),
  silent: z.boolean(),
})

/** Calls for people at work on the product (C-059, api.md 8.16). */
export const developmentContract = {
  readOutbox: {
    summary: 'What the embedded providers sent, newest first.',
    call: 'GET /v1/dev/outbox',
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
  },
  readClock: {
    summary: 'The one clock that every rule, deadline and job reads.',
    call: 'GET /v1/dev/clock',
    access: 'public',
    answer: z.object({ now: z.string() }),
  },
  moveClock: {
    summary: 'Moves that clock; null gives real time back.',
    call: 'PUT /v1/dev/clock',
    access: 'public',
    body: z.object({ now: z.iso.datetime({ offset: true }).nullable() }),
    answer: z.object({ now: z.string() }),
  },
  readDns: {
    summary: 'The records of the embedded DNS, of one name or of all.',
    call: 'GET /v1/dev/dns',
    access: 'public',
    query: z.object({ name: optionalText() }),
    answer: z.array(dnsAnswer),
  },
  putDns: {
    summary: 'Replaces the records of one name in the embedded DNS (residents.md W-128).',
    call: 'PUT /v1/dev/dns',
    access: 'public',
    body: dnsRecords,
    answer: dnsAnswer,
  },
  showCheckout: {
    summary: 'The embedded payment page.',
    call: 'GET /v1/dev/checkout/:sessionId',
    access: 'public',
    params: z.object({ sessionId: z.string() }),
    answer: 'raw',
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  settleCheckout: {
    summary: 'What the buttons of the embedded payment page post; a browser is redirected, others read redirectTo.',
    call: 'POST /v1/dev/checkout/:sessionId',
    access: 'public',
    params: z.object({ sessionId: z.string() }),
    query: z.object({ duplicate: optionalText() }),
    body: z.object({ outcome: text().pipe(z.enum(['paid', 'unpaid', 'cancel'])), page: optionalText() }),
    answer: 'raw',
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  playSubscription: {
    summary: 'Plays the provider later in the life of a subscription, through the signed webhook.',
    call: 'POST /v1/dev/subscriptions/:companyId',
    access: 'public',
    params: z.object({ companyId: pathUuid() }),
    body: z.object({ event: text().pipe(z.enum(['renewed', 'payment_failed', 'cancelled'])) }),
    answer: z.object({ events: z.number() }),
    refusals: ['NO_CUSTOMER'],
  },
} as const satisfies Contract
