import { byHandText, domainsRefusalTexts } from '@parvis/domain/domains/domains.fr'
import { IconDiamond, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configurationQuery, useCompany, useCompanyId } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ClaimForm } from './claim-form.tsx'
import { domainQuery } from './domain.queries.ts'
import { DomainStanding } from './domain-standing.tsx'

/** The business's page under a name of its own: claimed, proven at the registrar, served. */
export function DomainPage() {
  const isAllowed = useCompany().subscription.membership === 'digital'
  return (
    <div className="stack-3">
      <PageHeader
        title="Votre nom de domaine"
        sentence="Votre page à votre propre adresse, par exemple boulangerie-lilas.fr."
        back={{ to: '/company', label: 'Mon établissement' }}
      />
      {isAllowed ? (
        <>
          <OwnName />
          <AlsoIncluded />
        </>
      ) : (
        <OtherPlan />
      )}
    </div>
  )
}

function OwnName() {
  const { data: domain, error, refetch } = useQuery(domainQuery(useCompanyId()))
  if (!domain) return <Loading error={error} retry={refetch} height={240} />
  if (!domain.offered) return <DoneByHand />
  return (
    <>
      {domain.state === 'none' ? null : <DomainStanding domain={domain} />}
      <ClaimForm domain={domain} key={domain.domain} />
    </>
  )
}

const OtherPlan = () => (
  <EmptyState
    icon={<IconDiamond />}
    title="Une adresse à votre nom"
    sentence={domainsRefusalTexts['domains.not_allowed']}
    action={
      <Link to="/subscription" className={buttonClass({ variant: 'secondary' })}>
        Voir les offres
      </Link>
    }
  />
)

/** Where the operator serves no own domains by itself. */
const DoneByHand = () => (
  <EmptyState
    icon={<IconWorld />}
    title="Installé avec vous par notre équipe"
    sentence="Dites-nous quel nom vous voulez, ou lequel vous avez déjà. Nous nous occupons de la suite."
    action={<WriteToTeam />}
  />
)

/** Services of the plan that the team provides by hand: an e-mail asks for them. */
function AlsoIncluded() {
  return (
    <Card title="Compris aussi dans votre offre" look="sunken">
      <div className="stack-2">
        <p>{byHandText}</p>
        <p>
          <WriteToTeam />
        </p>
      </div>
    </Card>
  )
}

function WriteToTeam() {
  const contact = useQuery(configurationQuery).data?.supportEmail
  if (!contact) return null
  return (
    <a href={`mailto:${contact}`} className={buttonClass({ variant: 'secondary' })}>
      Écrivez à {contact}
    </a>
  )
}
