import { formatDayTime } from '../../../lib/paris-format.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ProfileForm } from './use-profile-form.ts'

/** Says that what was typed before is back, and since when. */
export function DraftNotice({ form }: { form: ProfileForm }) {
  if (form.draftFrom === undefined) return null
  return (
    <Alert
      tone="info"
      title={`Votre brouillon du ${formatDayTime(form.draftFrom)} est de retour`}
      action={
        <Button variant="secondary" size="small" onClick={form.discardDraft}>
          Repartir de la fiche enregistrée
        </Button>
      }
    >
      Il est gardé dans ce navigateur jusqu’à l’enregistrement. Les photos sont à choisir à nouveau.
    </Alert>
  )
}
