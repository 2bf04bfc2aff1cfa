import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { expectedReachText, nextReachText } from '@parvis/domain/residents/followers.fr'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { presentInstant } from '../../../lib/use-now.ts'

/** Before followers are told: in five minutes, or when else and how many; of an offer, before its end `YYYY-MM-DD HH:mm`. */
export function QuickReach({ end = '' }: { end?: string }) {
  const { data } = useQuery(query('GET /v1/company/:id/reach', { query: { kind: 'instant' } }))
  return <p role="status">{nextReachText(data, presentInstant(), readDateTime(end))}</p>
}

/** How many a notice tells at once, later, in the summary or not at all: now, or at that moment. */
export function NoticeReach({ at = '', ...about }: { kind: 'instant' | 'change'; instantId?: number; at?: string }) {
  const { data } = useQuery(query('GET /v1/company/:id/reach', { query: { ...about, ...(at && { at }) } }))
  const moment = at ? readDateTime(at) : presentInstant()
  return data && moment ? <p role="status">{expectedReachText(data, moment)}</p> : null
}
