import type { InstantKind } from '@parvis/domain/instants/kind'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../lib/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InstantFormView } from './form/instant-form.tsx'
import { instantValuesOf } from './form/instant-values.ts'
import { pendingDateOf } from './form/notification-state.ts'
import { kindOf } from './instant.ts'
import { instantQuery } from './instants.queries.ts'
import { kinds } from './kinds.fr.ts'

export function EditServicePage() {
  return <EditInstantPage kind="service" />
}

export function EditSpecialOfferPage() {
  return <EditInstantPage kind="specialOffer" />
}

export function EditAgendaEventPage() {
  return <EditInstantPage kind="event" />
}

/** An instant to change (I-023); the address of another kind leads to the right form (AMB-85), an unknown one nowhere (I-024). */
function EditInstantPage({ kind }: { kind: InstantKind }) {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const { data: instant, error, refetch } = useQuery(instantQuery(id))
  if (isGone(error) && !instant) return <NotFoundPage />
  if (error && !instant) return <LoadError error={error} onRetry={() => void refetch()} page />
  if (!instant) return <PageLoader />
  const actual = kindOf(instant)
  if (actual !== kind) return <Navigate to={kinds[actual].editPath} params={{ id }} replace />
  const leave = (instantKind: InstantKind) => {
    showToast('Vos modifications sont enregistrées')
    void navigate({ to: '/instants', state: { instantKind }, ignoreBlocker: true })
  }
  return (
    <>
      <PageHeader
        title={kinds[kind].editTitle}
        sentence={instant.instantInformation.title}
        back={{ to: '/instants', label: 'Instants' }}
      />
      {isGone(error) ? (
        <Alert tone="warning" title="Cet instant vient d’être supprimé" errorKey="instant_gone">
          Ce que vous avez saisi reste à l’écran&nbsp;: recopiez-le dans un nouvel instant pour ne pas le perdre.
        </Alert>
      ) : null}
      <InstantFormView
        key={id}
        kind={kind}
        instant={instant}
        initial={instantValuesOf(instant, kind, pendingDateOf(instant))}
        onSaved={leave}
      />
    </>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}
