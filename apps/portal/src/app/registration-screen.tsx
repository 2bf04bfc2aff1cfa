import { Suspense } from 'react'
import { RegistrationPage } from '../features/registration/registration-page.tsx'
import { lazyPart } from '../lib/after-first-paint.ts'
import { PageLoader } from '../ui/page-loader.tsx'

// Loaded lazily: step 1 needs no file of the signed-in part.
const CompletionForm = lazyPart(() => import('../features/company/completion-form.tsx').then((it) => it.CompletionForm))

const NextSteps = lazyPart(() => import('./registration-next-steps.tsx').then((it) => it.NextSteps))

const SuspensionNotice = lazyPart(() =>
  import('../features/company/suspension-notice.tsx').then((it) => it.SuspensionNotice),
)

/** The wizard of registration; its second step is the form of a company, its third the first instants and the plans. */
export function RegistrationScreen() {
  return (
    <RegistrationPage
      notice={(company) =>
        company.suspension ? (
          <Suspense fallback={null}>
            <SuspensionNotice company={company} />
          </Suspense>
        ) : null
      }
      profileStep={(company, onSaved) => (
        <Suspense fallback={<PageLoader />}>
          <CompletionForm company={company} onSaved={onSaved} />
        </Suspense>
      )}
      finalOffers={({ type }) => (
        <Suspense fallback={<PageLoader />}>
          <NextSteps type={type} />
        </Suspense>
      )}
    />
  )
}
