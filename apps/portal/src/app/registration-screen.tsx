import { lazy, Suspense } from 'react'
import { RegistrationPage } from '../features/registration/registration-page.tsx'
import { PageLoader } from '../ui/page-loader.tsx'

// Nothing of the signed-in part before step 2.
const ProfileStep = lazy(() => import('./registration-profile-step.tsx').then((it) => ({ default: it.ProfileStep })))

const FirstInstants = lazy(() =>
  import('./registration-first-instants.tsx').then((it) => ({ default: it.FirstInstants })),
)

/** The wizard of the registration feature with the form of the company feature as its second step, and the first instants in its third. */
export function RegistrationScreen() {
  return (
    <RegistrationPage
      profileStep={(company, onSaved) => (
        <Suspense fallback={<PageLoader />}>
          <ProfileStep company={company} onSaved={onSaved} />
        </Suspense>
      )}
      finalOffers={() => (
        <Suspense fallback={<PageLoader />}>
          <FirstInstants />
        </Suspense>
      )}
    />
  )
}
