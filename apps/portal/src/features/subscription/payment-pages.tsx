import { byHandText, writeToTeamText } from '@parvis/domain/domains/domains.fr'
import { planLabel } from '@parvis/domain/subscription/plans'
import { subscriptionRefusals } from '@parvis/domain/subscription/subscription.refusals.fr'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { cacheKey } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { configurationQuery, useCompany, useCompanyId } from '../../lib/session.ts'
import { useQueryText } from '../../lib/use-query-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import styles from './plan.module.css'
import { hasLeftToPay } from './use-subscription.ts'

/** Back from the payment page: the server asks the provider, once; a browser's return is no proof. */
export function PaymentSuccessPage() {
  const sessionId = useQueryText('session_id')
  if (sessionId === undefined) {
    return <PaymentFailure errorKey="payment_missing">{paymentTexts.missing}</PaymentFailure>
  }
  return <Validation sessionId={sessionId} />
}

function Validation({ sessionId }: { sessionId: string }) {
  const { data, error, isFetching, refetch } = useQuery(useValidation(sessionId))
  if (isFetching) return <PageLoader label="Nous vérifions votre paiement…" />
  if (error instanceof ApiError && error.code === 'PAYMENT_NOT_FOUND') {
    return <PaymentFailure errorKey="payment_missing">{paymentTexts.missing}</PaymentFailure>
  }
  // Perhaps paid: what leads on is to look again, not to buy again.
  if (!data) {
    return (
      <PaymentFailure errorKey="payment_server" title={paymentTexts.server} retry="Voir mon offre" again={refetch}>
        Ne payez pas une seconde fois&nbsp;: si vous avez été débité, votre offre s’ouvrira d’elle-même.
      </PaymentFailure>
    )
  }
  if (data.status.toLowerCase() !== 'paid') {
    return <PaymentFailure errorKey="payment_unpaid">{paymentTexts.unpaid}</PaymentFailure>
  }
  const plan = planLabel(data.membership ?? 'freemium')
  return (
    <div className={styles.outcome}>
      <PageHeader title="Votre paiement" />
      <Alert tone="success" title={`Félicitations, vous êtes maintenant abonné à l’offre ${plan}`}>
        <p>Vos nouvelles fonctionnalités sont déjà là.</p>
      </Alert>
      <NextSteps />
    </div>
  )
}

/** What the plan has just made possible, to begin with. */
function NextSteps() {
  const { subscription, cacActive, premiumSubdomain } = useCompany()
  const contact = useQuery(configurationQuery).data?.supportEmail
  return (
    <Card title="Et maintenant&nbsp;?">
      <div className={`stack-3 ${styles.stack}`}>
        {subscription.hasClickAndCollect && !cacActive ? (
          <LinkButton to="/editCompany">Activer le click & collect</LinkButton>
        ) : null}
        {subscription.hasSubdomain && !premiumSubdomain ? (
          <LinkButton to="/editCompany">Choisir l’adresse de mon site</LinkButton>
        ) : null}
        {subscription.membership === 'digital' ? (
          <LinkButton to="/domaine">Installer mon nom de domaine et mon adresse e-mail</LinkButton>
        ) : null}
        {subscription.membership === 'digital' && contact ? (
          <p>
            {byHandText} {writeToTeamText(contact)}
          </p>
        ) : null}
        <LinkButton to="/instants">Publier un instant</LinkButton>
        <LinkButton to="/company" variant="primary">
          Voir ma fiche
        </LinkButton>
      </div>
    </Card>
  )
}

/** The payment is read once per session, without polling; then the company's settings are refetched. */
function useValidation(sessionId: string) {
  const companyId = useCompanyId()
  return queryOptions({
    queryKey: cacheKey('POST /v1/payment/validate', { body: { sessionId, companyId } }),
    queryFn: async () => {
      try {
        return await call('POST /v1/payment/validate', { body: { sessionId, companyId } })
      } finally {
        void refresh('GET /v1/company/settings/:companyId', 'GET /v1/company/:id/subscription')
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * The payment page was left, or refused. Who left it on purpose comes back to the bare address, from this tab; a
 * known code adds its sentence, raw text never.
 */
export function PaymentFailPage() {
  const error = useQueryText('error')
  const [hasLeft] = useState(hasLeftToPay)
  if (error === 'CARD_REFUSED') {
    return (
      <PaymentFailure errorKey="payment_refused" title={paymentTexts.refused} retry="Essayer une autre carte">
        Votre offre n’a pas changé. Vérifiez la carte auprès de votre banque, ou payez avec une autre.
      </PaymentFailure>
    )
  }
  if (!error && hasLeft) {
    return (
      <PaymentFailure errorKey="payment_cancelled" title={paymentTexts.cancelled} tone="info" retry="Revoir les offres">
        Votre offre n’a pas changé.
      </PaymentFailure>
    )
  }
  const known = Object.values(subscriptionRefusals).find(({ code }) => code === error)
  return (
    <PaymentFailure errorKey="payment_fail">
      {paymentTexts.fail}
      {known ? `. ${known.text}` : ''}
    </PaymentFailure>
  )
}

/** Sentences of appendix A. */
const paymentTexts = {
  missing: 'Aucun paiement n’a été trouvé',
  unpaid: 'Le paiement n’a pas été effectué',
  cancelled: 'Paiement annulé, rien n’a été débité',
  refused: 'La banque a refusé la carte, rien n’a été débité',
  server: 'Une erreur est survenue lors de la vérification du paiement',
  fail: 'Quelque chose s’est mal passé',
}

type PaymentFailureProps = {
  errorKey: string
  title?: string
  /** `info`: the person meant it. */
  tone?: 'info'
  retry?: string
  /** Looks at the payment once more. */
  again?: () => unknown
  children: ReactNode
}

/** The payment failed or its state is unknown: says so and offers to try again. */
function PaymentFailure({ errorKey, title, tone, retry = 'Réessayer', again, children }: PaymentFailureProps) {
  return (
    <div className={styles.outcome}>
      <PageHeader title="Votre paiement" />
      <Alert tone={tone ?? 'danger'} errorKey={errorKey} {...(title && { title })}>
        <p>{children}</p>
        <div className="row">
          {again ? <Button onClick={() => void again()}>Vérifier de nouveau</Button> : null}
          <LinkButton to="/subscription">{retry}</LinkButton>
        </div>
      </Alert>
    </div>
  )
}
