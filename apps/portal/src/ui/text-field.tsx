import type { ComponentProps, HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { countOf, Field, type FieldProps, type LimitProps } from './field.tsx'
import styles from './input.module.css'

type TextFieldProps = FieldProps &
  LimitProps & {
    value: string
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password'
    placeholder?: string
    autoComplete?: HTMLInputAutoCompleteAttribute
    inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url'
    /** Typing stops there: for a code of that many signs; a text has a `limit`. */
    maxLength?: number | undefined
    /** Characters written at the right, e.g. `.monparvis.fr`. */
    suffix?: ReactNode
    autoFocus?: boolean
  }

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type = 'text', placeholder, autoComplete, inputMode, maxLength, suffix } = props
  return (
    <Field {...props} count={countOf(value, props)}>
      {(control) => (
        <span className={styles.withSide}>
          <input
            {...control}
            className={styles.input}
            type={type}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
            placeholder={placeholder}
            autoComplete={autoComplete}
            inputMode={inputMode}
            maxLength={maxLength}
            // biome-ignore lint/a11y/noAutofocus: only where the field is the one thing of the screen
            autoFocus={props.autoFocus}
            // A window gives the focus to its first control but for this mark.
            data-autofocus={props.autoFocus || undefined}
          />
          {suffix ? <span className={`inline soft ${styles.suffix}`}>{suffix}</span> : null}
        </span>
      )}
    </Field>
  )
}

type NumberFieldProps = Omit<ComponentProps<typeof TextField>, 'inputMode' | 'maxLength'> & { digits?: number }

/** Digits, so many at most, on the number pad of a phone. */
export const NumberField = ({ digits, ...field }: NumberFieldProps) => (
  <TextField {...field} inputMode="numeric" maxLength={digits} />
)

/** An amount in euros. */
export const PriceField = ({ onChange, ...field }: ComponentProps<typeof TextField>) => (
  <TextField
    inputMode="decimal"
    suffix="€"
    placeholder="12,50"
    {...field}
    // The sign stands beside the field already: pasted with it, « 12,50 € » is no number.
    onChange={(typed) => onChange(typed.replace(/\s*€/, ''))}
  />
)

type TextareaFieldProps = FieldProps &
  LimitProps & {
    value: string
    onChange: (value: string) => void
    placeholder?: string
    rows?: number
  }

export function TextareaField(props: TextareaFieldProps) {
  const { value, onChange, placeholder, rows = 4 } = props
  return (
    <Field {...props} count={countOf(value, props)}>
      {(control) => (
        <textarea
          {...control}
          className={styles.input}
          rows={rows}
          value={value}
          placeholder={placeholder}
          // A browser brings the caret of a text area in sight, not the whole of it.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
