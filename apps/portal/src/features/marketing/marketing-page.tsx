import { cityAppOf, webLinkOf } from '@parvis/domain/marketing/qr-links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Configuration, configurationQuery, useCompany } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './marketing-page.module.css'
import { QrCard } from './qr-card.tsx'
import { WebAddressInvitation } from './web-address-invitation.tsx'

const longestLine = 60

/** QR codes that lead residents to the company: to screen, to print, on the counter (K-001 to K-008). */
export function MarketingPage() {
  const [line, setLine] = useState('Suivez-nous, recevez nos offres du jour')
  const { data: configuration, error, refetch } = useQuery(configurationQuery)
  return (
    <>
      <PageHeader
        title="Faites-vous connaître"
        sentence="Un QR code en vitrine ou sur le comptoir, et vos clients vous suivent d’un geste."
      />
      <Card title="Votre accroche" sentence="Elle figure sur l’affiche et sur la carte de comptoir.">
        <TextField
          name="line"
          label="Phrase imprimée au-dessus du code"
          value={line}
          onChange={setLine}
          limit={longestLine}
          counter
        />
      </Card>
      {configuration ? <Codes configuration={configuration} line={line} /> : null}
      {error && !configuration ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {!configuration && !error ? <Skeleton height={320} /> : null}
    </>
  )
}

function Codes({ configuration: { webDomain, cityApps }, line }: { configuration: Configuration; line: string }) {
  const company = useCompany()
  const app = cityAppOf(cityApps, company.zipCode)
  const webLink = webLinkOf(company, webDomain)
  const poster = { name: company.name, line }
  return (
    <div className={styles.codes}>
      <QrCard
        title="L’application de votre ville"
        sentence="Le client installe l’application et retrouve votre fiche."
        link={app.link}
        logo={app.logo}
        fileName="qr-application"
        poster={poster}
      />
      {webLink ? (
        <QrCard
          title="Votre site"
          sentence="Le client ouvre votre page sans rien installer."
          link={webLink}
          logo="/logos/parvis.svg"
          fileName="qr-site"
          poster={poster}
        />
      ) : (
        <WebAddressInvitation hasSubdomain={company.subscription.hasSubdomain} type={company.type} />
      )}
    </div>
  )
}
