import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, leftOut, ofOfficialHall, optionalText, pathId, text, writtenText } from '../kernel/fields.ts'
import { actKindNames, maxActBytes, maxActText } from './act.ts'

const act = z.object({
  id: z.number(),
  rank: z.number(),
  kind: z.enum(actKindNames),
  number: z.string().nullable(),
  title: z.string().nullable(),
  actDate: z.string(),
  authorName: z.string(),
  authorQuality: z.string(),
  matter: z.string().nullable(),
  hasText: z.boolean(),
  namesPeople: z.boolean(),
  postedAt: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  url: z.string(),
  fileUrl: z.string(),
  supersedes: z.number().nullable(),
  supersededBy: z.number().nullable(),
  withdrawnAt: z.string().nullable(),
  withdrawnReason: z.string().nullable(),
})
export type PostedAct = z.output<typeof act>

const typed = () => z.preprocess((value) => value ?? '', text())

/** The acts of a commune, by its official town hall. */
export const actsContract = {
  listActs: {
    summary: 'The acts of the commune, 50 at a time, the newest posting first.',
    call: 'GET /v1/company/:id/acts',
    ...ofOfficialHall('counter'),
    query: z.object({ before: leftOut(pathId()) }),
    answer: z.object({ acts: z.array(act), next: z.number().nullable() }),
    refusals: ['NOT_TOWN_HALL'],
  },
  postAct: {
    summary: 'Publishes an act, signed and chained to the former one; nothing changes it afterwards.',
    call: 'POST /v1/company/:id/acts',
    ...ofOfficialHall('manager'),
    body: z.object({
      kind: typed(),
      number: typed(),
      title: typed(),
      actDate: typed(),
      authorName: typed(),
      authorQuality: typed(),
      matter: typed(),
      text: writtenText(),
      namesPeople: z.preprocess((value) => (value === '' ? false : (value ?? false)), flag()),
      supersedes: typed(),
    }),
    files: { file: 1 },
    document: { maxBytes: maxActBytes, maxTextBytes: 4 * maxActText },
    answer: act,
    refusals: [
      'NOT_TOWN_HALL',
      'ACT_NOT_FOUND',
      'ACT_EXISTS',
      'ACT_REPLACED',
      'unreadable_pdf_error',
      'over_sized_pdf_error',
    ],
  },
  withdrawAct: {
    summary: 'Withdraws the file and the text of an act; its number, dates, author, reason and hash stay.',
    call: 'POST /v1/acts/:id/withdraw',
    access: { through: 'act', atLeast: 'manager' },
    params: z.object({ id: pathId() }),
    body: z.object({ reason: optionalText() }),
    answer: act,
    refusals: ['ACT_NOT_FOUND'],
  },
} as const satisfies Contract
