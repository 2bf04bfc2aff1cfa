import type { AnswerOf } from '@parvis/domain/api'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useChange } from '../../../api/use-change.ts'

export type ShownHours = AnswerOf<'GET /v1/company/:id/hours'>
export type HourEntry = ShownHours['exceptions'][number]

/** The state is the server's, on its clock, read again each half-minute. */
const hoursQuery = { ...query('GET /v1/company/:id/hours'), refetchInterval: 30_000 }

export const useHours = () => useQuery(hoursQuery)

/** A refusal shows in a toast, unless the form shows it. */
export const useChangeHours = (isQuiet?: boolean) =>
  useChange<ShownHours>(hoursQuery, { refreshes: ['GET /v1/company/settings/:companyId'], isQuiet })
