import type { TypedFixedItem } from '@parvis/domain/instants/typed-schedule'
import { IconCalendarPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { DateInput } from '../../../ui/date-field.tsx'
import { type ControlProps, Field } from '../../../ui/field.tsx'
import { TimeInput } from '../../../ui/time-field.tsx'
import { ItemOptions } from './item-options.tsx'
import { MoreDates } from './more-dates.tsx'
import styles from './schedule.module.css'
import { fixedItem, hoursOf, todayItem, tomorrowItem } from './schedule-choices.ts'
import type { InstantForm } from './use-instant-form.ts'

/** One date, and more of them when wanted: each can be removed and added again (I-033, I-080 to I-083, H-101, H-102). */
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
      <DateMoments item={item} name="fixed" onChange={edit} />
      <ItemOptions item={item} onChange={edit} />
      <div>
        <Button
          variant="quiet"
          size="small"
          aria-label="Supprimer la date"
          icon={<IconTrash aria-hidden="true" />}
          onClick={() => removeFirst(form)}
        >
          Supprimer la date
        </Button>
      </div>
      <MoreDates form={form} first={item} />
    </div>
  )
}

/** The next date takes the place of the first one. */
function removeFirst({ values, change }: InstantForm) {
  const [next, ...otherDates] = values.otherDates ?? []
  if (!next) return change({ fixed: null })
  const { key: _, ...fixed } = next
  change({ fixed, otherDates })
}

type DateMomentsProps = { item: TypedFixedItem; name: string; onChange: (changes: Partial<TypedFixedItem>) => void }

/** The start and the end of a date, of the same day unless it lasts several. */
export function DateMoments({ item, name, onChange }: DateMomentsProps) {
  const isLong = item.isLong === true
  return (
    <>
      <div className={styles.moments}>
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
