import type { AnswerOf } from '@parvis/domain/api'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'

export type Service = AnswerOf<'GET /v1/municipality/:id/service'>[number]
export type ServiceIcon = AnswerOf<'GET /v1/municipality/icons'>[number]

export const servicesQuery = query('GET /v1/municipality/:id/service')

export const serviceIconsQuery = {
  ...query('GET /v1/municipality/icons'),
  staleTime: Number.POSITIVE_INFINITY,
}

export const useChangeServices = () => useChange<Service[]>(servicesQuery, { isQuiet: true })
