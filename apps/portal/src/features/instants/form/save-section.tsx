import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import styles from './form.module.css'
import { fieldLabels } from './instant-error-text.ts'
import type { InstantForm } from './use-instant-form.ts'

/** What is wrong, then the last control of the page: always in sight (I-030, I-093, I-094). */
export function SaveSection({ form }: { form: InstantForm }) {
  const { errors, failure, isPending, progress, draft } = form
  return (
    <>
      <ErrorSummary errors={errors} labels={fieldLabels} failure={failure} />
      {draft && failure ? (
        <Alert tone="warning" errorKey="draft_kept">
          Votre instant est gardé en brouillon, invisible des habitants. «&nbsp;Enregistrer&nbsp;» renvoie seulement ce
          qui manque.
        </Alert>
      ) : null}
      <div className={styles.save}>
        {isPending ? (
          <progress className={styles.progress} value={progress} max={1} aria-label="Envoi en cours" />
        ) : null}
        <Button type="submit" loading={isPending} wide>
          {isPending ? 'Enregistrement…' : 'Enregistrer'}
        </Button>
      </div>
    </>
  )
}
