import type { TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { timeInsteadOf } from '@parvis/domain/kernel/paris-time'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateInput } from '../../../ui/date-field.tsx'
import { type ControlProps, Field } from '../../../ui/field.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import styles from './schedule.module.css'

type DateMomentsProps = { item: TypedFixedItem; name: string; onChange: (changes: Partial<TypedFixedItem>) => void }

/** The start and the end of a date, of the same day unless it lasts several. */
export function DateMoments({ item, name, onChange }: DateMomentsProps) {
  const isLong = item.isLong === true
  return (
    <>
      <div className={`stack-3 ${styles.moments}`}>
        <Moment
          name={`${name}-start`}
          label="Début"
          day={item.startDay}
          time={item.startTime}
          onDay={(startDay) => onChange({ startDay, endDay: item.endDay === item.startDay ? startDay : item.endDay })}
          onTime={(startTime) => onChange({ startTime })}
        />
        <Moment
          name={`${name}-end`}
          label={isLong ? 'Fin' : 'Fin, le même jour'}
          day={item.endDay}
          time={item.endTime}
          onDay={(endDay) => onChange({ endDay })}
          onTime={(endTime) => onChange({ endTime })}
        />
      </div>
      <CheckboxField
        name={`${name}-long`}
        label="Finit un autre jour"
        hint={'Une soirée après minuit, une fête de plusieurs jours\u00a0: 31 jours au plus.'}
        value={isLong}
        onChange={(isTicked) => onChange(isTicked ? { isLong: true } : { isLong: false, endDay: item.startDay })}
      />
    </>
  )
}

/** In the DST gap of spring, a typed time is reported as shifted an hour later. */
function skippedHint(day: string, time: string): string | undefined {
  const instead = timeInsteadOf(`${day} ${time}`)
  return instead && `Cette nuit-là on passe à l’heure d’été\u00a0: ${time} n’existe pas, ce sera ${instead}.`
}

type MomentProps = {
  name: string
  label: string
  day: string
  time: string
  onDay: (day: string) => void
  onTime: (time: string) => void
}

function Moment({ name, label, day, time, onDay, onTime }: MomentProps) {
  return (
    <Field name={name} label={label} required group hint={skippedHint(day, time)}>
      {(control: ControlProps) => (
        <div className={`stack-1 ${styles.moment}`}>
          <DateInput
            control={{ ...control, ...ariaLabel(`${label}, date`), name: `${name}-day` }}
            value={day}
            onChange={onDay}
          />
          <TimeInput
            {...control}
            id={`${control.id}-time`}
            name={`${name}-time`}
            aria-label={`${label}, heure`}
            value={time}
            onChange={onTime}
          />
        </div>
      )}
    </Field>
  )
}

const ariaLabel = (label: string) => ({ 'aria-label': label })
