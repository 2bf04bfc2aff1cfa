import { firstCategory } from '@parvis/domain/company/categories'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import type { Company } from '../../lib/session.ts'
import { PageLoader } from '../../ui/page-loader.tsx'
import { ProfileFormView } from './form/profile-form.tsx'

/** The first filling of a profile, with the category that the registry suggests. */
export function CompletionForm({ company, onSaved }: { company: Company; onSaved: () => void }) {
  const { companyId, type } = company
  const suggested = useQuery({
    ...query('GET /v1/company/:id/suggested-categories', { params: { id: companyId } }),
    retry: false,
  })
  if (suggested.isPending) return <PageLoader />
  const category = firstCategory(type) ?? suggested.data?.category ?? ''
  return (
    <ProfileFormView
      company={company}
      firstCategory={category}
      candidates={suggested.data?.candidates ?? []}
      submitLabel="Suivant"
      onSaved={onSaved}
    />
  )
}
