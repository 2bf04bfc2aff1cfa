import { Alert } from '../../../ui/alert.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { FixedSchedule } from './fixed-schedule.tsx'
import { RecurrentSchedule } from './recurrent-schedule.tsx'
import styles from './schedule.module.css'
import { isOver } from './schedule-choices.ts'
import type { InstantForm } from './use-instant-form.ts'

/** Section 2: when it takes place, each week or once; an event has one date (I-028, I-031 to I-034). */
export function ScheduleSection({ form }: { form: InstantForm }) {
  const { values, change, errors, kind } = form
  const other = values.tab === 'fixed' ? values.recurrent.length : Number(values.fixed !== null)
  return (
    <div id="field-activationTimes">
      <FieldErrorText error={errors.activationTimes} />
      {kind === 'event' ? (
        <FixedSchedule form={form} />
      ) : (
        <Tabs
          label="Type d’horaires"
          value={values.tab}
          onChange={(tab) => change({ tab })}
          tabs={[
            { value: 'recurrent', label: 'Chaque semaine', panel: <RecurrentSchedule form={form} /> },
            { value: 'fixed', label: 'À une date', panel: <FixedSchedule form={form} /> },
          ]}
        />
      )}
      {kind !== 'event' && other > 0 && form.items.length > 0 ? (
        <p className={styles.hint}>
          Seuls les horaires de cet onglet seront enregistrés&nbsp;: un instant revient chaque semaine ou a lieu à une
          date.
        </p>
      ) : null}
      {isOver(form.items, form.now) ? (
        <Alert tone="warning" errorKey="past_date">
          Cette date est passée&nbsp;: les habitants ne verront pas cet instant.
        </Alert>
      ) : null}
    </div>
  )
}
