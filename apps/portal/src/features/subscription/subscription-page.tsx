import { formatDay } from '@parvis/domain/kernel/french-format'
import { planLabel } from '@parvis/domain/subscription/plans'
import { IconCalendarEvent, IconExternalLink, IconWorld } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { type Company, configurationQuery, useCompany, useCompanyId } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Offers } from './offers.tsx'
import styles from './plan.module.css'
import { type OwnSubscription, subscriptionQuery } from './use-subscription.ts'

/** The plan the company has, and those it may buy. */
export function SubscriptionPage() {
  const company = useCompany()
  const { data: configuration } = useQuery(configurationQuery)
  const { data: subscription } = useQuery(subscriptionQuery)
  const [failure, setFailure] = useState<string>()
  const top = useRef<HTMLDivElement>(null)

  const showFailure = (error: unknown) => {
    setFailure(messageOf(error))
    window.scrollTo({ top: 0 })
    top.current?.focus({ preventScroll: true })
  }
  return (
    <div className={`stack-3 ${styles.stack}`}>
      <div ref={top} tabIndex={-1}>
        {failure ? (
          <Alert tone="danger" errorKey="payment_session" title="Le paiement n’a pas pu commencer">
            {failure}
          </Alert>
        ) : null}
      </div>
      <PageHeader
        title={`Votre offre\u00a0: ${planLabel(company.subscription.membership)}`}
        sentence={sentenceOf(company.type, subscription)}
      />
      <div className={`flex wrap ${styles.links}`}>
        <Allowed call="POST /v1/payment/create/paymentSession">
          <BillingPortalLink />
        </Allowed>
        {company.subscription.membership === 'digital' ? (
          <LinkButton variant="quiet" to="/domaine" icon={IconWorld}>
            Votre nom de domaine
          </LinkButton>
        ) : null}
        {configuration?.meetingUrl ? (
          <LinkButton variant="quiet" href={configuration.meetingUrl} newTab icon={IconCalendarEvent}>
            En parler avec nous
          </LinkButton>
        ) : null}
      </div>
      <Offers onFailure={showFailure} />
    </div>
  )
}

const invitation = 'Choisissez l’offre qui vous fait connaître. Sans engagement, vous changez quand vous voulez.'

function sentenceOf(type: Company['type'], subscription: OwnSubscription | undefined): string {
  if (!subscription) return invitation
  if (type === 'association' && subscription.purchased === 'freemium') {
    return 'Associations\u00a0: les fonctionnalités PREMIUM vous sont offertes, hors click & collect.'
  }
  if (subscription.status === 'past_due') return 'Votre dernier paiement a échoué\u00a0: mettez votre carte à jour.'
  if (subscription.status === 'ended') return `Votre abonnement a pris fin. ${invitation}`
  return subscription.periodEnd ? periodSentence(subscription.status, formatDay(subscription.periodEnd)) : invitation
}

function periodSentence(status: OwnSubscription['status'], end: string): string {
  if (status === 'cancelling') return `Votre abonnement s’arrête le ${end}, sans autre prélèvement.`
  return status === 'active' ? `Prochain paiement le ${end}.` : invitation
}

/**
 * Invoices, card, cancellation, at the provider. A plain link; for a customer the click opens a personal page and
 * falls back to the link.
 */
function BillingPortalLink() {
  const companyId = useCompanyId()
  const { data: subscription } = useQuery(subscriptionQuery)
  const { data: configuration } = useQuery(configurationQuery)
  const portal = useMutation({
    mutationFn: () => call('POST /v1/payment/billing-portal', { body: { companyId } }),
    meta: { toastsFailure: true },
  })
  const address = configuration?.billingPortalUrl
  const isCustomer = subscription !== undefined && subscription.purchased !== 'freemium'
  if (!subscription?.billingPortal || (!address && !isCustomer)) return null

  const open = (event: MouseEvent) => {
    if (!isCustomer) return
    event.preventDefault()
    const tab = window.open('about:blank', '_blank')
    const go = (url: string | null | undefined) => {
      if (!url) tab?.close()
      // A browser inside another app may open no tab.
      else (tab ?? window).location.assign(url)
    }
    portal.mutate(undefined, { onSuccess: ({ url }) => go(url), onError: () => go(address) })
  }
  const label = 'Factures et moyen de paiement'
  // Rendered as a button: without an address there is no link to copy or to open in a tab.
  if (!address) {
    return (
      <Button variant="quiet" icon={IconExternalLink} onClick={open}>
        {label}
      </Button>
    )
  }
  return (
    <LinkButton variant="quiet" href={address} newTab icon={IconExternalLink} onClick={open}>
      {label}
    </LinkButton>
  )
}
