import { queryOptions } from '@tanstack/react-query'
import { call } from './request.ts'

/** What the last thirty days brought to a company, and to each of its instants; without it the pages do as well. */
export const numbersQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['company', companyId, 'numbers'],
    queryFn: ({ signal }) => call('GET /v1/company/:id/numbers', { params: { id: companyId }, signal }),
    retry: false,
  })

/** The totals of a town, for its verified town hall alone. */
export const townNumbersQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['company', companyId, 'town-numbers'],
    queryFn: ({ signal }) => call('GET /v1/company/:id/town-numbers', { params: { id: companyId }, signal }),
    retry: false,
  })
