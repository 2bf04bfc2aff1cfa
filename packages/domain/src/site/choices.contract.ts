import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, leftOut, optionalText, orNull } from '../kernel/fields.ts'
import { isEmail, normaliseEmail } from '../kernel/internet-address.ts'
import { letterRhythms, letterStates } from '../residents/letter.ts'

const clockTime = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** When a resident may be rung, and how often, as it is shown. */
export const attention = z.object({
  quietFrom: z.string(),
  quietTo: z.string(),
  dailyCap: z.number().nullable(),
  digestAt: z.string(),
  pausedUntil: z.string().nullable(),
  hideExcerpts: z.boolean(),
})

/** A letter as its resident sees it: the address masked. */
export const letterShown = z.object({ email: z.string(), rhythm: z.enum(letterRhythms), state: z.enum(letterStates) })

/** An address and a rhythm; absent and empty ones ask for nothing. */
export const typedLetter = {
  email: leftOut(z.string('email_format_error').transform(normaliseEmail).refine(isEmail, 'email_format_error')),
  rhythm: leftOut(z.enum(letterRhythms)),
}

/** What a resident chooses: when they are rung (residents.md section 6), their letter (places-and-letter.md B). */
export const choicesContract = {
  updateSettings: {
    summary: 'When a resident may be rung, and how often (W-089); absent keys are unchanged.',
    call: 'PUT /v1/site/settings',
    access: 'new-resident',
    body: z.object({
      quietFrom: clockTime().optional(),
      quietTo: clockTime().optional(),
      dailyCap: orNull(integer().pipe(z.number().min(1).max(10))).optional(),
      digestAt: clockTime().optional(),
      pausedUntil: orNull(z.string().max(40)).optional(),
      hideExcerpts: flag().optional(),
      proof: optionalText(),
    }),
    answer: attention,
    refusals: ['PROOF_NEEDED'],
  },

  changeLetter: {
    summary: 'Asks for a letter, changes its rhythm at once, or its address, which is confirmed anew (L-004).',
    call: 'PUT /v1/site/letter',
    access: 'resident',
    body: z.object({ ...typedLetter, proof: optionalText() }),
    answer: letterShown.nullable(),
    refusals: ['PROOF_NEEDED', 'EMAIL_UNAVAILABLE'],
  },
  endLetter: {
    summary: 'Ends the letter and forgets its address; twice is once (L-016).',
    call: 'DELETE /v1/site/letter',
    access: 'resident',
  },
} as const satisfies Contract
