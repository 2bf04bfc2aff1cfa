import { useEffect } from 'react'
import { PageLink } from '../lib/router.tsx'
import { buttonClass } from './button.tsx'
import { Logo } from './logo.tsx'
import styles from './not-found-page.module.css'

/** Any unknown address, for everybody. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = 'Page introuvable · Parvis Pro'
  }, [])
  return (
    <main className={`inline centre gap-2 pad-3 centred ${styles.page}`}>
      <Logo />
      <p className={`flex top-3 fir ${styles.number}`} aria-hidden="true">
        4<span />4
      </p>
      <h1>Page introuvable</h1>
      <p className="below-2 soft">L’adresse est peut-être mal écrite, ou la page a déménagé.</p>
      <PageLink to="/" className={buttonClass({ variant: 'primary' })}>
        Revenir à l’accueil
      </PageLink>
    </main>
  )
}
