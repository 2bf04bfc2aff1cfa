import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'

export type OwnDomain = AnswerOf<'GET /v1/company/:id/domain'>

/** Read again by the live events of the company: the server reads the proof by itself every ten minutes. */
export const domainQuery = query('GET /v1/company/:id/domain')

/** Claim, check and release; each answers the whole domain, and the address of the page may have changed with it. */
export const useChangeDomain = () =>
  useChange<OwnDomain>(domainQuery, { refreshes: ['GET /v1/company/settings/:companyId'], isQuiet: true })
