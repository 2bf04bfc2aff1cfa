import { countCharacters } from '@parvis/domain/kernel/text'
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

/** Maximum length, counted as the rules count, and not enforced by cutting: a longer text stays and is marked in red. */
export type LimitProps = {
  limit?: number
  /** Shows « 12 / 254 » from the first character. */
  counter?: boolean
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
  /** Right of the hint: a counter of characters; `isOver` in red. */
  count?: { text: string; isOver?: boolean } | undefined
  /** A group of controls rather than one: the label becomes a legend. */
  group?: boolean
  children: (control: ControlProps) => ReactNode
}

/** Label, hint, control and error, linked by ids for screen readers. */
export function Field({ children, group = false, ...props }: FieldFrameProps) {
  const { name, label, hint, error, count } = props
  const control = controlOf(props)
  const Frame = group ? 'fieldset' : 'div'
  const Label = group ? 'legend' : 'label'
  return (
    <Frame
      id={`field-${name}`}
      className="shrinks"
      data-invalid={error ? true : undefined}
      aria-describedby={group ? control['aria-describedby'] : undefined}
    >
      <Label id={`${control.id}-label`} className={styles.label} {...(group ? {} : { htmlFor: control.id })}>
        {label}
        {props.required ? (
          <span className="bold red" title="obligatoire">
            {' '}
            (*)
          </span>
        ) : null}
      </Label>
      {hint ? (
        <p id={`${control.id}-hint`} className={`note ${styles.hint}`}>
          {hint}
        </p>
      ) : null}
      {children(control)}
      <div className={`flex between gap-2 ${styles.foot}`}>
        <FieldErrorText id={`${control.id}-error`} error={error} />
        <Count count={count} />
      </div>
    </Frame>
  )
}

/** `12 / 254`; beyond the limit, always and in words: `300 / 254, à raccourcir`. */
export function countOf(
  value: string,
  { limit, counter = false }: LimitProps,
): { text: string; isOver: boolean } | undefined {
  if (limit === undefined) return undefined
  const length = countCharacters(value)
  const isOver = length > limit
  return counter || isOver ? { text: `${length} / ${limit}${isOver ? ', à raccourcir' : ''}`, isOver } : undefined
}

/** The sentence of an error, findable by its key. */
export function FieldErrorText({ id, error }: { id?: string; error: FieldError | undefined }) {
  if (!error) return null
  return (
    <div id={id} className={`flex gap-tight red ${styles.error}`}>
      <div>
        <p data-error={error.key}>{typographic(error.text)}</p>
        {error.more ? (
          <details className={styles.more}>
            <summary>En savoir plus</summary>
            {error.more}
          </details>
        ) : null}
      </div>
    </div>
  )
}

function Count({ count }: Pick<FieldFrameProps, 'count'>) {
  if (!count) return null
  return (
    <span className={`soft small ${styles.counter}`} data-over={count.isOver || undefined}>
      {count.text}
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
