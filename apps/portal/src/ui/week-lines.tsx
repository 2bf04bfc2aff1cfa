import { dayTypeLabel, dayTypes } from '@parvis/domain/company/opening-hours'
import { type ReactNode, useId } from 'react'
import type { FieldError } from '../lib/use-form.ts'
import { FieldErrorText } from './field.tsx'
import input from './input.module.css'
import { TimeInput } from './time-field.tsx'
import styles from './week-lines.module.css'

/** Lines of a week, one under the other. */
export function WeekLines({ children, hidden }: { children: ReactNode; hidden?: boolean }) {
  return (
    <ul className={`stack-2 below-2 ${styles.lines}`} hidden={hidden}>
      {children}
    </ul>
  )
}

type Part = 'days' | 'start' | 'end'
type Typed = { dayType: string; startTime: string; endTime: string }

type WeekLineProps = {
  value: Typed
  onChange: (changes: Partial<Typed>) => void
  isPaused: boolean
  /** What each control is called: lines are told apart by ear. */
  labels: Record<Part, string>
  error?: FieldError | undefined
  /** Where the error is. */
  wrongParts?: readonly Part[]
  /** Buttons beside the hours. */
  actions: ReactNode
  /** More choices, under the hours. */
  children?: ReactNode
}

/** One line of a week: days, start, end. */
export function WeekLineRow(props: WeekLineProps) {
  const { value, onChange, isPaused, labels, error, wrongParts = [], actions, children } = props
  const errorId = `${useId()}-error`
  const control = (part: Part) => ({
    'aria-label': labels[part],
    ...(error && wrongParts.includes(part) && { 'aria-invalid': true, 'aria-describedby': errorId }),
  })
  return (
    <li className={`stack-1 ${styles.line}`} data-paused={isPaused || undefined}>
      <span className={styles.days}>
        <select
          className={input.input}
          {...control('days')}
          value={value.dayType}
          onChange={(event) => onChange({ dayType: event.currentTarget.value })}
        >
          {value.dayType === '' ? <option value="">Quels jours&nbsp;?</option> : null}
          {dayTypes.map((type) => (
            <option key={type} value={type}>
              {dayTypeLabel(type)}
            </option>
          ))}
        </select>
      </span>
      <span className="inline soft">
        de
        <TimeInput {...control('start')} value={value.startTime} onChange={(startTime) => onChange({ startTime })} />
      </span>
      <span className="inline soft">
        à
        <TimeInput {...control('end')} value={value.endTime} onChange={(endTime) => onChange({ endTime })} />
      </span>
      <span className={`flex to-end whole-row ${styles.actions}`}>{actions}</span>
      {children ? <div className={styles.whole}>{children}</div> : null}
      {error ? (
        <div className={styles.whole}>
          <FieldErrorText id={errorId} error={error} />
        </div>
      ) : null}
    </li>
  )
}
