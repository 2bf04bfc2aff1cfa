import { dayTypeLabel, dayTypes } from '@parvis/domain/company/day-type'
import { checkTypedItem } from '@parvis/domain/instants/typed-schedule'
import { IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import input from '../../../ui/input.module.css'
import { TimeInput } from '../../../ui/time-field.tsx'
import { instantErrorText } from './instant-error-text.ts'
import type { KeyedRecurrent } from './instant-values.ts'
import { ItemOptions } from './item-options.tsx'
import styles from './schedule.module.css'

type RecurrentRowProps = {
  item: KeyedRecurrent
  /** From 1, to tell the lines apart by ear. */
  number: number
  /** The form was refused: the line says what is wrong with it. */
  isChecked: boolean
  onChange: (changes: Partial<KeyedRecurrent>) => void
  onRemove: () => void
}

/** One line of the week: days, start, end, preview, pause (I-084 to I-090). */
export function RecurrentRow({ item, number, isChecked, onChange, onRemove }: RecurrentRowProps) {
  const wrong = isChecked ? checkTypedItem(item) : undefined
  const invalid = { 'aria-invalid': wrong ? true : undefined }
  return (
    <li className={styles.row} data-paused={item.paused || undefined}>
      <select
        className={`${input.input} ${styles.whole}`}
        aria-label={`Jours de la période ${number}`}
        {...invalid}
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
      <span className={styles.time}>
        de
        <TimeInput
          aria-label={`Début de la période ${number}`}
          {...invalid}
          value={item.startTime}
          onChange={(startTime) => onChange({ startTime })}
        />
      </span>
      <span className={styles.time}>
        à
        <TimeInput
          aria-label={`Fin de la période ${number}`}
          {...invalid}
          value={item.endTime}
          onChange={(endTime) => onChange({ endTime })}
        />
      </span>
      <ItemOptions item={item} name={`recurrent-${number}`} onChange={onChange} />
      {wrong ? (
        <div className={styles.whole}>
          <FieldErrorText error={{ key: wrong, text: instantErrorText(wrong) }} />
        </div>
      ) : null}
      <Button
        variant="quiet"
        size="small"
        className={styles.whole ?? ''}
        aria-label={`Supprimer la période ${number}`}
        icon={<IconTrash aria-hidden="true" />}
        onClick={onRemove}
      >
        Supprimer
      </Button>
    </li>
  )
}
