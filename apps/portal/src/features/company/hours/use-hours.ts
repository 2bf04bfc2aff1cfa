import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cacheKey } from '../../../api/query.ts'
import { useChange } from '../../../api/use-change.ts'
import { call } from '../../../lib/request.ts'
import { useNow } from '../../../lib/use-now.ts'

export type ShownHours = AnswerOf<'GET /v1/company/:id/hours'>
export type HourEntry = ShownHours['exceptions'][number]

/** Offset of the server's clock to the device's, in milliseconds, from the last answer. */
let ahead = 0

async function readHours(signal: AbortSignal) {
  const hours = await call('GET /v1/company/:id/hours', { signal })
  ahead = Date.parse(hours.now) - Date.now()
  return hours
}

/** The server's present moment in epoch milliseconds, read again each half-minute, because the device's clock may be wrong. */
export const useServerNow = (): number => useNow(30).epochMilliseconds + ahead

/** The state is the server's, on its clock, read again each half-minute. */
const hoursQuery = queryOptions({
  queryKey: cacheKey('GET /v1/company/:id/hours'),
  queryFn: ({ signal }) => readHours(signal),
  refetchInterval: 30_000,
})

export const useHours = () => useQuery(hoursQuery)

/** A refusal shows in a toast, unless the form shows it. */
export const useChangeHours = (isQuiet?: boolean) =>
  useChange<ShownHours>(hoursQuery, { refreshes: ['GET /v1/company/settings/:companyId'], isQuiet })
