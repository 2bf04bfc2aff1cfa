import { lazy, Suspense } from 'react'
import { RegistrationPage } from '../features/registration/registration-page.tsx'
import { PageLoader } from '../ui/page-loader.tsx'

// Nothing of the signed-in part before step 2.
const ProfileStep = lazy(() => import('./registration-profile-step.tsx').then((it) => ({ default: it.ProfileStep })))

/** The wizard of the registration feature with, as its second step, the form of the company feature. */
export function RegistrationScreen() {
  return (
    <RegistrationPage
      profileStep={(company, onSaved) => (
        <Suspense fallback={<PageLoader />}>
          <ProfileStep company={company} onSaved={onSaved} />
        </Suspense>
      )}
    />
  )
}
