import type { FieldError } from '../lib/use-form.ts'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'

type SaveRowProps = {
  /** Of `useVersionedForm`. */
  form: { failure: FieldError | undefined; isPending: boolean; takeStored: () => void; saveMine: () => void }
  /** What another device may have saved meanwhile: « les réglages ». */
  what: string
  label?: string
}

/** The end of a form of settings: why the last save failed, what another device has saved or what is typed over it, « Enregistrer ». */
export function SaveRow({ form, what, label = 'Enregistrer' }: SaveRowProps) {
  return (
    <>
      <FailureAlert error={form.failure} />
      <div className="row to-end">
        {form.failure?.key === 'NEWER_VERSION' ? (
          <>
            <Button variant="secondary" onClick={form.takeStored}>
              Reprendre {what} de l’autre appareil
            </Button>
            <Button variant="quiet" onClick={form.saveMine}>
              Garder mes changements
            </Button>
          </>
        ) : null}
        <Button type="submit" loading={form.isPending}>
          {label}
        </Button>
      </div>
    </>
  )
}
