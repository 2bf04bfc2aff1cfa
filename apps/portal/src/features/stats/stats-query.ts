import type { AnswerOf } from '@parvis/domain/api'
import { isZip } from '@parvis/domain/kernel/place'
import { query } from '../../api/query.ts'

export type Stats = AnswerOf<'GET /v1/stats'>

export const statsQuery = (zipCode: string) => ({
  ...query('GET /v1/stats', { query: { zipCode } }),
  enabled: isZip(zipCode),
})
