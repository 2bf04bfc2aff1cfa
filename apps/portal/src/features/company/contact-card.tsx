import { formatPhone } from '@parvis/domain/kernel/phone'
import { type Icon, IconMail, IconMapPin, IconPhone, IconRoute, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Company } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton, OutsideLink } from '../../ui/link-button.tsx'
import { MapView } from '../../ui/map-view.tsx'
import styles from './contact-card.module.css'
import { placeLine } from './place-line.ts'

/** Phone, e-mail, website, address, the way there and the map. */
export function ContactCard({ company }: { company: Company }) {
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
