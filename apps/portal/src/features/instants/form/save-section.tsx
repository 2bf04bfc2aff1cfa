import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { fieldLabels, instantErrorText } from './instant-error-text.ts'
import type { InstantForm } from './use-instant-form.ts'

/** The errors and the save button, last and always in sight. */
export function SaveSection({ form }: { form: InstantForm }) {
  const { errors, failure, isPending, progress } = form
  return (
    <>
      <ErrorSummary
        errors={errors}
        labels={fieldLabels}
        failure={failure}
        titleOf={({ key }) => instantErrorText(key)}
      />
      <SaveBar label={labelOf(form)} isPending={isPending} progress={progress} />
    </>
  )
}

function labelOf({ instant, values: { publication = 'now' } }: InstantForm): string {
  if (publication === 'draft') return 'Garder en brouillon'
  if (publication === 'later') return 'Programmer'
  return instant && instant.publication.state === 'published' ? 'Enregistrer' : 'Publier'
}
