import { formatPhone } from '@parvis/domain/kernel/phone'
import {
  type Icon,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconEye,
  IconMail,
  IconMapPin,
  IconPhone,
  IconRoute,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../api/query.ts'
import type { Company } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton, OutsideLink } from '../../ui/link-button.tsx'
import { MapView } from '../../ui/map-view.tsx'
import styles from './contact-card.module.css'
import { Figures, NumbersCard } from './numbers-card.tsx'
import { OpenDataCard } from './open-data-card.tsx'
import { PhotosCard } from './photos-card.tsx'
import { placeLine } from './place-line.ts'
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

/** Phone, e-mail, website, address, the way there and the map. */
function ContactCard({ company }: { company: Company }) {
  const { phoneNumber, email, website, latitude, longitude } = company
  const place = placeLine(company)
  return (
    <Card title="Contact et accès">
      <div className={`stack-3 ${styles.columns}`}>
        <ul className={`stack-1 ${styles.lines}`}>
          {phoneNumber ? (
            <Line icon={IconPhone}>
              <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>
            </Line>
          ) : null}
          {email ? (
            <Line icon={IconMail}>
              <a href={`mailto:${email}`}>{email}</a>
            </Line>
          ) : null}
          {website ? (
            <Line icon={IconWorld}>
              <OutsideLink href={website}>{website}</OutsideLink>
            </Line>
          ) : null}
          {place ? (
            <>
              <Line icon={IconMapPin}>{place}</Line>
              <li>
                <LinkButton href={directionsLink(company)} newTab icon={IconRoute}>
                  Itinéraire
                </LinkButton>
              </li>
            </>
          ) : null}
        </ul>
        <MapView
          position={latitude === null || longitude === null ? null : { latitude, longitude }}
          label={company.name}
        />
      </div>
    </Card>
  )
}

function Line({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li className={`inline taps gap-half anywhere ${styles.line}`}>
      <Glyph size={22} className="fir" aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}

/** A route to the business on OpenStreetMap; without a point, a search of its address. */
function directionsLink({ latitude, longitude, address, zipCode, city }: Company): string {
  if (latitude !== null && longitude !== null) {
    return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`
  }
  const place = [address, zipCode, city].filter(Boolean).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
}
