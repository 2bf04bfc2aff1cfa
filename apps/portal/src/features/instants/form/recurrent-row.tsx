import { checkTypedItem } from '@parvis/domain/instants/typed-schedule'
import { IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { WeekLineRow } from '../../../ui/week-lines.tsx'
import { instantErrorText } from './instant-error-text.ts'
import type { KeyedRecurrent } from './instant-values.ts'
import { ItemOptions } from './item-options.tsx'
import { LineMore } from './line-more.tsx'

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
  return (
    <WeekLineRow
      value={item}
      onChange={onChange}
      isPaused={item.paused}
      labels={{
        days: `Jours de la période ${number}`,
        start: `Début de la période ${number}`,
        end: `Fin de la période ${number}`,
      }}
      {...(wrong && {
        error: { key: wrong, text: instantErrorText(wrong) },
        wrongParts: wrong === 'schedule_day_error' ? ['days'] : ['start', 'end'],
      })}
      actions={
        <Button
          variant="quiet"
          size="small"
          aria-label={`Supprimer la période ${number}`}
          icon={<IconTrash aria-hidden="true" />}
          onClick={onRemove}
        >
          Supprimer
        </Button>
      }
    >
      <ItemOptions item={item} name={`recurrent-${number}`} onChange={onChange} />
      <LineMore item={item} name={`recurrent-${number}`} onChange={onChange} />
    </WeekLineRow>
  )
}
