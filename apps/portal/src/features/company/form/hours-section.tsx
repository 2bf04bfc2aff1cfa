import { isDayType, weekState } from '@parvis/domain/company/opening-hours'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FieldErrorText } from '../../../ui/field.tsx'
import { WeekLines } from '../../../ui/week-lines.tsx'
import { HoursRow } from './hours-row.tsx'
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
