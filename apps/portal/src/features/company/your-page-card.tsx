import { offersOf } from '@parvis/domain/kernel/business-type'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart, useNear } from '../../lib/after-first-paint.ts'
import { plainLink } from '../../lib/plain-link.ts'
import { PageLink } from '../../lib/router.tsx'
import type { Company } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './your-page-card.module.css'

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx').then((it) => it.QrCode))

/** Where residents find the business: the served domain first, else the premium address, else its page. */
function addressesOf({ customDomain, siteUrl, publicUrl }: Company): string[] {
  const own = customDomain?.state === 'served' ? `https://${customDomain.domain}` : null
  return [own, siteUrl, publicUrl].filter((address) => address !== null)
}

/** « Votre page »: its address to copy, to open and to scan, and what keeps people from finding it. */
export function YourPageCard({ company }: { company: Company }) {
  const [address, ...others] = addressesOf(company)
  const { place, isNear } = useNear()
  if (address === undefined) return null
  return (
    <Card
      title="Votre page"
      sentence="Les habitants la lisent sans compte ni application, sur n’importe quel téléphone."
    >
      <div className={`row between gap-3 ${styles.body}`}>
        <div className={`stack-2 ${styles.words}`}>
          <p className="bold large fir anywhere">{plainLink(address)}</p>
          <div className={`row ${styles.actions}`}>
            <Button variant="secondary" icon={IconCopy} onClick={() => void copyText(address, 'Adresse copiée')}>
              Copier
            </Button>
            <LinkButton href={address} newTab icon={IconExternalLink}>
              Ouvrir
            </LinkButton>
          </div>
          {others.length > 0 ? (
            <p className="soft anywhere">Y mènent aussi&nbsp;: {others.map(plainLink).join(', ')}</p>
          ) : null}
          <Allowed call="POST /v1/company/:id/codes">
            <Obstacle company={company} />
            <p className={`taps flex wrap ${styles.links}`}>
              <PageLink to="/affiches">Affiches et QR codes suivis</PageLink>
              {offersOf(company.type).subscriptionPage ? <PageLink to="/domaine">Votre nom de domaine</PageLink> : null}
            </p>
          </Allowed>
        </div>
        <div className={styles.code} ref={place}>
          {isNear ? (
            <Suspense fallback={null}>
              <QrCode link={address} logo="/logos/parvis.svg" label={`QR code vers ${plainLink(address)}`} />
            </Suspense>
          ) : null}
        </div>
      </div>
    </Card>
  )
}

/** What keeps the page from being found, the gravest first. */
function Obstacle({ company: { publicUrl, identityStatus } }: { company: Company }) {
  if (publicUrl && new URL(publicUrl).pathname.startsWith('/sans-commune/')) {
    return (
      <Alert
        tone="warning"
        action={
          <LinkButton to="/editCompany" size="small">
            Corriger
          </LinkButton>
        }
      >
        Nous n’avons reconnu aucune commune dans votre adresse&nbsp;: votre page n’est dans aucun annuaire.
      </Alert>
    )
  }
  if (identityStatus === 'verified') return null
  return (
    <p className="soft anywhere">
      Elle est dans l’annuaire de votre commune. Les moteurs de recherche la montreront quand notre équipe aura vérifié
      votre identité.
    </p>
  )
}
