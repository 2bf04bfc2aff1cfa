import { checkOpeningHours } from '@parvis/domain/company/opening-hours'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { WeekLineRow } from '../../../ui/week-lines.tsx'
import type { HoursLine as Row } from './profile-values.ts'

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
  return (
    <WeekLineRow
      value={row}
      onChange={onChange}
      isPaused={!row.enabled}
      labels={{
        days: `Jours de l’horaire ${number}`,
        start: `Ouverture de l’horaire ${number}`,
        end: `Fermeture de l’horaire ${number}`,
      }}
      {...(wrong && {
        error: { key: 'opening hours error', text: fieldTexts[wrong] ?? '' },
        wrongParts: [partOf[wrong]],
      })}
      actions={
        <>
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
        </>
      }
    />
  )
}

const partOf = { opening_day_error: 'days', opening_start_error: 'start', opening_end_error: 'end' } as const
