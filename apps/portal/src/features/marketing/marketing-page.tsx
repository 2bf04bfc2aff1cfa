import { offersOf } from '@parvis/domain/kernel/business-type'
import { cityAppOf } from '@parvis/domain/marketing/qr-links'
import { IconQrcode, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Configuration } from '../../lib/configuration.ts'
import { configurationQuery, useCompany } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './marketing-page.module.css'
import { PosterLine } from './poster-line.tsx'
import { postersOf } from './poster-text.fr.ts'
import { QrCard } from './qr-card.tsx'

/** QR codes that lead residents to the company: to screen, to print, on the counter. */
export function MarketingPage() {
  const company = useCompany()
  const words = postersOf(company.type)
  const [line, setLine] = useState(words.line)
  const { data: configuration, error, refetch } = useQuery(configurationQuery)
  return (
    <>
      <PageHeader title="Communication" sentence={words.sentence} />
      <PosterLine name={company.name} line={line} onChange={setLine} />
      {configuration ? <Codes configuration={configuration} line={line} /> : null}
      {configuration ? null : <Loading error={error} retry={refetch} height={320} />}
      <CountedCodesInvitation />
    </>
  )
}

const CountedCodesInvitation = () => (
  <Card
    title="Savoir quelle affiche marche"
    sentence="Faites un code par endroit, vitrine, comptoir, sac : chacun dit les visites et les abonnés qu’il amène."
    look="sunken"
  >
    <LinkButton to="/affiches" icon={IconQrcode}>
      Affiches et QR codes suivis
    </LinkButton>
  </Card>
)

function Codes({ configuration: { cityApps }, line }: { configuration: Configuration; line: string }) {
  const company = useCompany()
  const app = cityAppOf(cityApps, company.zipCode)
  const poster = { name: company.name, line }
  return (
    <div className={`stack-3 ${styles.codes}`}>
      <QrCard
        title="L’application de votre ville"
        sentence="On installe l’application de la ville, où se trouve votre page."
        link={app.link}
        logo={app.logo}
        fileName="qr-application"
        poster={poster}
      />
      {company.siteUrl ? (
        <QrCard
          title="Votre site"
          sentence="On ouvre votre page sans rien installer."
          link={company.siteUrl}
          logo="/logos/parvis.svg"
          fileName="qr-site"
          poster={poster}
        />
      ) : (
        <WebAddressInvitation />
      )}
    </div>
  )
}

/** Where the site's code will be: says the one step that is missing. */
function WebAddressInvitation() {
  const { type, subscription } = useCompany()
  if (subscription.hasSubdomain) {
    return (
      <EmptyState
        icon={IconWorld}
        title="Choisissez votre adresse web"
        sentence="Donnez un nom à votre site&nbsp;: son QR code apparaîtra ici."
        action={<LinkButton to="/editCompany">Choisir mon adresse</LinkButton>}
      />
    )
  }
  if (!offersOf(type).subscriptionPage) return null
  return (
    <EmptyState
      icon={IconWorld}
      title="Votre site, et son QR code"
      sentence="L’offre PREMIUM vous donne une adresse web à votre nom."
      action={<LinkButton to="/subscription">Voir les offres</LinkButton>}
    />
  )
}
