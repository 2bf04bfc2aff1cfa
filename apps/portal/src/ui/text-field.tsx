import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import styles from './input.module.css'

export type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'password'
  placeholder?: string
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url'
  /** Typing stops there. */
  maxLength?: number
  /** Shows « 12 / 100 ». */
  counter?: boolean
  /** Characters written at the right, e.g. `.monparvis.fr`. */
  suffix?: ReactNode
  autoFocus?: boolean
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, type = 'text', placeholder, autoComplete, inputMode, maxLength, suffix } = props
  return (
    <Field {...props} counter={props.counter ? `${value.length} / ${maxLength ?? '∞'}` : undefined}>
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
          />
          {suffix ? <span className={styles.suffix}>{suffix}</span> : null}
        </span>
      )}
    </Field>
  )
}
