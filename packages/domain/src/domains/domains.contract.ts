import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { ofCompany, optionalText, text } from '../kernel/fields.ts'
import { domainStates } from './own-domain.ts'

const domainAnswer = z.object({
  /** False where the operator has not set it up: it is then done by hand. */
  offered: z.boolean(),
  domain: z.string().nullable(),
  /** The name as typed, accents included. */
  shown: z.string().nullable(),
  state: z.enum(domainStates),
  records: z.array(z.object({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() })),
  checkedAt: z.string().nullable(),
  reason: z.string().nullable(),
})

const byManager = { ...ofCompany('manager'), answer: domainAnswer } as const

/** The domain of a business's own, of the plan ADVANCED (residents.md W-127 to W-134). */
const nameOrNothing = (value: unknown): unknown =>
  typeof value === 'string' && /^[\w.-]{1,253}$/.test(value) ? value : ''

export const domainsContract = {
  readDomain: {
    summary: 'The domain of a business’s own: what was claimed, the records to write, where it stands.',
    call: 'GET /v1/company/:id/domain',
    ...byManager,
  },
  claimDomain: {
    summary: 'Claims a name, with or without www.; the same name again keeps its token while it is not stopped.',
    call: 'PUT /v1/company/:id/domain',
    ...byManager,
    body: z.object({ domain: text().pipe(z.string().max(300)) }),
    refusals: ['DOMAIN_NOT_ALLOWED', 'TOO_MANY_ATTEMPTS'],
  },
  releaseDomain: {
    summary: 'Gives the domain up: whoever still comes by it is led to the premium address.',
    call: 'DELETE /v1/company/:id/domain',
    ...byManager,
  },
  checkDomain: {
    summary: 'Reads the proof now.',
    call: 'POST /v1/company/:id/domain/check',
    ...byManager,
    refusals: ['DOMAIN_NOT_ALLOWED', 'DOMAIN_TAKEN', 'NOT_FOUND', 'UPSTREAM_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
  },
  domainAllowed: {
    summary:
      'Whether a certificate may be had for a name (on_demand_tls of Caddy); this machine and INTERNAL_NETWORKS only.',
    call: 'GET /v1/internal/domain-allowed',
    access: 'public',
    // Caddy asks for whatever a handshake names: what is no name is not found, as any other.
    query: z.object({ domain: z.preprocess(nameOrNothing, optionalText()) }),
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract
