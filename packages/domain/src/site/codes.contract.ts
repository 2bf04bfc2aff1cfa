import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, ofCompany, orNull, pathUuid, text } from '../kernel/fields.ts'
import { maxCodeLabel } from '../marketing/qr-links.ts'

const countedCode = z.object({
  code: z.string(),
  url: z.string(),
  label: z.string(),
  target: z.object({ kind: z.enum(['page', 'instant']), instantId: z.number().nullable() }),
  active: z.boolean(),
  scans: z.number(),
  follows: z.number(),
  createdAt: z.string(),
})

/** The counted codes of a company: what tells a poster that works from one that does not. */
export const codesContract = {
  listCodes: {
    summary: 'The counted codes of a company, with their scans and follows (W-017).',
    call: 'GET /v1/company/:id/codes',
    ...ofCompany('counter'),
    answer: z.array(countedCode),
  },
  addCode: {
    summary: 'One code more, 20 at most: for the page or for one instant.',
    call: 'POST /v1/company/:id/codes',
    ...ofCompany('manager'),
    body: z.object({
      label: text().pipe(z.string().min(1).max(maxCodeLabel)),
      instantId: orNull(integer()).optional(),
    }),
    answer: z.array(countedCode),
    refusals: ['CODE_LIMIT', 'NOT_FOUND'],
  },
  updateCode: {
    summary: 'Renames a counted code, or stops counting it; it leads all the same.',
    call: 'PUT /v1/company/:id/codes/:code',
    ...ofCompany('manager'),
    params: z.object({ id: pathUuid(), code: z.string().max(20) }),
    body: z.object({ label: text().pipe(z.string().min(1).max(maxCodeLabel)).optional(), active: flag().optional() }),
    answer: z.array(countedCode),
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Contract
