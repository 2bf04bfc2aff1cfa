import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { expectedReachText } from '@parvis/domain/residents/followers.fr'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { presentInstant } from '../../../lib/use-now.ts'

/** Before followers are told: the five minutes, then, where some are told later, in a summary or not at all, how many. */
export function QuickReach() {
  const { data } = useQuery(query('GET /v1/company/:id/reach', { query: { kind: 'instant' } }))
  const reach = data && data.now < data.followers ? expectedReachText(data, presentInstant()) : ''
  return <p role="status">Une notification partira dans 5&nbsp;minutes sur leur téléphone. {reach}</p>
}

/** How many a notice tells at once, later, in the summary or not at all: now, or at that moment. */
export function NoticeReach({ at = '', ...about }: { kind: 'instant' | 'change'; instantId?: number; at?: string }) {
  const { data } = useQuery(query('GET /v1/company/:id/reach', { query: { ...about, ...(at && { at }) } }))
  const moment = at ? readDateTime(at) : presentInstant()
  return data && moment ? <p role="status">{expectedReachText(data, moment)}</p> : null
}
