import { Field, type FieldProps } from './field.tsx'
import styles from './input.module.css'

export type Option<V extends string = string> = { value: V; label: string }

type SelectFieldProps<V extends string> = FieldProps & {
  value: V | ''
  onChange: (value: V) => void
  options: readonly Option<V>[]
  /** The first, empty line; absent when a value is always chosen. */
  placeholder?: string
}

/** A short list, in the phone's own chooser. For long lists: SearchSelectField. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { value, onChange, options, placeholder } = props
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <Field {...props}>
      {(control) => (
        <select
          {...control}
          className={styles.input}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
