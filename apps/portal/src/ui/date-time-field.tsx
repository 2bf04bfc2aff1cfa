import styles from './date-field.module.css'
import { DateInput } from './date-field.tsx'
import { Field, type FieldProps } from './field.tsx'
import { TimeInput } from './time-field.tsx'

type MomentFieldProps = FieldProps & {
  /** `YYYY-MM-DD` and `HH:mm`, or what was typed of them. */
  day: string
  time: string
  onDay: (day: string) => void
  onTime: (time: string) => void
  /** What each of the two is called, for the ear; after the label otherwise. */
  names?: { day: string; time: string }
}

/** A day and a time, side by side. */
export function MomentField({ day, time, onDay, onTime, names, ...field }: MomentFieldProps) {
  const named = names ?? { day: `${field.label}, date`, time: `${field.label}, heure` }
  return (
    <Field {...field} group>
      {(control) => (
        <div className={`stack-1 ${styles.moment}`}>
          <DateInput
            control={{ ...control, name: `${control.name}-day` }}
            aria-label={named.day}
            value={day}
            onChange={onDay}
          />
          <TimeInput
            {...control}
            id={`${control.id}-time`}
            name={`${control.name}-time`}
            aria-label={named.time}
            value={time}
            onChange={onTime}
          />
        </div>
      )}
    </Field>
  )
}

/** `value`: `YYYY-MM-DD HH:mm`; with a part missing or wrong, what was typed of it. */
type DateTimeFieldProps = FieldProps & { value: string; onChange: (value: string) => void }

/** A day and a time as one text. */
export function DateTimeField({ value, onChange, ...field }: DateTimeFieldProps) {
  const [day = '', time = ''] = value.split(' ')
  const change = (nextDay: string, nextTime: string) => onChange(nextDay || nextTime ? `${nextDay} ${nextTime}` : '')
  return (
    <MomentField
      {...field}
      names={{ day: 'Date', time: 'Heure' }}
      day={day}
      time={time}
      onDay={(next) => change(next.replaceAll(' ', ''), time)}
      onTime={(next) => change(day, next.replaceAll(' ', ''))}
    />
  )
}
