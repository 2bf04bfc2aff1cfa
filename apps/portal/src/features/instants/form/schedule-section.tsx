import { dayTypeLabel } from '@parvis/domain/company/day-type'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../../ui/alert.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { FixedSchedule } from './fixed-schedule.tsx'
import { RecurrentSchedule } from './recurrent-schedule.tsx'
import styles from './schedule.module.css'
import { hoursOf, isOver } from './schedule-choices.ts'
import type { InstantForm } from './use-instant-form.ts'

/** Section 2: when it takes place, each week or once; an event has one date (I-028, I-031 to I-034). */
export function ScheduleSection({ form }: { form: InstantForm }) {
  const { values, change, errors, kind } = form
  const hasHours = hoursOf(form.company).length > 0 || values.tab === 'hours'
  const isWeekly = values.tab === 'recurrent' && kind !== 'event' && form.items.length > 0
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
            { value: 'recurrent', label: <TabText>Chaque semaine</TabText>, panel: <RecurrentSchedule form={form} /> },
            { value: 'fixed', label: <TabText>À une date</TabText>, panel: <FixedSchedule form={form} /> },
            ...(hasHours
              ? [
                  {
                    value: 'hours' as const,
                    label: <TabText>Mes horaires</TabText>,
                    panel: <LinkedHours form={form} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      <OneTabOnly form={form} />
      {isWeekly ? <WhenClosed form={form} /> : null}
      {isOver(form.items, form.now) ? (
        <Alert tone="warning" errorKey="past_date">
          Cette date est passée&nbsp;: les habitants ne verront pas cet instant.
        </Alert>
      ) : null}
    </div>
  )
}

/** On two lines on a phone, so that the three tabs are in sight. */
const TabText = ({ children }: { children: string }) => <span className={styles.tab}>{children}</span>

/** What was typed in another tab is not saved (I-033). */
function OneTabOnly({ form: { values, kind, items } }: { form: InstantForm }) {
  const inFixed = values.tab === 'fixed' ? 0 : Number(values.fixed !== null)
  const inWeek = values.tab === 'recurrent' ? 0 : values.recurrent.length
  if (kind === 'event' || inFixed + inWeek === 0 || (items.length === 0 && values.tab !== 'hours')) return null
  return (
    <p className={styles.hint}>
      Seuls les horaires de cet onglet seront enregistrés&nbsp;: un instant revient chaque semaine ou a lieu à une date.
    </p>
  )
}

/** A link, not a copy: the occurrences are those of the hours, closures and holidays included (H-109, TO-08). */
function LinkedHours({ form }: { form: InstantForm }) {
  const lines = hoursOf(form.company).filter(({ enabled }) => enabled)
  return (
    <div className={styles.linked}>
      <p>
        Toujours vos horaires d’ouverture&nbsp;: un changement, des congés ou un jour férié se suivent tout seuls, sans
        toucher à cet instant.
      </p>
      <ul className={styles.plain}>
        {lines.map(({ dayType, startTime, endTime }) => (
          <li key={`${dayType}${startTime}`}>
            {dayTypeLabel(dayType)}, {startTime} – {endTime}
          </li>
        ))}
      </ul>
      <Link to="/horaires">Voir mes horaires et mes congés</Link>
    </div>
  )
}

/** The weekly occurrences of days closed whole are hidden, unless it is said otherwise (H-110, TO-09). */
function WhenClosed({ form }: { form: InstantForm }) {
  return (
    <div className={styles.closed}>
      <CheckboxField
        name="pauses-when-closed"
        label="Pas les jours où je suis fermé"
        hint="Pendant vos congés et vos fermetures, les habitants ne voient pas ces jours-là."
        value={form.values.pausesWhenClosed !== false}
        onChange={(pausesWhenClosed) => form.change({ pausesWhenClosed })}
      />
    </div>
  )
}
