import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './date-field.module.css'
import type { ControlProps } from './field.tsx'
import { readFrenchDate, writeFrenchDate } from './french-date.ts'
import input from './input.module.css'

type DateInputProps = {
  /** `YYYY-MM-DD`, or what was typed when it is no date, or empty. */
  value: string
  onChange: (value: string) => void
  /** `YYYY-MM-DD`: the calendar offers nothing before, or after. Typing is not limited: the rule judges. */
  min?: string | undefined
  max?: string | undefined
  autoComplete?: string
}

/** A day, typed JJ/MM/AAAA or chosen in a calendar. */
export function DateInput({
  control,
  value,
  onChange,
  min,
  max,
  autoComplete,
}: DateInputProps & { control: ControlProps }) {
  const [isOpen, setOpen] = useState(false)
  const choose = (day: string | null) => {
    if (day) onChange(day)
    setOpen(false)
  }
  const day = readFrenchDate(value)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={input.withSide}>
          <DateText control={control} value={value} onChange={onChange} autoComplete={autoComplete ?? 'off'} />
          <button
            type="button"
            className={styles.open}
            aria-label="Choisir dans le calendrier"
            aria-expanded={isOpen}
            disabled={control.disabled}
            onClick={() => setOpen(!isOpen)}
          >
            <IconCalendar size={22} aria-hidden="true" />
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendrier">
        <DatePicker
          value={day ?? null}
          onChange={choose}
          defaultDate={day ?? max ?? min ?? ''}
          {...(min ? { minDate: min } : {})}
          {...(max ? { maxDate: max } : {})}
          ariaLabels={{ previousMonth: 'Mois précédent', nextMonth: 'Mois suivant' }}
          size="md"
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type DateTextProps = { control: ControlProps; value: string; onChange: (value: string) => void; autoComplete: string }

/** Keeps what is being typed; tells the day as soon as there is one. */
function DateText({ control, value, onChange, autoComplete }: DateTextProps) {
  const [typed, setTyped] = useState(writeFrenchDate(value))
  const shown = (readFrenchDate(typed) ?? typed) === value ? typed : writeFrenchDate(value)
  const type = (text: string) => {
    setTyped(text)
    onChange(readFrenchDate(text) ?? text)
  }
  return (
    <input
      {...control}
      className={`${input.input} ${styles.text}`}
      inputMode="numeric"
      autoComplete={autoComplete}
      placeholder="JJ/MM/AAAA"
      maxLength={12}
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(writeFrenchDate(value))}
    />
  )
}
