import { IconBuildingCommunity, IconCalendarEvent, IconEye, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { townNumbersQuery } from '../../lib/numbers.ts'
import type { useCompany } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { Figures } from './numbers-card.tsx'

type Hall = Pick<ReturnType<typeof useCompany>, 'type' | 'identityStatus' | 'city'>

/**
 * What the official town hall sees of its town: totals alone, never the numbers of one business. Nothing for
 * anybody else, nor before the first look.
 */
export function TownNumbersCard({ company: { type, identityStatus, city } }: { company: Hall }) {
  const isOfficial = type === 'mairie' && identityStatus === 'verified'
  const { data } = useQuery({ ...townNumbersQuery, enabled: isOfficial })
  if (!isOfficial || !data) return null
  const { followers, views } = data
  if (followers + views.pages + views.agenda + views.services === 0) return null
  return (
    <Card title={`${city} en 30 jours`}>
      <Figures
        figures={[
          [
            IconUsers,
            followers,
            'habitant suit un établissement de la commune',
            'habitants suivent un établissement de la commune',
          ],
          [
            IconEye,
            views.pages,
            'visite de la commune et de ses établissements',
            'visites de la commune et de ses établissements',
          ],
          [
            IconCalendarEvent,
            views.agenda,
            'visite de l’agenda et des instants',
            'visites de l’agenda et des instants',
          ],
          [
            IconBuildingCommunity,
            views.services,
            'visite de la mairie et de ses services',
            'visites de la mairie et de ses services',
          ],
        ]}
      />
      <p className="top-2 soft">Des totaux de toute la commune, jamais ceux d’un établissement.</p>
    </Card>
  )
}
