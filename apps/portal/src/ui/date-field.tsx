import { readTypedDay, writeFrenchDay } from '@parvis/domain/kernel/day'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { afterFirstPaint } from '../lib/after-first-paint.ts'
import styles from './date-field.module.css'
import { type ControlProps, Field, type FieldProps } from './field.tsx'
import input from './input.module.css'
import { lazyWindow } from './lazy-window.tsx'

const CalendarButton = lazyWindow(
  () => afterFirstPaint(() => import('./calendar-button.tsx')).then((it) => it.CalendarButton),
  () => <CalendarMark />,
)

type DateInputProps = {
  /** `YYYY-MM-DD`, or what was typed when it is no date, or empty. */
  value: string
  onChange: (value: string) => void
  'aria-label'?: string
}

/** A day, typed JJ/MM/AAAA or chosen in a calendar. */
export function DateInput(props: DateInputProps & { control: ControlProps }) {
  return (
    <span className={input.withSide}>
      <DateText {...props} />
      <CalendarButton
        className={styles.open ?? ''}
        disabled={props.control.disabled}
        day={readTypedDay(props.value)}
        onChoose={props.onChange}
      />
    </span>
  )
}

/** The same under a label. */
export function DayField({ value, onChange, ...field }: Pick<DateInputProps, 'value' | 'onChange'> & FieldProps) {
  return <Field {...field}>{(control) => <DateInput control={control} value={value} onChange={onChange} />}</Field>
}

/** In the place of the button while the calendar loads. */
const CalendarMark = () => (
  <span className={styles.open}>
    <IconCalendar size={22} aria-hidden="true" />
  </span>
)

/** Keeps what is being typed; tells the day as soon as there is one. */
function DateText({ control, value, onChange, ...named }: DateInputProps & { control: ControlProps }) {
  const [typed, setTyped] = useState(writeFrenchDay(value))
  const shown = (readTypedDay(typed) ?? typed) === value ? typed : writeFrenchDay(value)
  const type = (text: string) => {
    setTyped(text)
    onChange(readTypedDay(text) ?? text)
  }
  return (
    <input
      {...control}
      {...named}
      className={`${input.input} ${styles.text}`}
      inputMode="numeric"
      autoComplete="off"
      placeholder="JJ/MM/AAAA"
      maxLength={12}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(writeFrenchDay(value))}
    />
  )
}
