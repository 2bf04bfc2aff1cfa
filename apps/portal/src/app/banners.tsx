import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { roleSentences } from '@parvis/domain/team/roles.fr'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { SuspensionNotice } from '../features/company/suspension-notice.tsx'
import { useThisDevice } from '../features/notices/this-device.ts'
import { subscriptionQuery } from '../features/subscription/use-subscription.ts'
import { ring, useSoundState } from '../lib/alert-sound.ts'
import { call } from '../lib/request.ts'
import { acceptancesQuery } from '../lib/session.ts'
import { ActButton } from '../ui/act-button.tsx'
import { Alert } from '../ui/alert.tsx'
import { QuietButton, SmallButton } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import styles from './signed-in-layout.module.css'
import type { ShellState } from './use-shell-state.ts'

/** What is said above any page; each waits for an answer of the server or an event, so none is of the first paint. */
export function Banners({ state }: { state: ShellState }) {
  return (
    <>
      {state.company.suspension ? (
        <div className={styles.notice}>
          <SuspensionNotice company={state.company} />
        </div>
      ) : null}
      {/* The page stays as it is, so that what was typed can be copied. */}
      {state.isRemoved ? <Banner tone="danger">{roleSentences.removed(state.company.name)}</Banner> : null}
      {state.role === 'owner' ? <FailedRenewal state={state} /> : null}
      {state.role === 'owner' ? <NewTerms companyId={state.company.companyId} /> : null}
      <SilencedByBrowser />
    </>
  )
}

const Banner = (props: ComponentProps<typeof Alert>) => (
  <div className={styles.notice}>
    <Alert {...props} />
  </div>
)

/** Banner of new terms, shown until they are accepted or until the person goes on; it blocks nothing. */
function NewTerms({ companyId }: { companyId: string }) {
  const pending = useQuery(acceptancesQuery).data?.pending
  if (!pending) return null
  const { version, effectiveOn, inEffect } = pending
  const action = (
    <>
      <LinkButton href={`/conditions?version=${version}`} variant="quiet" size="small">
        Lire les conditions
      </LinkButton>
      <ActButton
        size="small"
        variant="secondary"
        act={() => call('POST /v1/legal/acceptances', { body: { kind: 'terms', version, companyId } })}
        refreshes={['GET /v1/legal/acceptances']}
      >
        Accepter
      </ActButton>
    </>
  )
  const day = formatDay(effectiveOn)
  return (
    <Banner
      tone="info"
      title={inEffect ? 'Nos conditions d’utilisation ont changé' : 'Nos conditions d’utilisation changent'}
      action={action}
    >
      {inEffect ? `Depuis le ${day}` : `À partir du ${day}`}. Continuer à utiliser Parvis Pro{' '}
      {inEffect ? '' : 'après cette date '}vaut acceptation.
    </Banner>
  )
}

/**
 * Offers push notifications under the orders, when orders are not notified while the portal is closed; never on load.
 */
export function NotToldHere() {
  const { state } = useThisDevice()
  const [isLater, setLater] = useState(false)
  if (isLater || (state !== 'off' && state !== 'iphone')) return null
  const action = (
    <>
      <LinkButton to="/notifications" variant="primary" size="small">
        Être prévenu
      </LinkButton>
      <QuietButton onClick={() => setLater(true)}>Plus tard</QuietButton>
    </>
  )
  return (
    <Banner tone="info" action={action}>
      Être prévenu d’une commande même quand Parvis Pro est fermé{'\u00a0'}?
    </Banner>
  )
}

/** Autoplay policy: any touch of the page lets it ring again; the touch of this button rings as a proof. */
function SilencedByBrowser() {
  if (useSoundState() !== 'blocked') return null
  const action = <SmallButton onClick={ring}>Remettre le son</SmallButton>
  return (
    <Banner tone="warning" title="Le navigateur a coupé le son" action={action}>
      Une commande ou un message vient d’arriver sans sonner. Touchez ce bouton pour entendre les suivants.
    </Banner>
  )
}

/** Banner of a failed renewal, on every page until the card is changed: the plan ends with its period. */
function FailedRenewal({ state }: { state: ShellState }) {
  const { type } = state.company
  const isSold = offersOf(type).subscriptionPage
  const { data } = useQuery({ ...subscriptionQuery, enabled: isSold, staleTime: 5 * 60_000 })
  if (data?.status !== 'past_due') return null
  const action = (
    <LinkButton to="/subscription" size="small">
      Changer ma carte
    </LinkButton>
  )
  return (
    <Banner tone="warning" title="Votre dernier paiement a échoué" action={action}>
      {data.endsAt ? `Sans paiement, votre offre s’arrête le ${formatDay(data.endsAt)}.` : ''}
    </Banner>
  )
}
