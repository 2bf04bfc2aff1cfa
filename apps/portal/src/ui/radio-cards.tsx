import type { ReactNode } from 'react'
import styles from './radio-cards.module.css'

type RadioCardsProps<V extends string> = {
  name: string
  options: readonly { value: V; label: string; hint: ReactNode }[]
  value: V | ''
  onChange: (value: V) => void
}

/** One of a few answers that need a word of explanation; the choice is the whole card. Stands in a group that names it. */
export function RadioCards<V extends string>({ name, options, value: chosen, onChange }: RadioCardsProps<V>) {
  return options.map(({ value, label, hint }) => (
    <label key={value} className={`box flex gap-half ${styles.card}`}>
      <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
      <span>
        <strong>{label}</strong>
        {hint}
      </span>
    </label>
  ))
}
