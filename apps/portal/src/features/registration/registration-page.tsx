import { type BusinessType, businessTypes, offersOf } from '@parvis/domain/kernel/business-type'
import { readPrefill } from '@parvis/domain/registration/prefill'
import { wizardType } from '@parvis/domain/registration/wizard-step'
import { IconCalendarEvent, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PageLink, useParams } from '../../lib/router.tsx'
import { type Company, configurationQuery } from '../../lib/session.ts'
import { useStepTop } from '../../lib/use-step-top.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { Steps } from '../../ui/steps.tsx'
import { AccountEntry } from './account-step.tsx'
import styles from './registration-page.module.css'
import { useWizardStep, type WizardState } from './use-wizard-step.ts'

type Wording = { title: string; intro: string }

/** What the wizard says to each type of business. */
const wording: Record<BusinessType, Wording> = {
  commerce: {
    title: 'Inscrivez votre commerce',
    intro: 'Boulangerie, restaurant, salon… Vos voisins vous trouvent, vous suivent et vous écrivent.',
  },
  association: {
    title: 'Inscrivez votre association',
    intro: 'Faites connaître vos activités et vos événements aux habitants. Tout est gratuit pour les associations.',
  },
  entreprise: {
    title: 'Inscrivez votre entreprise',
    intro: 'Artisan, service, bureau… Présentez votre métier aux habitants de votre ville.',
  },
  mairie: {
    title: 'Inscrivez votre mairie',
    intro: 'Informez vos habitants, annoncez vos événements et donnez accès à vos services.',
  },
}

const stepNames = ['Création du compte', 'Informations professionnelles', 'Vérification']

type RegistrationPageProps = {
  /** What the owner reads above steps 2 and 3: a suspension. */
  notice?: (company: Company) => ReactNode
  /** Step 2, the form of the company: composed by the app, loaded when it is reached. */
  profileStep: (company: Company, onSaved: () => void) => ReactNode
  /** What step 3 offers besides the way to the company. */
  finalOffers?: (company: Company) => ReactNode
}

/** The registration wizard: account, profile, and what happens next. */
export function RegistrationPage(props: RegistrationPageProps) {
  const { state, readAgain } = useWizardStep()
  useStepTop(state.step)
  const isDone = state.status === 'ready' && state.step === 3
  return (
    <>
      <Steps steps={stepNames} current={isDone ? 4 : state.step} />
      {state.status === 'loading' ? <PageLoader /> : null}
      {state.status === 'failed' ? <LoadError error={state.error} onRetry={state.retry} page /> : null}
      {state.status === 'ready' && state.step !== 1 ? (
        <div className={styles.notice}>{props.notice?.(state.company)}</div>
      ) : null}
      {state.status === 'ready' ? <Step {...props} state={state} onDone={() => void readAgain()} /> : null}
    </>
  )
}

type StepProps = RegistrationPageProps & {
  state: Extract<WizardState, { status: 'ready' }>
  onDone: () => void
}

function Step({ state, onDone, profileStep, finalOffers }: StepProps) {
  const { type } = wizardType(useParams().type)
  const [prefill] = useState(() => readPrefill(new URLSearchParams(window.location.search)))
  if (state.step === 1) {
    return (
      <>
        <h1 className={`title ${styles.title}`}>{wording[type].title}</h1>
        <p className="top-1 soft large">{wording[type].intro}</p>
        <TypeLinks type={type} />
        <AccountEntry type={type} prefill={prefill} onRegistered={onDone} />
      </>
    )
  }
  if (state.step === 3) return <FinalStep company={state.company} offers={finalOffers?.(state.company)} />
  return (
    <div className={styles.profile} data-wide data-signed-in>
      <h1 className={`title ${styles.title}`}>Présentez-vous aux habitants</h1>
      <p className="top-1 soft large">
        Comptez dix minutes. Vos textes sont gardés sur cet appareil&nbsp;; les photos seront à rechoisir.
      </p>
      {profileStep(state.company, onDone)}
    </div>
  )
}

/** Links to the wizard of each type; the query string is kept. */
function TypeLinks({ type }: { type: BusinessType }) {
  return (
    <nav aria-label="Type d’établissement" className={`stack-1 ${styles.types}`}>
      {businessTypes.map((one) => (
        <PageLink
          key={one}
          to="/inscription/$type"
          params={{ type: one }}
          search={true}
          className={`middle ${styles.type}`}
          aria-current={one === type ? 'page' : undefined}
        >
          {offersOf(one).label}
        </PageLink>
      ))}
    </nav>
  )
}

type FinalStepProps = {
  company: Company
  /** What else to do at once: first instants, plans. */
  offers?: ReactNode
}

/** Step 3: it is done, and what happens next. */
function FinalStep({ company, offers }: FinalStepProps) {
  const meetingUrl = useQuery(configurationQuery).data?.meetingUrl
  return (
    <>
      <section className={`stack-2 box centred ${styles.done}`} data-signed-in>
        <IconCircleCheck className="fir" size={56} stroke={1.6} aria-hidden="true" />
        <h1 className="title anywhere">
          {company.suspension ? (
            'Votre inscription est terminée'
          ) : (
            <>Félicitations, {company.name} est en ligne&nbsp;!</>
          )}
        </h1>
        <p className="measure soft large">
          {company.suspension ? (
            'Les habitants ne verront votre fiche qu’une fois la suspension levée.'
          ) : (
            <>
              Les habitants voient votre page dès maintenant. Votre dossier est en cours de vérification&nbsp;: d’ici
              là, seuls les moteurs de recherche ne la montrent pas encore.
            </>
          )}
        </p>
        <div className="row centre top-1">
          <LinkButton to="/company" variant="primary">
            Voir mon établissement
          </LinkButton>
          {meetingUrl ? (
            <LinkButton href={meetingUrl} newTab icon={IconCalendarEvent}>
              Prendre rendez-vous avec l’équipe
            </LinkButton>
          ) : null}
        </div>
      </section>
      {company.suspension ? null : offers}
    </>
  )
}
