import { byHandText, domainsFieldTexts, domainsRefusals } from '@parvis/domain/domains/domains.fr'
import { IconDiamond, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/request.ts'
import { configurationQuery, useCompany } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { domainQuery, type OwnDomain, useChangeDomain } from './domain.queries.ts'
import { DomainStanding } from './domain-standing.tsx'

/** The business's page under a name of its own: claimed, proven at the registrar, served. */
export function DomainPage() {
  const isAllowed = useCompany().subscription.membership === 'digital'
  return (
    <div className="stack-3">
      <PageHeader
        title="Votre nom de domaine"
        sentence="Votre page à votre propre adresse, par exemple boulangerie-lilas.fr."
        back="/company"
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
  const { data: domain, error, refetch } = useQuery(domainQuery)
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
    icon={IconDiamond}
    title="Une adresse à votre nom"
    sentence={domainsRefusals['domains.not_allowed'].text}
    action={<LinkButton to="/subscription">Voir les offres</LinkButton>}
  />
)

/** Where the operator serves no own domains by itself. */
const DoneByHand = () => (
  <EmptyState
    icon={IconWorld}
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
  return <LinkButton href={`mailto:${contact}`}>Écrivez à {contact}</LinkButton>
}

/** The name that the page shall have; a refusal of the server stands beside the field. */
function ClaimForm({ domain: { state, shown } }: { domain: OwnDomain }) {
  const { mutateAsync } = useChangeDomain()
  const isFirst = state === 'none'
  const form = useForm({
    initial: { domain: state === 'stopped' ? (shown ?? '') : '' },
    check: ({ domain }): Record<string, string> => (domain.trim() === '' ? { domain: 'domain_format_error' } : {}),
    textOf: domainsFieldTexts,
    submit: (body) => mutateAsync(() => call('PUT /v1/company/:id/domain', { body })),
  })
  return (
    <Card
      title={isFirst ? 'Le nom que vous avez' : 'Changer de nom'}
      sentence={
        isFirst
          ? 'Achetez-le d’abord chez un vendeur de noms de domaine (OVH, Gandi, Ionos…)\u00a0: nous n’en vendons pas.'
          : undefined
      }
    >
      <form className="stack-2 fields" onSubmit={form.onSubmit} noValidate>
        <TextField
          label="Nom de domaine"
          hint="Par exemple www.boulangerie-lilas.fr. Vous pouvez coller l’adresse entière."
          required
          inputMode="url"
          autoComplete="off"
          placeholder="boulangerie-lilas.fr"
          {...form.field('domain')}
        />
        <FailureAlert error={Object.keys(form.errors).length === 0 && form.failure} />
        <Button type="submit" variant={isFirst ? 'primary' : 'secondary'} loading={form.isPending}>
          {isFirst ? 'Utiliser ce nom' : 'Remplacer par ce nom'}
        </Button>
      </form>
    </Card>
  )
}
