import { query } from '../api/query.ts'

/** What the last thirty days brought to a company, and to each of its instants; without it the pages do as well. */
export const numbersQuery = { ...query('GET /v1/company/:id/numbers'), retry: false }

/** The next occurrence of each instant within three weeks, with its seats where it takes bookings. */
export const upcomingQuery = query('GET /v1/instants/company/:companyId/upcoming', { query: {} })
