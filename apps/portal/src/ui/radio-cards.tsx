import type { ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import styles from './radio-cards.module.css'

type RadioCardsProps<V extends string> = FieldProps & {
  options: readonly { value: V; label: string; hint: ReactNode }[]
  value: V | ''
  onChange: (value: V) => void
}

/** One of a few answers that need a word of explanation; the choice is the whole card. */
export function RadioCards<V extends string>({ options, value: chosen, onChange, ...field }: RadioCardsProps<V>) {
  return (
    <Field {...field} group>
      {({ name }) => (
        <div className="stack-1">
          {options.map(({ value, label, hint }) => (
            <label key={value} className={`box flex gap-half ${styles.card}`}>
              <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
              <span>
                <strong>{label}</strong>
                {hint}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
