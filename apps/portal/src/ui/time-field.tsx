import { completeClockTime } from '@parvis/domain/kernel/clock-time'
import styles from './input.module.css'

type TimeInputProps = { value: string; onChange: (value: string) => void; 'aria-label'?: string } & Record<
  string,
  unknown
>

/** A time of day `HH:mm`, typed freely: `9` becomes `09:00` on leaving the field (E-070). Give it an `aria-label`. */
export function TimeInput({ value, onChange, ...control }: TimeInputProps) {
  return (
    <input
      {...control}
      className={styles.input}
      inputMode="numeric"
      autoComplete="off"
      placeholder="hh:mm"
      maxLength={8}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(completeClockTime(value))}
    />
  )
}
