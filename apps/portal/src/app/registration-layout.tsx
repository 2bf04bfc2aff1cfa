import { type ReactNode, Suspense } from 'react'
import { QueryProvider } from '../api/query-provider.tsx'
import { lazyPart } from '../lib/after-first-paint.ts'
import { HelpContact } from '../lib/help-contact.tsx'
import { navigate } from '../lib/history.ts'
import { PageLink } from '../lib/router.tsx'
import { useSignedIn } from '../lib/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { LegalLinks } from '../ui/legal-links.tsx'
import { Logo } from '../ui/logo.tsx'
import { useWholeFaces } from '../ui/theme/whole-faces.ts'
import styles from './registration-layout.module.css'
import { signOut } from './sign-out.ts'

const ProofDialog = lazyPart(() => import('../features/access/proof-dialog.tsx').then((it) => it.ProofDialog))

/** The frame of the registration wizard: no rail, a link to the sign-in page, and no file of the signed-in part. */
export function RegistrationLayout({ children }: { children: ReactNode }) {
  useWholeFaces()
  const isSignedIn = useSignedIn()
  return (
    <QueryProvider>
      {isSignedIn ? (
        <Suspense>
          <ProofDialog />
        </Suspense>
      ) : null}
      <header className={`inline wrap between gap-2 ${styles.top}`}>
        <Logo />
        <Aside />
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.foot}>
        <HelpContact />
        <LegalLinks />
      </footer>
    </QueryProvider>
  )
}

function Aside() {
  const isSignedIn = useSignedIn()
  const leave = () => {
    signOut()
    navigate({ to: '/login' })
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
      <span>Déjà inscrit&nbsp;?</span>{' '}
      <PageLink to="/login" className="bold tap">
        Se connecter
      </PageLink>
    </span>
  )
}
