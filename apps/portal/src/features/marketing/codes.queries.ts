import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'

export type OwnCode = AnswerOf<'GET /v1/company/:id/codes'>[number]

export const codesQuery = query('GET /v1/company/:id/codes')

/** What a code may lead to, and what the poster of an instant shows. */
export const ownInstantsQuery = query('GET /v1/instants/company/:companyId')

export const useChangeCodes = () => useChange<OwnCode[]>(codesQuery, { isQuiet: true })
