import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { configurationQuery, useSignedIn } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { LegalLinks } from '../ui/legal-links.tsx'
import { Logo } from '../ui/logo.tsx'
import { useWholeFaces } from '../ui/theme/whole-faces.ts'
import styles from './registration-layout.module.css'
import { signOut } from './sign-out.ts'

/** The frame of the registration wizard: no rail, a link to the sign-in page, and no file of the signed-in part. */
export function RegistrationLayout() {
  useWholeFaces()
  const { data: configuration } = useQuery(configurationQuery)
  return (
    <>
      <header className={`inline ${styles.top}`}>
        <Logo />
        <Aside />
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.foot}>
        <LegalLinks accessibility={configuration?.accessibility} />
      </footer>
    </>
  )
}

function Aside() {
  const isSignedIn = useSignedIn()
  const navigate = useNavigate()
  const leave = () => {
    signOut()
    void navigate({ to: '/login' })
  }
  if (isSignedIn) {
    return (
      <Button variant="quiet" onClick={leave}>
        Se déconnecter
      </Button>
    )
  }
  return (
    <span className={`soft ${styles.aside}`}>
      <span>Déjà inscrit&nbsp;?</span> <Link to="/login">Se connecter</Link>
    </span>
  )
}
