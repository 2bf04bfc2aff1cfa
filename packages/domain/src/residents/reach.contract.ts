import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { integer, leftOut, ofCompany, optionalText } from '../kernel/fields.ts'

const later = z.object({ at: z.string(), count: z.number() })

/** How many followers a sending rings now, later, in a summary, and not at all. */
export const expectedReach = z.object({
  followers: z.number(),
  now: z.number(),
  later: z.array(later),
  digest: later,
  silent: z.number(),
})

export const reachContract = {
  readReach: {
    summary: 'How many followers a sending would ring now, later, in a summary, and not at all (W-096).',
    call: 'GET /v1/company/:id/reach',
    ...ofCompany('counter'),
    query: z.object({
      kind: z.enum(['instant', 'broadcast', 'change']),
      at: optionalText(),
      instantId: leftOut(integer()),
    }),
    answer: expectedReach,
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract
