import { z } from 'zod'
import type { Endpoint } from './contract.ts'

/** An ALTCHA challenge, version 1: the number whose digits, behind the salt, have this SHA-256. */
const proofChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  maxnumber: z.number().int().min(1),
  salt: z.string().max(200),
  signature: z.string(),
})

export type ProofChallenge = z.output<typeof proofChallenge>

/** What proves the work: base64 of the challenge with its number. */
export const solvedProof = proofChallenge.omit({ maxnumber: true }).extend({ number: z.number().int().min(0) })

/** The one call that gives a challenge before an act asks for it. */
export const challengeCall = {
  summary:
    'A challenge of ALTCHA, for the proof of work that an act may be asked for (W-099); good once, for ten minutes.',
  call: 'GET /v1/site/challenge',
  access: 'anyone',
  answer: proofChallenge,
} as const satisfies Endpoint
