import { type InstantKind, kindNames } from '@parvis/domain/instants/kind'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deviceKey } from '../../api/query.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Navigate, useParams } from '../../lib/router.tsx'
import { useCompany, useOpenedIn } from '../../lib/session.ts'
import { useLeave } from '../../lib/use-leave.ts'
import { useQueryText } from '../../lib/use-query-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCap } from './cap-alert.tsx'
import { fetchPicture } from './form/fetch-picture.ts'
import { InstantFormView } from './form/instant-form-view.tsx'
import {
  duplicateOf,
  emptyValues,
  type InstantValues,
  instantValuesOf,
  type Publication,
} from './form/instant-values.ts'
import { pendingDateOf } from './form/notification-state.ts'
import { kindOf, type ServerInstant } from './instant.ts'
import { instantQuery, instantsQuery, readInstant } from './instants.queries.ts'
import { kinds, savedTexts } from './kinds.fr.ts'

export const CreateServicePage = () => <CreateInstantPage kind="service" />
export const CreateSpecialOfferPage = () => <CreateInstantPage kind="specialOffer" />
export const CreateAgendaEventPage = () => <CreateInstantPage kind="event" />
export const EditServicePage = () => <EditInstantPage kind="service" />
export const EditSpecialOfferPage = () => <EditInstantPage kind="specialOffer" />
export const EditAgendaEventPage = () => <EditInstantPage kind="event" />

/** A new instant of one kind, empty or the copy of another; saved, it goes back to the list. */
function CreateInstantPage({ kind }: { kind: InstantKind }) {
  const company = useCompany()
  const leave = useLeave()
  const { data: instants } = useQuery(instantsQuery)
  const cap = useCap(instants)
  const copied = useQueryText('copie')
  const copy = useQuery({ ...copyQuery(copied ?? '', kind), enabled: copied !== undefined })
  const finish = (instantKind: InstantKind, publication: Publication) => {
    showToast(savedTexts[publication])
    leave({ to: '/instants', state: { instantKind } })
  }
  return (
    <>
      <PageHeader title={kindNames[kind].new} sentence={kinds[kind].teaching} back="/instants" />
      {copied === undefined || copy.data ? (
        <InstantFormView
          kind={kind}
          initial={copy.data ?? emptyValues(kind, company)}
          isFull={cap[kind].isReached}
          onSaved={finish}
        />
      ) : copy.error ? (
        <LoadError error={copy.error} onRetry={() => void copy.refetch()} />
      ) : (
        <PageLoader />
      )}
    </>
  )
}

/** The values of the instant that is duplicated. */
const copyQuery = (id: string, kind: InstantKind) =>
  queryOptions({
    queryKey: deviceKey('copied-instant', id, kind),
    queryFn: async ({ signal }): Promise<InstantValues> => {
      const instant = await readInstant(id, signal)
      const { pictureUrl } = instant.instantInformation
      const picture = pictureUrl ? await fetchPicture(pictureUrl) : undefined
      return duplicateOf(instantValuesOf(instant, kind, ''), picture ?? null)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** An instant to change; the address of another kind leads to the right form, an unknown one nowhere. */
function EditInstantPage({ kind }: { kind: InstantKind }) {
  const { id = '' } = useParams()
  const leave = useLeave()
  const { data: instant, error, refetch } = useQuery(instantQuery(id))
  const isElsewhere = useOpenedIn(businessOf(instant))
  if (isGone(error) && !instant) return <NotFoundPage />
  if (error && !instant) return <LoadError error={error} onRetry={() => void refetch()} page />
  if (!instant || isElsewhere) return <PageLoader />
  const actual = kindOf(instant)
  if (actual !== kind) return <Navigate to={kinds[actual].editPath} params={{ id }} />
  const finish = (instantKind: InstantKind) => {
    showToast('Vos modifications sont enregistrées')
    leave({ to: '/instants', state: { instantKind } })
  }
  return (
    <>
      <PageHeader
        title={`Modifier ${kindNames[kind].the}`}
        sentence={instant.instantInformation.title}
        back="/instants"
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
        onSaved={finish}
      />
    </>
  )
}

const businessOf = (instant: ServerInstant | undefined) => instant?.instantInformation.businessId

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}
