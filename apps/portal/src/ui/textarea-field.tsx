import { countOf, Field, type FieldProps, type LimitProps } from './field.tsx'
import styles from './input.module.css'

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
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
