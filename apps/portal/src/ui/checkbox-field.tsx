import styles from './checkbox-field.module.css'
import { FieldErrorText, type FieldProps } from './field.tsx'

type CheckboxFieldProps = Omit<FieldProps, 'required'> & {
  value: boolean
  onChange: (value: boolean) => void
  /** A switch acts at once or turns a part of the page on; a box is an answer in a form. */
  look?: 'box' | 'switch'
}

export function CheckboxField(props: CheckboxFieldProps) {
  const { name, label, hint, value, onChange, error, disabled, look = 'box' } = props
  const id = `control-${name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div id={`field-${name}`} className={styles.field}>
      <input
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        className={styles[look]}
        id={id}
        name={name}
        checked={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={`${id}-hint`} className={`soft small ${styles.hint}`}>
          {hint}
        </p>
      ) : null}
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  )
}
