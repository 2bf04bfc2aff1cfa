import type { FieldError } from '../lib/use-form.ts'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'

type SaveRowProps = {
  /** Of `useVersionedForm`. */
  form: { failure: FieldError | undefined; isPending: boolean; takeStored: () => void }
  /** What another device may have saved meanwhile: « les réglages ». */
  what: string
}

/** The end of a form of settings: why the last save failed, a way to take what another device has saved, « Enregistrer ». */
export function SaveRow({ form, what }: SaveRowProps) {
  return (
    <>
      <FailureAlert error={form.failure} />
      <div className="row to-end">
        {form.failure?.key === 'NEWER_VERSION' ? (
          <Button variant="secondary" onClick={form.takeStored}>
            Reprendre {what} de l’autre appareil
          </Button>
        ) : null}
        <Button type="submit" loading={form.isPending}>
          Enregistrer
        </Button>
      </div>
    </>
  )
}
