import type { ReactNode } from 'react'
import { typographic } from '../lib/typographic.ts'
import type { FieldError } from '../lib/use-form.ts'
import styles from './field.module.css'

/** What every field of the kit takes. */
export type FieldProps = {
  /** The name in the form: anchors the field as `field-<name>`, for the summary and the focus. */
  name: string
  label: ReactNode
  /** Marks the label with (*). */
  required?: boolean
  hint?: ReactNode
  error?: FieldError | undefined
  disabled?: boolean
}

/** What the control itself must carry. */
export type ControlProps = {
  id: string
  name: string
  disabled: boolean | undefined
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldFrameProps = FieldProps & {
  /** Right of the hint: a counter of characters. */
  counter?: ReactNode
  /** A group of controls rather than one: the label becomes a legend. */
  group?: boolean
  children: (control: ControlProps) => ReactNode
}

/** Label, hint, control and error, tied together for the eye and for screen readers. */
export function Field({ children, group = false, ...props }: FieldFrameProps) {
  const { name, label, hint, error, counter } = props
  const control = controlOf(props)
  const Frame = group ? 'fieldset' : 'div'
  const Label = group ? 'legend' : 'label'
  return (
    <Frame
      id={`field-${name}`}
      className={styles.field}
      data-invalid={error ? true : undefined}
      aria-describedby={group ? control['aria-describedby'] : undefined}
    >
      <Label className={styles.label} {...(group ? {} : { htmlFor: control.id })}>
        {label}
        {props.required ? <RequiredMark /> : null}
      </Label>
      {hint ? (
        <p id={`${control.id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {children(control)}
      <div className={styles.foot}>
        <FieldErrorText id={`${control.id}-error`} error={error} />
        {counter ? <span className={styles.counter}>{counter}</span> : null}
      </div>
    </Frame>
  )
}

/** The sentence of an error, findable by its key. */
export function FieldErrorText({ id, error }: { id?: string; error: FieldError | undefined }) {
  if (!error) return null
  return (
    <p id={id} className={styles.error} data-error={error.key}>
      {typographic(error.text)}
    </p>
  )
}

function RequiredMark() {
  return (
    <span className={styles.required} title="obligatoire">
      {' '}
      (*)
    </span>
  )
}

function controlOf({ name, hint, error, required, disabled }: FieldProps): ControlProps {
  const id = `control-${name}`
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    name,
    disabled,
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
}
