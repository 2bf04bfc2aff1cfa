import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, leftOut, longText, optionalText, pathId, pathUuid, text } from '../kernel/fields.ts'
import { reportDecisionCodes, reportReasonCodes } from './report.ts'

const reason = z.enum(reportReasonCodes)
const decision = z.enum(reportDecisionCodes)
const state = z.enum(['received', 'decided'])

/** A report as its form sends it, on both hosts. */
const typedReport = z.object({
  address: text().pipe(z.string().min(1).max(2000)),
  reason,
  text: z.preprocess((value) => value ?? '', longText().pipe(z.string().max(5000))),
  name: z.preprocess((value) => value ?? '', text().pipe(z.string().max(100))),
  email: z.preprocess((value) => value ?? '', text().pipe(z.union([z.literal(''), z.email().max(200)]))),
  goodFaith: z.preprocess((value) => (value === '' || value === undefined || value === null ? false : value), flag()),
})
const received = z.object({ code: z.string() })

/** Where a reporter follows what became of their report: nobody is named. */
const followed = z.object({
  state,
  receivedAt: z.string(),
  decidedAt: z.string().nullable(),
  decision: decision.nullable(),
  grounds: z.string().nullable(),
})

const code = z.object({ code: z.string().regex(/^[a-z0-9]{4,20}$/) })

export const siteReportsContract = {
  reportOnSite: {
    summary: 'Reports what is at an address; nobody has to say who they are (W-101, DSA art. 16).',
    call: 'POST /v1/site/reports',
    access: 'anyone',
    body: typedReport,
    answer: received,
    onceByKey: true,
  },
  followReport: {
    summary: 'What became of a report, for whoever has its code.',
    call: 'GET /v1/site/reports/:code',
    access: 'anyone',
    params: code,
    answer: followed,
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract

const history = z.object({ reports: z.number(), upheld: z.number() })

export const reportsContract = {
  reportOnPortal: {
    summary: 'The second door to the reports of the residents’ site: same fields, table and limit (U-106).',
    call: 'POST /v1/reports',
    access: 'public',
    body: typedReport,
    answer: received,
    onceByKey: true,
  },
  reportConversation: {
    summary: 'A business reports a conversation of its own.',
    call: 'POST /v1/discussions/:id/report',
    access: { through: 'discussion', atLeast: 'counter' },
    params: z.object({ id: pathUuid() }),
    body: z.object({ reason: optionalText() }),
    answer: received,
    refusals: ['DISCUSSION_NOT_FOUND'],
  },
  listReports: {
    summary: 'The reports in that state: dangers first, then the oldest (W-102).',
    call: 'GET /v1/operator/reports',
    access: 'super-admin',
    query: z.object({ state: state.default('received'), after: leftOut(pathId()) }),
    answer: z.array(
      z.object({
        id: z.number(),
        ...followed.shape,
        code: z.string(),
        reason,
        text: z.string(),
        address: z.string(),
        kind: z.string(),
        /** What was there when it was reported. */
        seen: z.record(z.string(), z.unknown()),
        author: z
          .object({ companyId: z.string(), name: z.string(), suspended: z.boolean() })
          .extend(history.shape)
          .nullable(),
        reporter: z.object({ name: z.string().nullable(), email: z.string().nullable() }).extend(history.shape),
        late: z.boolean(),
        allowed: z.array(decision),
      }),
    ),
  },
  decideReport: {
    summary: 'Decides a report once, with a reason; what it stops is stopped in the same moment.',
    call: 'POST /v1/operator/reports/:id/decide',
    access: 'super-admin',
    params: z.object({ id: pathId() }),
    body: z.object({ decision, reason: optionalText() }),
    answer: z.object({ id: z.number(), state, decision }),
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract
