import type { ReactNode } from 'react'
import { useLeaveWarning } from '../lib/use-leave-warning.ts'
import { Button } from './button.tsx'
import styles from './dialog-form.module.css'
import { FailureAlert } from './failure-alert.tsx'
import { Modal } from './modal.tsx'
import { type Resumable, ResumedNotice } from './resumed-notice.tsx'

type FormButtonsProps = {
  submitLabel?: string
  closeLabel?: string
  danger?: boolean
  /** Nothing was changed that could be sent. */
  cannotSend?: boolean
  onClose: () => void
}

type DialogFormProps = FormButtonsProps & {
  /** Failure of `useForm`, or of a mutation in the same shape. */
  form: {
    onSubmit: (event?: { preventDefault: () => void }) => void
    isPending: boolean
    failure?: { text: string } | undefined
  } & Partial<Resumable>
  children: ReactNode
  /** Key of the failure for programs: `data-error`. */
  errorKey?: string | undefined
  /** Instead of the failure of the form, in other words. */
  alert?: ReactNode
  /** What else can be done about it. */
  remedy?: ReactNode
}

/**
 * The form of a dialog: its fields, why the last try failed, then the way out beside the button that sends. The browser's back button,
 * which closes no window, asks before it takes away what was typed.
 */
export function DialogForm(props: DialogFormProps) {
  const { form, children } = props
  useLeaveWarning(form.isDirty ?? false)
  return (
    <form className="column gap-2" onSubmit={form.onSubmit} noValidate>
      {form.isResumed === undefined ? null : <ResumedNotice form={form as Resumable} />}
      {children}
      {props.alert ?? <FailureAlert error={form.failure} errorKey={props.errorKey} />}
      {props.remedy}
      <div className={`row ${styles.buttons}`}>
        <FormButtons {...props} isPending={form.isPending} />
      </div>
    </form>
  )
}

type FormDialogProps = DialogFormProps & {
  title: string
  size?: 'narrow' | 'normal'
  form: DialogFormProps['form'] & { isDirty: boolean }
}

/** A form in a window: what was typed is left by a button alone, and nothing closes it while it is sent. */
export function FormDialog({ title, size = 'narrow', ...form }: FormDialogProps) {
  const { isDirty, isPending } = form.form
  return (
    <Modal onClose={form.onClose} title={title} size={size} keepOpen={isDirty} isBusy={isPending}>
      <DialogForm {...form} />
    </Modal>
  )
}

/** The way out, then the button that sends. */
export function FormButtons(props: FormButtonsProps & { isPending: boolean }) {
  const { submitLabel = 'Enregistrer', closeLabel = 'Annuler', danger, cannotSend, isPending, onClose } = props
  return (
    <>
      <Button variant="secondary" disabled={isPending} onClick={onClose}>
        {closeLabel}
      </Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={cannotSend} loading={isPending}>
        {submitLabel}
      </Button>
    </>
  )
}
