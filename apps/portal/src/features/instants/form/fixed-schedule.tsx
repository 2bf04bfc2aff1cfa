import type { TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { IconCalendarPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { DateInput } from '../../../ui/date-field.tsx'
import { type ControlProps, Field } from '../../../ui/field.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import { ItemOptions } from './item-options.tsx'
import styles from './schedule.module.css'
import { fixedItem, hoursOf, todayItem, tomorrowItem } from './schedule-choices.ts'
import type { InstantForm } from './use-instant-form.ts'

/** One date: a start and an end of the same day, which can be removed and added again (I-033, I-080 to I-083). */
export function FixedSchedule({ form }: { form: InstantForm }) {
  const { values, change, now, company } = form
  const item = values.fixed
  const set = (fixed: TypedFixedItem | null) => change({ fixed })
  if (!item) {
    const icon = <IconCalendarPlus aria-hidden="true" />
    return (
      <div className={styles.add}>
        <Button variant="secondary" icon={icon} onClick={() => set(todayItem(now, hoursOf(company)))}>
          Aujourd’hui
        </Button>
        <Button variant="secondary" icon={icon} onClick={() => set(tomorrowItem(now, hoursOf(company)))}>
          Demain
        </Button>
        <Button variant="secondary" icon={icon} onClick={() => set(fixedItem())}>
          Ajouter une date
        </Button>
      </div>
    )
  }
  const edit = (changes: Partial<TypedFixedItem>) => set({ ...item, ...changes })
  return (
    <div className={styles.fixed}>
      <div className={styles.moments}>
        <Moment
          name="fixed-start"
          label="Début"
          day={item.startDay}
          time={item.startTime}
          onDay={(startDay) => edit({ startDay, endDay: item.endDay === item.startDay ? startDay : item.endDay })}
          onTime={(startTime) => edit({ startTime })}
        />
        <Moment
          name="fixed-end"
          label="Fin, le même jour"
          day={item.endDay}
          time={item.endTime}
          onDay={(endDay) => edit({ endDay })}
          onTime={(endTime) => edit({ endTime })}
        />
      </div>
      <ItemOptions item={item} onChange={edit} />
      <div>
        <Button
          variant="quiet"
          size="small"
          aria-label="Supprimer la date"
          icon={<IconTrash aria-hidden="true" />}
          onClick={() => set(null)}
        >
          Supprimer la date
        </Button>
      </div>
    </div>
  )
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
    <Field name={name} label={label} required group>
      {(control: ControlProps) => (
        <div className={styles.moment}>
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
