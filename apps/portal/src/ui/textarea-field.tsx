import { Field, type FieldProps } from './field.tsx'
import styles from './input.module.css'

type TextareaFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  rows?: number
  maxLength?: number
  /** Shows « 12 / 254 ». */
  counter?: boolean
}

export function TextareaField(props: TextareaFieldProps) {
  const { value, onChange, placeholder, rows = 4, maxLength } = props
  return (
    <Field {...props} counter={props.counter ? `${value.length} / ${maxLength ?? '∞'}` : undefined}>
      {(control) => (
        <textarea
          {...control}
          className={styles.input}
          rows={rows}
          value={value}
          maxLength={maxLength}
          placeholder={placeholder}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
