import { dayTypeLabel, dayTypes } from '@parvis/domain/company/day-type'
import { checkOpeningHours } from '@parvis/domain/company/opening-hours'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import input from '../../../ui/input.module.css'
import { TimeInput } from '../../../ui/time-field.tsx'
import styles from './hours-section.module.css'
import type { HoursRow as Row } from './profile-values.ts'

type HoursRowProps = {
  row: Row
  /** From 1, to tell the lines apart by ear. */
  number: number
  /** The form was refused: the line says what is wrong with it. */
  isChecked: boolean
  onChange: (changes: Partial<Row>) => void
  onRemove: () => void
}

/** One line of opening hours: days, start, end, pause, delete (E-005, E-067 to E-072). */
export function HoursRow({ row, number, isChecked, onChange, onRemove }: HoursRowProps) {
  const wrong = isChecked ? checkOpeningHours(row) : undefined
  const errorId = `hours-${row.key}-error`
  const invalid = (key: string) => ({
    'aria-invalid': wrong === key || undefined,
    'aria-describedby': wrong === key ? errorId : undefined,
  })
  return (
    <li className={styles.row} data-paused={row.enabled ? undefined : true}>
      <span className={styles.days}>
        <select
          className={input.input}
          aria-label={`Jours de l’horaire ${number}`}
          {...invalid('opening_day_error')}
          value={row.dayType}
          onChange={(event) => onChange({ dayType: event.currentTarget.value })}
        >
          {row.dayType === '' ? <option value="">Quels jours ?</option> : null}
          {dayTypes.map((type) => (
            <option key={type} value={type}>
              {dayTypeLabel(type)}
            </option>
          ))}
        </select>
      </span>
      <span className={styles.time}>
        de
        <TimeInput
          aria-label={`Ouverture de l’horaire ${number}`}
          {...invalid('opening_start_error')}
          value={row.startTime}
          onChange={(startTime) => onChange({ startTime })}
        />
      </span>
      <span className={styles.time}>
        à
        <TimeInput
          aria-label={`Fermeture de l’horaire ${number}`}
          {...invalid('opening_end_error')}
          value={row.endTime}
          onChange={(endTime) => onChange({ endTime })}
        />
      </span>
      <span className={styles.actions}>
        <Button
          variant="quiet"
          size="small"
          aria-pressed={!row.enabled}
          aria-label={row.enabled ? `Mettre l’horaire ${number} en pause` : `Reprendre l’horaire ${number}`}
          icon={row.enabled ? <IconPlayerPause aria-hidden="true" /> : <IconPlayerPlay aria-hidden="true" />}
          onClick={() => onChange({ enabled: !row.enabled })}
        >
          {row.enabled ? 'Pause' : 'Reprendre'}
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Supprimer l’horaire ${number}`}
          icon={<IconTrash aria-hidden="true" />}
          onClick={onRemove}
        />
      </span>
      {wrong ? (
        <div className={styles.error}>
          <FieldErrorText id={errorId} error={{ key: 'opening hours error', text: fieldTexts[wrong] ?? '' }} />
        </div>
      ) : null}
    </li>
  )
}
