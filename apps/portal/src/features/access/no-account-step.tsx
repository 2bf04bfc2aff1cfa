import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import styles from './step.module.css'
import type { Login } from './use-login.ts'

/** Step 4: signed in, but owning no business. */
export function NoAccountStep({ login }: { login: Login }) {
  return (
    <>
      <p className={styles.sentence} role="status" data-error="phone_not_registered">
        Ce numéro de téléphone n’est pas enregistré
      </p>
      <div className={styles.form}>
        <Link to="/inscription" className={buttonClass({ wide: true })}>
          Inscrire mon établissement
        </Link>
        <Button variant="quiet" onClick={login.changePhone}>
          Essayer un autre numéro
        </Button>
      </div>
    </>
  )
}
