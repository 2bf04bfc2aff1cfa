import type { AnswerOf } from '@parvis/domain/api'
import { isZip } from '@parvis/domain/kernel/place'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/request.ts'

export type Stats = AnswerOf<'GET /v1/stats'>

export const statsQuery = (zipCode: string) =>
  queryOptions({
    queryKey: ['stats', zipCode],
    queryFn: ({ signal }) => call('GET /v1/stats', { query: { zipCode }, signal }),
    enabled: isZip(zipCode),
  })
