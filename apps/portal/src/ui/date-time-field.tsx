import styles from './date-field.module.css'
import { DateInput } from './date-field.tsx'
import { Field, type FieldProps } from './field.tsx'
import { TimeInput } from './time-field.tsx'

type DateTimeFieldProps = FieldProps & {
  /** `YYYY-MM-DD HH:mm`; with a part missing or wrong, what was typed of it. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
}

/** A day and a time, side by side. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { value, onChange, min, max } = props
  const [day = '', time = ''] = value.split(' ')
  const change = (nextDay: string, nextTime: string) => onChange(nextDay || nextTime ? `${nextDay} ${nextTime}` : '')
  return (
    <Field {...props} group>
      {(control) => (
        <div className={`stack-1 ${styles.both}`}>
          <DateInput
            control={{ ...control, ...named, name: `${control.name}-day` }}
            value={day}
            onChange={(next) => change(next.replaceAll(' ', ''), time)}
            min={min}
            max={max}
          />
          <TimeInput
            {...control}
            id={`${control.id}-time`}
            name={`${control.name}-time`}
            aria-label="Heure"
            value={time}
            onChange={(next) => change(day, next.replaceAll(' ', ''))}
          />
        </div>
      )}
    </Field>
  )
}

const named = { 'aria-label': 'Date' }
