import { dayTypeLabel, openingHoursOf } from '@parvis/domain/company/opening-hours'
import { itemsFromOpeningHours } from '@parvis/domain/instants/typed-schedule'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { WeekLines } from '../../../ui/week-lines.tsx'
import { type KeyedRecurrent, keyed } from './instant-values.ts'
import { OccurrenceList } from './line-more.tsx'
import { RecurrentRow } from './recurrent-row.tsx'
import styles from './schedule.module.css'
import type { InstantForm } from './use-instant-form.ts'

/** Items that come back each week, several if wanted, or those of the opening hours (I-035, I-036). */
export function RecurrentSchedule({ form }: { form: InstantForm }) {
  const { values, change, company } = form
  const hours = openingHoursOf(company.openHours)
  const isLinked = values.tab === 'hours'
  return (
    <>
      {hours.length > 0 || isLinked ? (
        <div className={styles.hint}>
          <CheckboxField
            name="follow-opening-hours"
            label="Toujours suivre mes horaires"
            hint="Un changement d’horaires, des congés ou un jour férié se suivent tout seuls, sans toucher à cet instant."
            value={isLinked}
            onChange={(isTicked) => change({ tab: isTicked ? 'hours' : 'recurrent' })}
          />
        </div>
      ) : null}
      {isLinked ? <LinkedHours form={form} /> : <WeekOf form={form} />}
    </>
  )
}

/** The lines of the week, typed or copied once from the hours. */
function WeekOf({ form }: { form: InstantForm }) {
  const { values, change, company, errors } = form
  const [usesHours, setUsesHours] = useState(false)
  const hours = openingHoursOf(company.openHours)
  const edit = (key: string, changes: Partial<KeyedRecurrent>) =>
    change({ recurrent: values.recurrent.map((item) => (item.key === key ? { ...item, ...changes } : item)) })
  const copyHours = (isTicked: boolean) => {
    setUsesHours(isTicked)
    // Unticking leaves the copied items (AMB-87).
    if (isTicked) change({ recurrent: itemsFromOpeningHours(hours).map(keyed) })
  }
  return (
    <>
      {hours.length > 0 ? (
        <div className={styles.hint}>
          <CheckboxField
            name="use-opening-hours"
            label="Utiliser mes horaires d’ouverture"
            value={usesHours}
            onChange={copyHours}
          />
        </div>
      ) : null}
      <WeekLines hidden={values.recurrent.length === 0}>
        {values.recurrent.map((item, index) => (
          <RecurrentRow
            key={item.key}
            item={item}
            number={index + 1}
            isChecked={errors.activationTimes !== undefined}
            onChange={(changes) => edit(item.key, changes)}
            onRemove={() => change({ recurrent: values.recurrent.filter(({ key }) => key !== item.key) })}
          />
        ))}
      </WeekLines>
      <Button
        variant="secondary"
        icon={<IconPlus aria-hidden="true" />}
        onClick={() => change({ recurrent: [...values.recurrent, emptyItem()] })}
      >
        Ajouter une période
      </Button>
      <OccurrenceList form={form} />
    </>
  )
}

/** A link, not a copy: the occurrences are those of the hours, closures and holidays included (H-109, TO-08). */
function LinkedHours({ form }: { form: InstantForm }) {
  const lines = openingHoursOf(form.company.openHours).filter(({ enabled }) => enabled)
  return (
    <div className={styles.linked}>
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

function emptyItem(): KeyedRecurrent {
  return keyed({ kind: 'recurrent', dayType: '', startTime: '', endTime: '', preview: false, paused: false })
}
