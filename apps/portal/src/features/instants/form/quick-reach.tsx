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
