import type { TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { timeInsteadOf } from '@parvis/domain/kernel/paris-time'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { MomentField } from '../../../ui/date-time-field.tsx'
import styles from './schedule.module.css'

type DateMomentsProps = { item: TypedFixedItem; name: string; onChange: (changes: Partial<TypedFixedItem>) => void }

/** The start and the end of a date, of the same day unless it lasts several. */
export function DateMoments({ item, name, onChange }: DateMomentsProps) {
  const isLong = item.isLong === true
  return (
    <>
      <div className={`stack-3 ${styles.moments}`}>
        <MomentField
          required
          name={`${name}-start`}
          label="Début"
          hint={skippedHint(item.startDay, item.startTime)}
          day={item.startDay}
          time={item.startTime}
          onDay={(startDay) => onChange({ startDay, endDay: item.endDay === item.startDay ? startDay : item.endDay })}
          onTime={(startTime) => onChange({ startTime })}
        />
        <MomentField
          required
          name={`${name}-end`}
          label={isLong ? 'Fin' : 'Fin, le même jour'}
          hint={skippedHint(item.endDay, item.endTime)}
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
