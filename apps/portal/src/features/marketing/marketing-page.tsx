import { cityAppOf, webLinkOf } from '@parvis/domain/marketing/qr-links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Configuration, configurationQuery, useCompany } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './marketing-page.module.css'
import { postersOf, unprintable } from './poster-text.ts'
import { QrCard } from './qr-card.tsx'
import { WebAddressInvitation } from './web-address-invitation.tsx'

const longestLine = 60

/** QR codes that lead residents to the company: to screen, to print, on the counter (K-001 to K-008). */
export function MarketingPage() {
  const company = useCompany()
  const words = postersOf(company.type)
  const [line, setLine] = useState(words.line)
  const { data: configuration, error, refetch } = useQuery(configurationQuery)
  return (
    <>
      <PageHeader title="Faites-vous connaître" sentence={words.sentence} />
      <Card title="Votre accroche" sentence="Elle figure sur l’affiche et sur la carte de comptoir.">
        <TextField
          name="line"
          label="Phrase imprimée au-dessus du code"
          value={line}
          onChange={setLine}
          limit={longestLine}
          counter
        />
        <Unprintable texts={[company.name, line]} />
      </Card>
      {configuration ? <Codes configuration={configuration} line={line} /> : null}
      {error && !configuration ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {!configuration && !error ? <Skeleton height={320} /> : null}
    </>
  )
}

/** What the fonts of a PDF lack would vanish from the poster without a word. */
function Unprintable({ texts }: { texts: readonly string[] }) {
  const signs = unprintable(texts.join(' '))
  if (signs.length === 0) return null
  return (
    <Alert tone="warning" errorKey="unprintable">
      L’affiche et la carte ne peuvent pas imprimer {signs.length > 1 ? 'ces signes' : 'ce signe'}&nbsp;:{' '}
      {signs.join(' ')}
    </Alert>
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
        sentence="On installe l’application de la ville, où se trouve votre page."
        link={app.link}
        logo={app.logo}
        fileName="qr-application"
        poster={poster}
      />
      {webLink ? (
        <QrCard
          title="Votre site"
          sentence="On ouvre votre page sans rien installer."
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
