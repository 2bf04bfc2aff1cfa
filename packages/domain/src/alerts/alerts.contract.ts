import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, leftOut, ofOfficialHall, optionalText, pathId, writtenText } from '../kernel/fields.ts'
import { expectedReach } from '../residents/reach.contract.ts'
import { alertLevels, alertProofs } from './alert.ts'

const alert = z.object({
  id: z.number(),
  level: z.enum(alertLevels),
  title: z.string(),
  text: z.string(),
  until: z.string(),
  exercise: z.boolean(),
  replaces: z.number().nullable(),
  replacedBy: z.number().nullable(),
  writtenAt: z.string(),
  writtenBy: z.string(),
  sentAt: z.string().nullable(),
  sentBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
  endText: z.string().nullable(),
  url: z.string(),
  reach: expectedReach.nullable(),
  numbers: z
    .object({
      devices: z.number(),
      accepted: z.number(),
      refused: z.number(),
      gone: z.number(),
      pending: z.number(),
      reads: z.number(),
    })
    .nullable(),
})
export type AlertAnswer = z.output<typeof alert>

const ofAlert = { access: { through: 'alert', atLeast: 'manager' }, params: z.object({ id: pathId() }) } as const

/** The alerts of a commune, by its official town hall (docs/spec/duties.md section 3). */
export const alertsContract = {
  listAlerts: {
    summary: 'The last 50 alerts of the hall, and what proves a sending here.',
    call: 'GET /v1/company/:id/alerts',
    ...ofOfficialHall('counter'),
    answer: z.object({ alerts: z.array(alert), proofs: z.array(z.enum(alertProofs)) }),
    refusals: ['NOT_TOWN_HALL'],
  },
  writeAlert: {
    summary: 'Writes an alert; nothing leaves before it is sent.',
    call: 'POST /v1/company/:id/alerts',
    ...ofOfficialHall('manager'),
    body: z.object({
      level: writtenText(),
      title: writtenText(),
      text: writtenText(),
      until: writtenText(),
      exercise: z.preprocess((value) => value ?? false, flag()),
      replaces: leftOut(integer()),
    }),
    answer: alert,
    refusals: ['NOT_TOWN_HALL', 'ALERT_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  },
  sendAlert: {
    summary: 'Sends a written alert once, with a proof that it is the hall’s.',
    call: 'POST /v1/alerts/:id/send',
    ...ofAlert,
    body: z.object({ confirmation: optionalText(), code: optionalText() }),
    answer: alert,
    refusals: [
      'ALERT_NOT_FOUND',
      'ALREADY_SENT',
      'ALERT_PROOF_REQUIRED',
      'ALERTS_OFF',
      'CODE_INVALID',
      'CODE_FORMAT',
      'TOO_MANY_ATTEMPTS',
    ],
  },
  endAlert: {
    summary: 'Ends an alert, or throws away a written one; asked again, it answers the first end.',
    call: 'POST /v1/alerts/:id/end',
    ...ofAlert,
    body: z.object({ text: writtenText() }),
    answer: alert,
    refusals: ['ALERT_NOT_FOUND'],
  },
  readJournal: {
    summary: 'The journal of a sent alert, signed when it is read.',
    call: 'GET /v1/alerts/:id/journal',
    ...ofAlert,
    answer: z.object({ text: z.string(), signature: z.string(), keyUrl: z.string() }),
    refusals: ['ALERT_NOT_FOUND'],
  },
} as const satisfies Contract
