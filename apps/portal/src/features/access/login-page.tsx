import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configurationQuery } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { LegalLinks } from '../../ui/legal-links.tsx'
import { Logo } from '../../ui/logo.tsx'
import styles from './login-page.module.css'
import { CodeStep, NoAccountStep, PhoneStep, SuccessStep } from './login-steps.tsx'
import townSquare from './town-square.svg'
import { type LoginStep, useLogin } from './use-login.ts'

const steps = { phone: PhoneStep, code: CodeStep, success: SuccessStep, 'no-account': NoAccountStep }
const titles: Record<LoginStep, string> = {
  phone: 'Bienvenue sur la place',
  code: 'Votre code de connexion',
  success: 'Bonjour\u00a0!',
  'no-account': 'Compte pro non trouvé',
}

export function LoginPage() {
  const login = useLogin()
  const { data: configuration } = useQuery(configurationQuery)
  const Step = steps[login.step]
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <Logo />
        <div className={styles.body}>
          <h1 className={styles.title}>{titles[login.step]}</h1>
          {login.hasEnded && login.step === 'phone' ? (
            <Alert tone="info" title="Votre session est terminée">
              Reconnectez-vous&nbsp;: vous reviendrez à la même page.
            </Alert>
          ) : null}
          <Step key={login.step} login={login} />
        </div>
        {login.step === 'phone' ? (
          <p className={styles.register}>
            Pas encore inscrit&nbsp;? <Link to="/inscription">Créer mon compte pro</Link>
          </p>
        ) : null}
        <LegalLinks accessibility={configuration?.accessibility} />
      </main>
      <div className={styles.picture} aria-hidden="true">
        <img src={townSquare} alt="" width={800} height={900} />
      </div>
    </div>
  )
}
