import { completeClockTime } from '@parvis/domain/kernel/clock-time'
import { Field, type FieldProps } from './field.tsx'
import styles from './input.module.css'

type TimeFieldProps = FieldProps & { value: string; onChange: (value: string) => void }

/** A time of day `HH:mm`, typed freely: `9` becomes `09:00` on leaving the field (E-070). */
export function TimeField(props: TimeFieldProps) {
  return (
    <Field {...props}>{(control) => <TimeInput {...control} value={props.value} onChange={props.onChange} />}</Field>
  )
}

type TimeInputProps = { value: string; onChange: (value: string) => void; 'aria-label'?: string } & Record<
  string,
  unknown
>

/** The bare input, for rows of times: give it an `aria-label`. */
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
