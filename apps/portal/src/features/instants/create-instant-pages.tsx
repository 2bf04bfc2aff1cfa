import type { InstantKind } from '@parvis/domain/instants/kind'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCompany } from '../../lib/session.ts'
import { useQueryText } from '../../lib/use-query-text.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InstantFormView } from './form/instant-form.tsx'
import { emptyValues, type Publication } from './form/instant-values.ts'
import { useCopy } from './form/use-copy.ts'
import { instantsQuery } from './instants.queries.ts'
import { kinds, savedTexts } from './kinds.fr.ts'
import { useCap } from './use-cap.ts'

export function CreateServicePage() {
  return <CreateInstantPage kind="service" />
}

export function CreateSpecialOfferPage() {
  return <CreateInstantPage kind="specialOffer" />
}

export function CreateAgendaEventPage() {
  return <CreateInstantPage kind="event" />
}

/** A new instant of one kind, empty or the copy of another; saved, it goes back to the list (I-022). */
function CreateInstantPage({ kind }: { kind: InstantKind }) {
  const company = useCompany()
  const navigate = useNavigate()
  const { data: instants } = useQuery(instantsQuery(company.companyId))
  const cap = useCap(instants)
  const copy = useCopy(useQueryText('copie'), kind)
  const leave = (instantKind: InstantKind, publication: Publication) => {
    showToast(savedTexts[publication])
    void navigate({ to: '/instants', state: { instantKind }, ignoreBlocker: true })
  }
  return (
    <>
      <PageHeader
        title={kinds[kind].title}
        sentence={kinds[kind].teaching}
        back={{ to: '/instants', label: 'Instants' }}
      />
      {copy.error ? <LoadError error={copy.error} onRetry={copy.retry} /> : null}
      {copy.isLoading ? <PageLoader /> : null}
      {copy.error || copy.isLoading ? null : (
        <InstantFormView
          kind={kind}
          initial={copy.values ?? emptyValues(kind, company)}
          isFull={cap[kind].isReached}
          onSaved={leave}
        />
      )}
    </>
  )
}
