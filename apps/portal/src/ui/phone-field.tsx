import { Field, type FieldProps } from './field.tsx'
import styles from './input.module.css'
import own from './phone-field.module.css'

type PhoneFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
}

/** A French phone, typed as one likes; digits are grouped in pairs on leaving the field. */
export function PhoneField(props: PhoneFieldProps) {
  const { value, onChange } = props
  return (
    <Field {...props}>
      {(control) => (
        <span className={styles.withSide}>
          <span className={`inline soft ${styles.prefix}`} aria-hidden="true">
            <span className={own.flag} /> France
          </span>
          <input
            {...control}
            className={`${styles.input} ${own.input}`}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            value={value}
            placeholder="06 12 34 56 78"
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={() => {
              const grouped = inPairs(value)
              if (grouped !== value) onChange(grouped)
            }}
          />
        </span>
      )}
    </Field>
  )
}

/** `0612345678` → `06 12 34 56 78`; anything else is left as typed. */
function inPairs(phone: string): string {
  const digits = phone.replace(/[\s.-]/g, '')
  return /^0\d{9}$/.test(digits) ? (digits.match(/\d\d/g) ?? []).join(' ') : phone
}
