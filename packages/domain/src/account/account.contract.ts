import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'

const row = z.record(z.string(), z.unknown())
const rows = z.array(row)

/** A file that a job prepares: ready for some fifty minutes. */
const preparedExport = z.object({
  state: z.enum(['none', 'preparing', 'ready']),
  askedAt: z.string().nullable(),
  readyAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  bytes: z.number(),
})

/** A person's own data: to take away, to have erased. */
export const accountContract = {
  exportAccount: {
    summary: 'Everything kept about the caller and their businesses.',
    call: 'GET /v1/account/export',
    access: 'session',
    streamed: true,
    answer: z.object({
      exportedAt: z.string(),
      user: row,
      sessions: rows,
      passkeys: rows,
      devices: rows,
      pushTargets: rows,
      noticeChoices: rows,
      acceptances: rows,
      memberships: rows,
      follows: rows,
      pictures: z.array(z.object({ name: z.string(), kind: z.enum(['public', 'private']), url: z.string() })),
      companies: z.array(
        z.object({
          profile: row,
          openingHours: rows,
          exceptionalDays: rows,
          holidayAnswers: rows,
          hourSets: rows,
          orderSettings: rows,
          calendar: rows,
          calendarEvents: rows,
          domain: rows,
          quickReplies: rows,
          awayMessage: rows,
          scheduledMessages: rows,
          scheduledBroadcasts: rows,
          notes: rows,
          photos: rows,
          instants: rows,
          instantTimes: rows,
          bookingSettings: rows,
          bookings: rows,
          codes: rows,
          socialPages: rows,
          alerts: rows,
          services: rows,
          broadcasts: rows,
          subscriptions: rows,
          payments: rows,
          identityDocuments: rows,
        }),
      ),
      discussions: rows,
      messages: rows,
      orders: rows,
      acts: rows,
    }),
    refusals: ['SECOND_PROOF_REQUIRED'],
  },
  askExport: {
    summary: 'Has a job write the same data to a file, however large; one that waits or is ready is not made twice.',
    call: 'POST /v1/account/export',
    access: 'session',
    answer: preparedExport,
    refusals: ['SECOND_PROOF_REQUIRED'],
  },
  readExportState: {
    summary: 'Whether that file is ready.',
    call: 'GET /v1/account/export/state',
    access: 'session',
    answer: preparedExport,
  },
  readExportFile: {
    summary: 'That file, as it was when it was written: what `data` of GET /v1/account/export holds.',
    call: 'GET /v1/account/export/file',
    access: 'session',
    answer: 'raw',
    refusals: ['NOT_FOUND', 'SECOND_PROOF_REQUIRED'],
  },
  deleteAccount: {
    summary: 'Erases the account in 30 days and signs out everywhere; signing in before then cancels it.',
    call: 'DELETE /v1/account',
    access: 'session',
    answer: z.object({ deleteAfter: z.string() }),
    refusals: ['LAST_OWNER', 'SECOND_PROOF_REQUIRED'],
  },
} as const satisfies Contract
