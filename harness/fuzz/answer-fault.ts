import type { Endpoint } from '@parvis/domain/kernel/contract'
import { z } from 'zod'
import { possibleErrors } from '../../apps/server/src/features/docs/json-schema.ts'

/** Status 0: no answer came. */
export type FuzzedAnswer = { status: number; body: string; type: string; milliseconds: number }

const envelope = z.strictObject({
  error: z.strictObject({
    code: z.string().regex(/^[A-Za-z_]+$/),
    message: z.string().min(3),
    fields: z.record(z.string(), z.string().min(1)).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** Traces of a missing value or an unfilled placeholder in a French sentence. */
const unfinished = /undefined|\bnull\b|\bNaN\b|\[object|\{\w+\}/

/** The violation of the contract in an answer, if any. */
export function answerFault(endpoint: Endpoint, { status, body, type }: FuzzedAnswer): string | undefined {
  if (status === 0) return 'no answer'
  if (status >= 500) return `${status} ${body.slice(0, 200)}`
  if (status >= 400) return refusalFault(endpoint, status, body)
  if (endpoint.answer === 'raw') return undefined
  if (!type.startsWith('application/json')) return `${status} as ${type}`
  const read = z.strictObject({ data: endpoint.answer ?? z.object({}) }).safeParse(JSON.parse(body))
  return read.success ? undefined : `not the answer of the contract: ${z.prettifyError(read.error).slice(0, 300)}`
}

function refusalFault(endpoint: Endpoint, status: number, body: string): string | undefined {
  const read = envelope.safeParse(parse(body))
  if (!read.success) return `${status} without the envelope: ${body.slice(0, 200)}`
  const { code, message } = read.data.error
  // The notice of a suspension quotes the reason that a fuzzed call of the team may have given.
  if (unfinished.test(message) && !message.startsWith('Votre fiche est suspendue'))
    return `${status} ${code} says “${message}”`
  const known = possibleErrors(endpoint).some((error) => error.status === status && error.code === code)
  return known ? undefined : `${status} ${code} is not of the contract`
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
