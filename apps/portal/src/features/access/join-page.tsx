import { useSignedIn } from '../../lib/sign-in.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import styles from './login-page.module.css'
import { LazyInvitations, LoginPage } from './login-page.tsx'

/** Where the SMS of an invitation leads: the sign-in, which proves the number, then what this number is invited to. */
export function JoinPage() {
  if (!useSignedIn())
    return (
      <LoginPage
        news={
          <div className="top-2">
            <Alert tone="info" title="Vous êtes invité dans une équipe">
              Connectez-vous avec le numéro qui a reçu l’invitation.
            </Alert>
          </div>
        }
      />
    )
  return (
    <div className={styles.page}>
      <main className={`column ${styles.main}`}>
        <Logo />
        <div className={`stack-3 column centre wide ${styles.body}`}>
          <h1 className={styles.title}>Rejoindre une équipe</h1>
          <LazyInvitations />
          <LinkButton to="/company" variant="quiet" wide>
            Aller à mon espace
          </LinkButton>
        </div>
      </main>
    </div>
  )
}
