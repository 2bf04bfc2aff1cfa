import { completeClockTime } from '@parvis/domain/kernel/clock-time'
import { useRef } from 'react'
import styles from './input.module.css'

type TimeInputProps = { value: string; onChange: (value: string) => void; 'aria-label'?: string } & Record<
  string,
  unknown
>

/**
 * A time of day `HH:mm`, typed freely: `9` becomes `09:00` and `930` `09:30` on leaving the field. A tap selects what is
 * there, so that digits replace it: the keyboard of a phone shows digits only. Give it an `aria-label`.
 */
export function TimeInput({ value, onChange, ...control }: TimeInputProps) {
  const isEntering = useRef(false)
  return (
    <input
      {...control}
      className={styles.input}
      inputMode="numeric"
      autoComplete="off"
      placeholder="9:00"
      maxLength={8}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => {
        isEntering.current = true
        event.currentTarget.select()
      }}
      onClick={(event) => {
        // The first tap, which gave the focus, would put the caret between two digits.
        if (isEntering.current) event.currentTarget.select()
        isEntering.current = false
      }}
      onBlur={() => {
        const complete = completeClockTime(value)
        if (complete !== value) onChange(complete)
      }}
    />
  )
}
