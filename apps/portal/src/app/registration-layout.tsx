import { Link, Outlet } from '@tanstack/react-router'
import { Logo } from '../ui/logo.tsx'
import styles from './registration-layout.module.css'

/** The frame of the registration wizard: no rail, one way back to the sign-in page, nothing of the signed-in part. */
export function RegistrationLayout() {
  return (
    <>
      <header className={styles.top}>
        <Logo />
        <span className={styles.aside}>
          <span>Déjà inscrit&nbsp;?</span> <Link to="/login">Se connecter</Link>
        </span>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
