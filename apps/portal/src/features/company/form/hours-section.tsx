import { checkOpeningHours, isDayType, weekState } from '@parvis/domain/company/opening-hours'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { WeekLineRow, WeekLines } from '../../../ui/week-lines.tsx'
import styles from './hours-section.module.css'
import type { HoursLine as Row } from './profile-values.ts'
import type { ProfileForm } from './use-profile-form.ts'

/** The opening hours, line by line (E-005, AMB-51). */
export function HoursSection({ form }: { form: ProfileForm }) {
  const { values, change, errors } = form
  const rows = values.openingHours
  const set = (openingHours: Row[]) => change({ openingHours })
  const update = (key: string, changes: Partial<Row>) =>
    set(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  const error = errors.openingHours
  const isOpen = rows.some((row) => row.enabled)

  return (
    <Card title="Vos horaires" sentence="Une ligne par plage&nbsp;: deux lignes si vous fermez à midi.">
      <div id="field-openingHours" data-invalid={error ? true : undefined}>
        {isClosed(rows) ? (
          <Alert tone="warning">Temporairement fermé&nbsp;: toutes vos lignes sont en pause.</Alert>
        ) : null}
        <WeekLines>
          {rows.map((row, index) => (
            <HoursRow
              key={row.key}
              row={row}
              number={index + 1}
              isChecked={error !== undefined}
              onChange={(changes) => update(row.key, changes)}
              onRemove={() => set(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </WeekLines>
        {rows.length === 0 ? <FieldErrorText error={error} /> : null}
        <div className={styles.foot}>
          <Button
            variant="secondary"
            data-control
            icon={<IconPlus aria-hidden="true" />}
            onClick={() => set([...rows, nextRow(rows, values.type)])}
          >
            Ajouter un horaire
          </Button>
          {rows.length > 0 ? (
            <Button variant="quiet" onClick={() => set(rows.map((row) => ({ ...row, enabled: !isOpen })))}>
              {isOpen ? 'Fermer temporairement' : 'Rouvrir'}
            </Button>
          ) : null}
        </div>
        <p className={styles.hint}>
          Vous fermez après minuit&nbsp;? Entrez deux lignes, par exemple 18:00-23:59 le soir puis 00:00-02:00 le
          lendemain.
        </p>
        <p className={styles.hint}>
          <Link to="/horaires">Congés, jours fériés et horaires jour par jour</Link>
        </p>
      </div>
    </Card>
  )
}

function isClosed(rows: readonly Row[]): boolean {
  const hours = rows.flatMap(({ dayType, ...row }) => (isDayType(dayType) ? [{ ...row, dayType }] : []))
  return weekState(hours) === 'temporarily_closed'
}

/** A new line takes the days of the one before: most shops write morning, then afternoon. */
function nextRow(rows: readonly Row[], type: BusinessType): Row {
  const usual = type === 'commerce' || type === 'association' ? 'tuesdays_to_saturdays' : 'mondays_to_fridays'
  const dayType = rows.at(-1)?.dayType ?? usual
  return { key: crypto.randomUUID(), dayType, startTime: '', endTime: '', enabled: true }
}

type HoursRowProps = {
  row: Row
  /** Number of the line, from 1: an accessible name that tells lines apart. */
  number: number
  /** Shows the line's error once a submission was refused. */
  isChecked: boolean
  onChange: (changes: Partial<Row>) => void
  onRemove: () => void
}

/** One line of opening hours: days, start, end, pause, delete (E-005, E-067 to E-072). */
function HoursRow({ row, number, isChecked, onChange, onRemove }: HoursRowProps) {
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
