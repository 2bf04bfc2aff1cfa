import { offersOf } from '@parvis/domain/kernel/business-type'
import { formatDay } from '@parvis/domain/kernel/french-format'
import { roleSentences } from '@parvis/domain/team/roles.fr'
import { IconCirclePlus, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { QueryProvider } from '../api/query-provider.tsx'
import { ProofDialog } from '../features/access/proof-dialog.tsx'
import { useThisDevice, useWorker } from '../features/notices/this-device.ts'
import { subscriptionQuery } from '../features/subscription/use-subscription.ts'
import { lazyPart } from '../lib/after-first-paint.ts'
import { ring, useSoundState } from '../lib/alert-sound.ts'
import { useLiveEvents } from '../lib/live-events.ts'
import { call } from '../lib/request.ts'
import { PageLink } from '../lib/router.tsx'
import { acceptancesQuery } from '../lib/session.ts'
import { ActButton } from '../ui/act-button.tsx'
import { Alert } from '../ui/alert.tsx'
import { QuietButton, SmallButton } from '../ui/button.tsx'
import { lazyWindow } from '../ui/lazy-window.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageLoader } from '../ui/page-loader.tsx'
import { useWholeFaces } from '../ui/theme/whole-faces.ts'
import { countWords, isCurrent, mayOpen, type NavigationLink, publishPathOf } from './navigation.ts'
import { Rail } from './rail.tsx'
import styles from './signed-in-layout.module.css'
import { type ShellState, useShellState } from './use-shell-state.ts'

const SuspensionNotice = lazyPart(() =>
  import('../features/company/suspension-notice.tsx').then((it) => it.SuspensionNotice),
)
const MoreDrawer = lazyWindow(() => import('./more-drawer.tsx').then((it) => it.MoreDrawer))

export function SignedInLayout({ children }: { children: ReactNode }) {
  useWholeFaces()
  return (
    <QueryProvider>
      <Shell>{children}</Shell>
      <ProofDialog />
    </QueryProvider>
  )
}

/** The frame of every signed-in page: a rail on the left, or a bar at the bottom of a phone. */
function Shell({ children }: { children: ReactNode }) {
  const state = useShellState()
  useLiveEvents()
  useWorker()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Aller au contenu
      </a>
      <Rail state={state} />
      <main id="content" className={styles.content} tabIndex={-1}>
        {state.company.suspension ? (
          <div className={styles.notice}>
            <Suspense>
              <SuspensionNotice company={state.company} />
            </Suspense>
          </div>
        ) : null}
        {state.isRemoved ? <Removed name={state.company.name} /> : null}
        {state.role === 'owner' ? <FailedRenewal state={state} /> : null}
        {state.role === 'owner' ? <NewTerms companyId={state.company.companyId} /> : null}
        <SilencedByBrowser />
        {state.isRemoved || mayOpen(state.role, state.pathname) ? (
          <Suspense fallback={<PageLoader />}>{children}</Suspense>
        ) : (
          <p className={styles.above}>{roleSentences.pageAbove}</p>
        )}
        {state.pathname === '/commandes' ? <NotToldHere /> : null}
      </main>
      <BottomBar state={state} />
    </div>
  )
}

/** The page stays as it is, so that what was typed can be copied. */
function Removed({ name }: { name: string }) {
  return (
    <div className={styles.notice}>
      <Alert tone="danger">{roleSentences.removed(name)}</Alert>
    </div>
  )
}

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
    <div className={styles.notice}>
      <Alert
        tone="info"
        title={inEffect ? 'Nos conditions d’utilisation ont changé' : 'Nos conditions d’utilisation changent'}
        action={action}
      >
        {inEffect ? `Depuis le ${day}` : `À partir du ${day}`}. Continuer à utiliser Parvis Pro{' '}
        {inEffect ? '' : 'après cette date '}vaut acceptation.
      </Alert>
    </div>
  )
}

/**
 * Offers push notifications under the orders, when orders are not notified while the portal is closed; never on load.
 */
function NotToldHere() {
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
    <div className={styles.notice}>
      <Alert tone="info" action={action}>
        Être prévenu d’une commande même quand Parvis Pro est fermé{'\u00a0'}?
      </Alert>
    </div>
  )
}

/** Autoplay policy: any touch of the page lets it ring again; the touch of this button rings as a proof. */
function SilencedByBrowser() {
  if (useSoundState() !== 'blocked') return null
  const action = <SmallButton onClick={ring}>Remettre le son</SmallButton>
  return (
    <div className={styles.notice}>
      <Alert tone="warning" title="Le navigateur a coupé le son" action={action}>
        Une commande ou un message vient d’arriver sans sonner. Touchez ce bouton pour entendre les suivants.
      </Alert>
    </div>
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
    <div className={styles.notice}>
      <Alert tone="warning" title="Votre dernier paiement a échoué" action={action}>
        {data.endsAt ? `Sans paiement, votre offre s’arrête le ${formatDay(data.endsAt)}.` : ''}
      </Alert>
    </div>
  )
}

/** A phone's navigation: the four most used links around « Publier », and « Plus » for the others. */
function BottomBar({ state }: { state: ShellState }) {
  const [isOpen, setOpen] = useState(false)
  const { links, pathname, company, role } = state
  const rest = links.slice(4)
  return (
    <nav className={styles.bar} aria-label="Navigation">
      {links.slice(0, 2).map((link) => (
        <BarLink key={link.to} link={link} state={state} />
      ))}
      {mayOpen(role, publishPathOf(company.type)) ? (
        <PageLink to={publishPathOf(company.type)} className={`inline ${styles.link}`}>
          <IconCirclePlus size={24} stroke={1.8} aria-hidden="true" className="fir" />
          Publier
        </PageLink>
      ) : null}
      {links.slice(2, 4).map((link) => (
        <BarLink key={link.to} link={link} state={state} />
      ))}
      <button
        type="button"
        className={`inline ${styles.link}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        data-current={rest.some((link) => isCurrent(link, pathname)) || undefined}
      >
        <IconDots size={24} stroke={1.8} aria-hidden="true" />
        Plus
      </button>
      <MoreDrawer state={state} rest={rest} opened={isOpen} onClose={() => setOpen(false)} />
    </nav>
  )
}

function BarLink({ link, state }: { link: NavigationLink; state: ShellState }) {
  const { pathname, countOf, company } = state
  const count = countOf(link.to)
  // « Publier » is the marked link then.
  const isHere = isCurrent(link, pathname) && pathname !== publishPathOf(company.type)
  return (
    <PageLink to={link.to} className={`inline ${styles.link}`} aria-current={isHere ? 'page' : undefined}>
      <link.icon size={24} stroke={1.8} aria-hidden="true" />
      {link.short}
      {count > 0 ? (
        <span className={`count ${styles.count}`}>
          {count}
          <span className="visually-hidden"> {countWords(link.to, count)}</span>
        </span>
      ) : null}
    </PageLink>
  )
}
