import { readDay } from '@parvis/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { useCompanyId } from '../../../lib/session.ts'

const maxLength = 62

/** Whether a day, `YYYY-MM-DD` or as typed, is closed whole by the opening hours: known for two months from the first one. */
export function useClosedDays(days: readonly string[]): (day: string) => boolean {
  const from = days.flatMap((day) => readDay(day) ?? []).toSorted()[0]
  const { data } = useQuery({
    ...query('GET /v1/app/companies/:id/hours', {
      params: { id: useCompanyId() },
      query: { from: from ?? '', days: maxLength },
    }),
    enabled: from !== undefined,
    staleTime: 60_000,
  })
  const known = data?.days.some(({ ranges }) => ranges.length > 0) ? data.days : []
  const closed = new Set(known.filter(({ ranges }) => ranges.length === 0).map(({ date }) => date))
  return (day) => closed.has(readDay(day) ?? '')
}
