import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { PageLink } from '../../lib/router.tsx'
import { arePasskeysPossible } from '../../lib/second-proof.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CodeForm, ProofForm } from '../../ui/code-form.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { LegalLinks } from '../../ui/legal-links.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { ResendCode } from '../../ui/resend-code.tsx'
import styles from './login-page.module.css'
import townSquare from './town-square.svg'
import { type Login, type LoginStep, useLogin } from './use-login.ts'

/** For who is signed in: they read the query cache. */
export const LazyInvitations = lazy(() =>
  import('./invitation-cards.tsx').then((it) => ({ default: it.InvitationCards })),
)

/** Step 1: the phone number. */
function PhoneStep({ login }: { login: Login }) {
  const { phone, setPhone, error, isLoading, sendCode, enterByPasskey } = login
  const ofField = error?.key.startsWith('phone_') ? error : undefined
  return (
    <>
      <p className={`soft large ${styles.sentence}`}>
        Connectez-vous avec votre numéro de mobile&nbsp;: vous recevrez un code par SMS, sans mot de passe à retenir.
      </p>
      <form
        className="stack-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sendCode()
        }}
      >
        <PhoneField name="phone" label="Votre numéro de mobile" value={phone} onChange={setPhone} error={ofField} />
        {ofField ? null : <FailureAlert error={error} />}
        <Button type="submit" loading={isLoading} wide>
          Recevoir mon code
        </Button>
        {arePasskeysPossible() ? (
          <Button variant="quiet" onClick={() => void enterByPasskey()} wide>
            Se connecter sans SMS
          </Button>
        ) : null}
      </form>
    </>
  )
}

/** Step 2: the five characters of the SMS. */
function CodeStep({ login }: { login: Login }) {
  const { phone, code, setCode, sent, error, isLoading, confirmCode, sendCode, changePhone } = login
  return (
    <div className={styles.codeStep}>
      <CodeForm
        received="reçus par SMS au"
        phone={phone}
        sent={sent}
        code={code}
        onChange={setCode}
        onSubmit={() => void confirmCode()}
        submitLabel="Me connecter"
        isPending={isLoading}
        error={error}
      >
        <div className={`flex wrap between ${styles.links}`}>
          <Button variant="quiet" onClick={changePhone}>
            Changer de numéro
          </Button>
          {sent ? (
            <ResendCode key={sent.sentAt} sent={sent} isPending={isLoading} onResend={() => void sendCode()} />
          ) : null}
        </div>
      </CodeForm>
    </div>
  )
}

/** Between them, where the code is not enough. */
function ProofStep({ login: { asked, enter, changePhone } }: { login: Login }) {
  if (!asked) return null
  const onOpened = () => void enter()
  return <ProofForm asked={asked} submitLabel="Me connecter" onOpened={onOpened} onOtherNumber={changePhone} />
}

/** Step 3: the success, shown, then left by itself. */
function SuccessStep() {
  return (
    <p className={`inline gap-half top-3 pad-2 bold ${styles.done}`} role="status">
      <IconCircleCheck size={24} aria-hidden="true" />
      Connexion réussie, nous ouvrons votre espace…
    </p>
  )
}

/** Step 4: signed in, but owning no business. */
function NoAccountStep({ login }: { login: Login }) {
  return (
    <>
      <p className={`soft large ${styles.sentence}`} role="status" data-error="phone_not_registered">
        Ce numéro de téléphone n’est pas enregistré
      </p>
      <div className="stack-2">
        <Suspense fallback={null}>
          <LazyInvitations isQuiet />
        </Suspense>
        <PageLink to="/inscription" className={buttonClass({ wide: true })}>
          Inscrire mon établissement
        </PageLink>
        <Button variant="quiet" onClick={login.changePhone}>
          Essayer un autre numéro
        </Button>
      </div>
    </>
  )
}

const steps = { phone: PhoneStep, code: CodeStep, proof: ProofStep, success: SuccessStep, 'no-account': NoAccountStep }
const titles: Record<LoginStep, string> = {
  phone: 'Bienvenue sur la place',
  code: 'Votre code de connexion',
  proof: 'Vérifions que c’est bien vous',
  success: 'Bonjour\u00a0!',
  'no-account': 'Compte pro non trouvé',
}

/** `news`: what brings the person here, above the first step. */
export function LoginPage({ news }: { news?: ReactNode }) {
  const login = useLogin()
  const Step = steps[login.step]
  return (
    <div className={styles.page}>
      <main className={`column ${styles.main}`}>
        <Logo />
        <div className={`column centre wide ${styles.body}`}>
          <h1 className={styles.title}>{titles[login.step]}</h1>
          {login.step === 'phone' ? news : null}
          {login.hasEnded && login.step === 'phone' ? (
            <div className="top-2">
              <Alert tone="info" title="Votre session est terminée">
                Reconnectez-vous&nbsp;: vous reviendrez à la même page.
              </Alert>
            </div>
          ) : null}
          <Step key={login.step} login={login} />
        </div>
        {login.step === 'phone' ? (
          <p className={`wide ruled soft ${styles.register}`}>
            Pas encore inscrit&nbsp;?{' '}
            <PageLink to="/inscription" className="bold tap">
              Créer mon compte pro
            </PageLink>
          </p>
        ) : null}
        <LegalLinks />
      </main>
      <div className={styles.picture} aria-hidden="true">
        <img className="fill" src={townSquare} alt="" width={800} height={900} />
      </div>
    </div>
  )
}
