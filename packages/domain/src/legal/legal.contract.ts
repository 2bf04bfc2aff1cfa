import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, longText, optionalUuid, text } from '../kernel/fields.ts'
import { accessibilityStates, legalFactNames, legalKinds } from './legal.ts'

const kind = z.enum(legalKinds)
const version = z.object({ version: z.number(), effectiveOn: z.string() })
const number = () => integer().pipe(z.number().min(1).max(2_000_000_000))
/** YYYY-MM-DD of this century or the next. */
const day = () => text().pipe(z.iso.date().refine((written) => /^2[01]/.test(written)))
const versions = z.array(version.extend({ publishedAt: z.string() }))
const audit = z.object({
  state: z.enum(accessibilityStates),
  rate: z.number().nullable(),
  date: z.string().nullable(),
  auditor: z.string().nullable(),
})
const versionOfKind = z.object({
  terms: version.nullable(),
  privacy: version.nullable(),
  accessibility: version.nullable(),
})

export const legalContract = {
  readLegal: {
    summary:
      'Who publishes and hosts, the state of accessibility, the versions in effect; what is missing is left out.',
    call: 'GET /v1/legal',
    access: 'public',
    answer: z.object({
      facts: z.partialRecord(z.enum(legalFactNames), z.string()),
      accessibility: z.object({ portal: audit, residents: audit }),
      current: versionOfKind,
      coming: versionOfKind,
    }),
  },
  readLegalText: {
    summary: 'A published text: the version in effect, or any other for ever.',
    call: 'GET /v1/legal/:kind',
    access: 'public',
    params: z.object({ kind }),
    query: z.object({ version: number().optional() }),
    answer: z.object({ kind, version: z.number(), effectiveOn: z.string(), html: z.string(), versions }),
    refusals: ['NOT_FOUND'],
  },
  listAcceptances: {
    summary: 'What the caller accepted, and the terms that wait for them.',
    call: 'GET /v1/legal/acceptances',
    access: 'session',
    answer: z.object({
      accepted: z.array(
        z.object({
          kind,
          version: z.number(),
          companyId: z.string().nullable(),
          acceptedAt: z.string(),
          /** By a click, or by going on after the day. */
          way: z.enum(['click', 'use']),
        }),
      ),
      pending: z.object({ kind, version: z.number(), effectiveOn: z.string(), inEffect: z.boolean() }).nullable(),
    }),
  },
  acceptLegal: {
    summary: 'Records that the caller accepts a version, for a business of theirs when one is named (U-102).',
    call: 'POST /v1/legal/acceptances',
    access: 'session',
    body: z.object({ kind: text().pipe(kind), version: number(), companyId: optionalUuid() }),
    refusals: ['NOT_FOUND', 'FORBIDDEN', 'ROLE_FORBIDDEN'],
  },
  readLegalDesk: {
    summary: 'The versions of each text, and the settings that say nothing yet (U-100).',
    call: 'GET /v1/operator/legal',
    access: 'super-admin',
    answer: z.object({
      missing: z.array(z.string()),
      texts: z.array(z.object({ kind, versions })),
    }),
  },
  publishLegal: {
    summary:
      'Publishes a version of a text, sanitised; former ones stay. Later terms begin 15 days ahead at the earliest.',
    call: 'POST /v1/operator/legal',
    access: 'super-admin',
    body: z.object({
      kind: text().pipe(kind),
      effectiveOn: day(),
      html: longText().pipe(z.string().min(1).max(100_000)),
    }),
    answer: versions,
  },
} as const satisfies Contract
