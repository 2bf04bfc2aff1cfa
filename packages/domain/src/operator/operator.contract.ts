import { z } from 'zod'
import { businessTypes } from '../kernel/business-type.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, optionalText, optionalUuid, pathId, pathUuid, text, typedPhone } from '../kernel/fields.ts'

const person = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone_number: z.string(),
})
const auditLine = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
})
const phoneState = z.object({
  phone: z.string(),
  blocked: z.boolean(),
  wrongCodes: z.number(),
  sessions: z.number(),
  userId: z.number().nullable(),
  companies: z.array(z.object({ companyId: z.string(), name: z.string(), suspended: z.boolean() })),
})

/** The operator's desk: every call is for super admins, and every act is written in the audit trail. */
export const operatorContract = {
  listIdentities: {
    summary: 'The businesses whose identity documents are in that state, the oldest first.',
    call: 'GET /v1/operator/identities',
    access: 'super-admin',
    query: z.object({ status: z.enum(['pending', 'verified', 'refused']).default('pending'), after: optionalUuid() }),
    answer: z.array(
      z.object({
        companyId: z.string(),
        name: z.string(),
        type: z.enum(businessTypes),
        siren: z.string(),
        address: z.string(),
        zipCode: z.string(),
        city: z.string(),
        identityStatus: z.string(),
        legalCategory: z.string().nullable(),
        contradictsType: z.boolean(),
        owners: z.array(person),
        documents: z.array(z.object({ id: z.number(), side: z.enum(['front', 'back']), sentAt: z.string() })),
      }),
    ),
  },
  viewIdentityDocument: {
    summary: 'Shows one document, unsealed for this answer only; the reason is written in the audit trail.',
    call: 'POST /v1/operator/identity-documents/:id/view',
    access: 'super-admin',
    params: z.object({ id: pathId() }),
    body: z.object({ reason: optionalText() }),
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  decideIdentity: {
    summary: 'Accepts or refuses the identity of a business; its documents are deleted within a day.',
    call: 'POST /v1/operator/identities/:companyId/decide',
    access: 'super-admin',
    params: z.object({ companyId: pathUuid() }),
    body: z.object({ decision: text().pipe(z.enum(['verified', 'refused'])), reason: optionalText() }),
    answer: z.object({ companyId: z.string(), identityStatus: z.enum(['verified', 'refused']) }),
    refusals: ['NOT_FOUND'],
  },
  readPhone: {
    summary:
      'Whether a phone is blocked, and how often it was wrong. In a body: addresses are kept by browsers and proxies.',
    call: 'POST /v1/operator/phones',
    access: 'super-admin',
    body: z.object({ phone: typedPhone() }),
    answer: phoneState,
    refusals: ['INVALID_PHONE'],
  },
  blockPhone: {
    summary:
      'Blocks a phone and ends its sessions, or unblocks it with whole budgets; `suspend` stops its businesses as well.',
    call: 'POST /v1/operator/phones/block',
    access: 'super-admin',
    body: z.object({ phone: typedPhone(), on: flag(), reason: optionalText(), suspend: flag().optional() }),
    answer: phoneState,
    refusals: ['INVALID_PHONE'],
  },
  blockDiscussion: {
    summary: 'Closes a conversation for both sides, or opens it again.',
    call: 'POST /v1/operator/discussions/:id/block',
    access: 'super-admin',
    params: z.object({ id: pathUuid() }),
    body: z.object({ on: flag(), reason: optionalText() }),
    answer: z.object({ id: z.string(), blocked: z.boolean() }),
    refusals: ['NOT_FOUND'],
  },
  suspendCompany: {
    summary: 'Stops a business, or lifts it: residents see, receive and order nothing of it, everything is kept.',
    call: 'POST /v1/operator/companies/:companyId/suspend',
    access: 'super-admin',
    params: z.object({ companyId: pathUuid() }),
    body: z.object({ on: flag(), reason: optionalText() }),
    answer: z.object({
      companyId: z.string(),
      suspension: z.object({ since: z.string(), reason: z.string() }).nullable(),
    }),
    refusals: ['NOT_FOUND'],
  },
  listBlocked: {
    summary: 'The phones and conversations blocked by the team, and the businesses that it suspended.',
    call: 'GET /v1/operator/blocked',
    access: 'super-admin',
    answer: z.object({
      phones: z.array(z.object({ phone: z.string(), wrongCodes: z.number() })),
      discussions: z.array(z.object({ id: z.string(), company: z.string() })),
      companies: z.array(z.object({ companyId: z.string(), name: z.string(), since: z.string(), reason: z.string() })),
    }),
  },
  listAudit: {
    summary: 'The audit trail, newest first, 50 lines a page.',
    call: 'GET /v1/operator/audit',
    access: 'super-admin',
    query: z.object({ before: optionalText(), object: optionalText(), action: optionalText(), actor: optionalText() }),
    answer: z.array(auditLine),
  },
  readWork: {
    summary: 'What the machine did not manage to do: abandoned jobs, unsent pushes.',
    call: 'GET /v1/operator/work',
    access: 'super-admin',
    answer: z.object({
      waitingJobs: z.number(),
      deadJobs: z.array(z.object({ name: z.string(), count: z.number(), lastError: z.string().nullable() })),
      pushes: z.object({ sent: z.number(), failed: z.number(), unsent: z.number(), refused: z.number() }),
      openPayments: z.number(),
      reports: z.object({ waiting: z.number(), late: z.number() }),
    }),
  },
} as const satisfies Contract
