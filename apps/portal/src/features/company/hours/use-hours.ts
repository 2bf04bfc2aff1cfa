import type { AnswerOf } from '@parvis/domain/api'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cacheKey } from '../../../api/query.ts'
import { queryClient, refresh } from '../../../api/query-client.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/request.ts'
import { useCompanyId } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toast.tsx'

export type ShownHours = AnswerOf<'GET /v1/company/:id/hours'>
export type HourEntry = ShownHours['exceptions'][number]

/** Offset of the server's clock to the device's, in milliseconds, from the last answer. */
let ahead = 0

async function readHours(id: string, signal: AbortSignal) {
  const hours = await call('GET /v1/company/:id/hours', { params: { id }, signal })
  ahead = Date.parse(hours.now) - Date.now()
  return hours
}

/**
 * The server's present moment in epoch milliseconds, refreshed at an interval, because the device's clock may be wrong.
 */
export function useServerNow(everySeconds: number): number {
  const [now, setNow] = useState(() => Date.now() + ahead)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + ahead), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return now
}

/** The state is the server's, on its clock, read again each half-minute. */
const hoursQuery = (companyId: string) =>
  queryOptions({
    queryKey: cacheKey('GET /v1/company/:id/hours', { params: { id: companyId } }),
    queryFn: ({ signal }) => readHours(companyId, signal),
    refetchInterval: 30_000,
  })

export function useHours() {
  return useQuery(hoursQuery(useCompanyId()))
}

/**
 * A mutation of the hours: every call answers the whole object, which replaces the cached one. A refusal shows in a toast, unless
 * the form shows it.
 */
export function useChangeHours({ isQuiet = false } = {}) {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: (change: (params: { id: string }) => Promise<ShownHours>) => change({ id: companyId }),
    onSuccess: (hours) => {
      queryClient.setQueryData(hoursQuery(companyId).queryKey, hours)
      void refresh('GET /v1/company/settings/:companyId')
    },
    onError: (error) => {
      if (!isQuiet) showToast(messageOf(error), 'danger')
    },
  })
}
