import { readTypedDay, writeFrenchDay } from '@parvis/domain/kernel/day'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useAhead } from '../lib/after-first-paint.ts'
import styles from './date-field.module.css'
import { type ControlProps, Field, type FieldProps } from './field.tsx'
import input from './input.module.css'
import { lazyWindow } from './lazy-window.tsx'

const loadCalendar = () => import('./day-calendar.tsx').then((it) => it.DayCalendar)
const DayCalendar = lazyWindow(loadCalendar)

type DateInputProps = {
  /** `YYYY-MM-DD`, or what was typed when it is no date, or empty. */
  value: string
  onChange: (value: string) => void
  'aria-label'?: string
}

/** A day, typed JJ/MM/AAAA or chosen in a calendar, which is drawn from its first opening on. */
export function DateInput(props: DateInputProps & { control: ControlProps }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState<boolean>()
  useAhead(loadCalendar)
  const close = () => {
    setOpen(false)
    button?.focus({ preventScroll: true })
  }
  return (
    <span className={input.withSide}>
      <DateText {...props} />
      <button
        ref={setButton}
        type="button"
        className={`middle ${styles.open}`}
        aria-label="Choisir dans le calendrier"
        aria-describedby={`${props.control.id}-label`}
        aria-expanded={isOpen ?? false}
        disabled={props.control.disabled}
        onClick={() => setOpen(!isOpen)}
      >
        <IconCalendar size={22} aria-hidden="true" />
      </button>
      {isOpen === undefined || !button ? null : (
        <DayCalendar
          opened={isOpen}
          onClose={close}
          button={button}
          day={readTypedDay(props.value)}
          onChoose={props.onChange}
        />
      )}
    </span>
  )
}

/** The same under a label. */
export function DayField({ value, onChange, ...field }: Pick<DateInputProps, 'value' | 'onChange'> & FieldProps) {
  return <Field {...field}>{(control) => <DateInput control={control} value={value} onChange={onChange} />}</Field>
}

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
