import { dayTypeLabel, dayTypes, openingHoursOf } from '@parvis/domain/company/opening-hours'
import { checkTypedItem, itemsFromOpeningHours, type TypedRecurrentItem } from '@parvis/domain/instants/typed-schedule'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { PageLink } from '../../../lib/router.tsx'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import input from '../../../ui/input.module.css'
import { TimeInput } from '../../../ui/time-field.tsx'
import { instantErrorText } from './instant-error-text.ts'
import { type Keyed, keyed } from './instant-values.ts'
import { ItemOptions } from './item-options.tsx'
import { LineMore, OccurrenceList } from './line-more.tsx'
import styles from './schedule.module.css'
import type { InstantForm } from './use-instant-form.ts'
import week from './week-lines.module.css'

/** Items that come back each week, several if wanted, or those of the opening hours. */
export function RecurrentSchedule({ form }: { form: InstantForm }) {
  const { values, change, company } = form
  const hours = openingHoursOf(company.openHours)
  const isLinked = values.tab === 'hours'
  return (
    <>
      {hours.length > 0 || isLinked ? (
        <div className="note below-2">
          <CheckboxField
            name="follow-opening-hours"
            label="Toujours suivre mes horaires"
            hint="Un changement d’horaires, des congés ou un jour férié sont pris en compte tout seuls, sans toucher à cet instant."
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
  const edit = (key: string, changes: Partial<Keyed<TypedRecurrentItem>>) =>
    change({ recurrent: values.recurrent.map((item) => (item.key === key ? { ...item, ...changes } : item)) })
  const copyHours = (isTicked: boolean) => {
    setUsesHours(isTicked)
    // Unticking leaves the copied items.
    if (isTicked) change({ recurrent: itemsFromOpeningHours(hours).map(keyed) })
  }
  return (
    <>
      {hours.length > 0 ? (
        <div className="note below-2">
          <CheckboxField
            name="use-opening-hours"
            label="Utiliser mes horaires d’ouverture"
            hint="Les recopie une seule fois&nbsp;: vous pourrez ensuite changer chaque ligne."
            value={usesHours}
            onChange={copyHours}
          />
        </div>
      ) : null}
      <ul className={`stack-2 below-2 ${week.lines}`} hidden={values.recurrent.length === 0}>
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
      </ul>
      <Button
        variant="secondary"
        icon={IconPlus}
        onClick={() => change({ recurrent: [...values.recurrent, emptyItem()] })}
      >
        Ajouter une période
      </Button>
      <OccurrenceList form={form} />
    </>
  )
}

/** A link, not a copy: the occurrences are those of the hours, closures and holidays included. */
function LinkedHours({ form }: { form: InstantForm }) {
  const lines = openingHoursOf(form.company.openHours).filter(({ enabled }) => enabled)
  return (
    <div className={`stack-2 start ${styles.linked}`}>
      <ul className={styles.plain}>
        {lines.map(({ dayType, startTime, endTime }) => (
          <li key={`${dayType}${startTime}`}>
            {dayTypeLabel(dayType)}, {startTime} – {endTime}
          </li>
        ))}
      </ul>
      <PageLink to="/horaires">Voir mes horaires et mes congés</PageLink>
    </div>
  )
}

function emptyItem(): Keyed<TypedRecurrentItem> {
  return keyed({ kind: 'recurrent', dayType: '', startTime: '', endTime: '', preview: false, paused: false })
}

type RecurrentRowProps = {
  item: Keyed<TypedRecurrentItem>
  /** From 1, to tell the lines apart by ear. */
  number: number
  /** After a refused submission, each line shows its error. */
  isChecked: boolean
  onChange: (changes: Partial<Keyed<TypedRecurrentItem>>) => void
  onRemove: () => void
}

/** One line of the week: days, start, end, preview, pause. */
function RecurrentRow({ item, number, isChecked, onChange, onRemove }: RecurrentRowProps) {
  const errorId = useId()
  const wrong = isChecked ? checkTypedItem(item) : undefined
  const isOfDays = wrong === 'schedule_day_error'
  const control = (part: string, isWrong: boolean) => ({
    'aria-label': `${part} de la période ${number}`,
    ...(isWrong && { 'aria-invalid': true, 'aria-describedby': errorId }),
  })
  const time = (part: string) => control(part, wrong !== undefined && !isOfDays)
  return (
    <li className={`stack-1 ${week.line}`} data-paused={item.paused || undefined}>
      <span className={week.days}>
        <select
          className={input.input}
          {...control('Jours', isOfDays)}
          value={item.dayType}
          onChange={(event) => onChange({ dayType: event.currentTarget.value })}
        >
          {item.dayType === '' ? <option value="">Quels jours&nbsp;?</option> : null}
          {dayTypes.map((type) => (
            <option key={type} value={type}>
              {dayTypeLabel(type)}
            </option>
          ))}
        </select>
      </span>
      <span className="inline soft">
        de
        <TimeInput {...time('Début')} value={item.startTime} onChange={(startTime) => onChange({ startTime })} />
      </span>
      <span className="inline soft">
        à
        <TimeInput {...time('Fin')} value={item.endTime} onChange={(endTime) => onChange({ endTime })} />
      </span>
      <span className={`flex to-end whole-row ${week.actions}`}>
        <QuietButton aria-label={`Supprimer la période ${number}`} icon={IconTrash} onClick={onRemove}>
          Supprimer
        </QuietButton>
      </span>
      <div className={week.whole}>
        <ItemOptions item={item} name={`recurrent-${number}`} onChange={onChange} />
        <LineMore item={item} name={`recurrent-${number}`} onChange={onChange} />
        <FieldErrorText id={errorId} error={wrong && { key: wrong, text: instantErrorText(wrong) }} />
      </div>
    </li>
  )
}
