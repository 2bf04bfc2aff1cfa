import { z } from 'zod'

/** An ALTCHA challenge, version 1: the number whose digits, behind the salt, have this SHA-256 (W-099). */
export const proofChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
  maxnumber: z.number().int().min(1),
  salt: z.string().max(200),
  signature: z.string(),
})

export type ProofChallenge = z.output<typeof proofChallenge>

/** What proves the work: base64 of the challenge with its number. */
export const solvedProof = proofChallenge.omit({ maxnumber: true }).extend({ number: z.number().int().min(0) })
