import { profileCompleteness } from '@parvis/domain/company/completeness'
import { type MissingPart, missingPartTexts } from '@parvis/domain/company/completeness.fr'
import { openingHoursOf } from '@parvis/domain/company/opening-hours'
import { cityAppOf } from '@parvis/domain/marketing/qr-links'
import { IconArrowRight, IconCirclePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { afterFirstPaint, lazyPart } from '../../lib/after-first-paint.ts'
import { upcomingQuery } from '../../lib/numbers.ts'
import { PageLink, useLocation } from '../../lib/router.tsx'
import { type Company, configurationQuery, useCompany } from '../../lib/session.ts'
import { browserStorage } from '../../lib/storage.ts'
import { Alert } from '../../ui/alert.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RichTextView } from '../../ui/rich-text-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { CompanyHeader } from './company-header.tsx'
import styles from './company-page.module.css'
import { UpcomingInstants } from './upcoming-instants.tsx'

/** The engine of hours comes after the first paint: six files fewer before it (decision 0017). */
const TodayHours = lazyPart(() => import('./hours/today-hours.tsx').then((it) => it.TodayHours), afterFirstPaint)
const HoursOverview = lazyPart(
  () => import('./hours/hours-overview.tsx').then((it) => it.HoursOverview),
  afterFirstPaint,
)
const LowerCards = lazyPart(() => import('./lower-cards.tsx').then((it) => it.LowerCards), afterFirstPaint)

/** The company as it stands, in order of use, and what would make it better. */
export function CompanyPage() {
  const company = useCompany()
  return (
    <div className="stack-3">
      <OwnerNotice />
      <CompanyHeader company={company}>
        <Suspense fallback={<Skeleton height={96} />}>
          <TodayHours />
        </Suspense>
      </CompanyHeader>
      <IdentityNotice />
      <Allowed call="POST /v1/company/:id/update-settings-and-openingHours">
        <CompletenessCard company={company} />
      </Allowed>
      <UpcomingInstants company={company} />
      <div className={`stack-3 ${styles.columns}`}>
        <Card title="Horaires">
          <Suspense fallback={<Skeleton height={240} />}>
            <HoursOverview />
          </Suspense>
        </Card>
        <Card title="À propos">
          {company.description ? <RichTextView html={company.description} /> : <p>Pas encore de description.</p>}
        </Card>
      </div>
      <Suspense fallback={<Skeleton height={480} />}>
        <LowerCards company={company} />
      </Suspense>
      <AppInvitation />
    </div>
  )
}

/** Shown once to an owner who tried to register again. */
function OwnerNotice() {
  const { state } = useLocation()
  if (!state.alreadyOwner) return null
  return (
    <Alert tone="info">Vous possédez déjà un établissement. Utilisez l’application mobile pour le mettre à jour.</Alert>
  )
}

/** Missing parts of the profile, the most useful to residents first; hidden once complete. */
function CompletenessCard({ company }: { company: Company }) {
  const upcoming = useQuery(upcomingQuery).data
  if (!upcoming) return null
  const { percent, missing } = profileCompleteness({
    ...company,
    openHours: openingHoursOf(company.openHours),
    visibleInstants: upcoming.length,
  })
  if (missing.length === 0) return null
  return (
    <Card title={`Votre fiche est complète à ${percent}\u00a0%`} look="sunken">
      <progress className="below-1" value={percent} max={100} aria-label="Fiche complétée" />
      <ul className={styles.parts}>
        {missing.slice(0, 3).map((part) => (
          <li key={part}>
            <PageLink to={pageOf(part)}>
              <IconCirclePlus size={20} aria-hidden="true" />
              <span>{missingPartTexts[part]}</span>
              <IconArrowRight size={18} aria-hidden="true" />
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const pageOf = (part: MissingPart) => (part === 'instant' ? '/instants' : '/editCompany')

const delay = 10_000
const phone = '(max-width: 767px)'
const shownKey = 'app-invitation'

/** On a phone, after ten seconds without a touch, once per browser session: the app of the city, never over something just done. */
function AppInvitation() {
  const { zipCode } = useCompany()
  const apps = useQuery(configurationQuery).data?.cityApps
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const tab = browserStorage('sessionStorage')
    if (!window.matchMedia(phone).matches || tab.getItem(shownKey)) return
    const show = () => setOpened(tab.setItem(shownKey, 'shown'))
    let timer = setTimeout(show, delay)
    const wait = () => {
      clearTimeout(timer)
      if (!tab.getItem(shownKey)) timer = setTimeout(show, delay)
    }
    document.addEventListener('pointerdown', wait)
    return () => {
      document.removeEventListener('pointerdown', wait)
      clearTimeout(timer)
    }
  }, [])
  if (!apps) return null
  const app = cityAppOf(apps, zipCode)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Parvis est aussi sur votre téléphone" size="narrow">
      <div className={`stack-2 ${styles.invitation}`}>
        <img src={app.logo} alt="" width={72} height={72} />
        <p>Répondez à vos clients et publiez vos instants depuis l’application de votre ville.</p>
        <LinkButton variant="primary" wide href={app.link}>
          Ouvrir l’application
        </LinkButton>
        <Button variant="quiet" wide onClick={() => setOpened(false)}>
          Rester sur le site
        </Button>
      </div>
    </Modal>
  )
}

const unverifiedTownHall =
  'Tant que notre équipe n’a pas vérifié qui gère cette fiche, elle est présentée comme non vérifiée et vos services n’apparaissent pas sur la page de la ville.'

/** Where the verification of the manager's identity stands; it blocks nothing, but names a town hall. */
function IdentityNotice() {
  const { identityStatus: status, type } = useCompany()
  const isUnverifiedTownHall = type === 'mairie' && status !== 'verified'
  if (status === 'refused') {
    return (
      <Alert tone="warning" title="Votre pièce d’identité n’a pas pu être validée">
        {isUnverifiedTownHall ? `${unverifiedTownHall} ` : ''}
        <PageLink to="/editCompany" hash="field-id-card-front">
          Envoyer une autre pièce d’identité
        </PageLink>
      </Alert>
    )
  }
  if (isUnverifiedTownHall) {
    return (
      <Alert tone="info" title="Mairie non vérifiée">
        {unverifiedTownHall}
      </Alert>
    )
  }
  if (status === 'pending') {
    return (
      <div className="inline wrap soft">
        <StatusBadge tone="waiting">Dossier en cours de vérification</StatusBadge>
        <span>
          Notre équipe contrôle votre pièce d’identité. Vous n’avez rien à faire. En attendant, seuls les moteurs de
          recherche ne montrent pas encore votre page.
        </span>
      </div>
    )
  }
  return (
    <p>
      {status === 'verified' ? <StatusBadge tone="success">Identité vérifiée</StatusBadge> : null}
      {status === 'missing' ? <StatusBadge tone="info">Pièce d’identité non reçue</StatusBadge> : null}
    </p>
  )
}
