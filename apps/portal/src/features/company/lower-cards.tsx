import { IconBuildingCommunity, IconCalendarEvent, IconEye, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import type { Company } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { ContactCard } from './contact-card.tsx'
import { Figures, NumbersCard } from './numbers-card.tsx'
import { OpenDataCard } from './open-data-card.tsx'
import { PhotosCard } from './photos-card.tsx'
import { YourPageCard } from './your-page-card.tsx'

/** What the home page shows below its first screen. */
export const LowerCards = ({ company }: { company: Company }) => (
  <>
    <NumbersCard />
    <TownNumbersCard company={company} />
    <YourPageCard company={company} />
    <PhotosCard company={company} />
    <OpenDataCard company={company} />
    <ContactCard company={company} />
  </>
)

/**
 * What the official town hall sees of its town: totals alone, never the numbers of one business. Nothing for
 * anybody else, nor before the first look.
 */
function TownNumbersCard({ company: { type, identityStatus, city } }: { company: Company }) {
  const isOfficial = type === 'mairie' && identityStatus === 'verified'
  const { data } = useQuery({ ...query('GET /v1/company/:id/town-numbers'), retry: false, enabled: isOfficial })
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
