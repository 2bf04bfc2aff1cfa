import { isAtLeast, type Role, roles } from '@parvis/domain/kernel/roles'
import { roleTexts } from '@parvis/domain/team/roles.fr'
import { mayManage } from '@parvis/domain/team/team'
import type { FieldError } from '../../lib/use-form.ts'
import { DayField } from '../../ui/date-field.tsx'
import { FieldErrorText } from '../../ui/field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import styles from './team.module.css'

/** `until`: YYYY-MM-DD or empty. */
export type Standing = { role: Role; until: string }

type RoleFieldsProps = {
  /** The role of who gives one: nobody gives a role that they may not manage. */
  own: Role
  /** Nobody is invited as owner. */
  most: Role
  value: Standing
  errors: { role?: FieldError; until?: FieldError }
  onChange: (changes: Partial<Standing>) => void
}

/** A role in radio cards, and its last day: an owner has none. */
export function RoleFields({ own, most, value, errors, onChange }: RoleFieldsProps) {
  const given = roles.filter((role) => mayManage(own, role) && isAtLeast(most, role))
  return (
    <>
      <fieldset className={`stack-1 ${styles.roles}`} id="field-role">
        <legend>Rôle</legend>
        <RadioCards
          name="role"
          options={given.map((role) => ({ value: role, label: roleTexts[role].name, hint: roleTexts[role].opens }))}
          value={value.role}
          onChange={(role) => onChange({ role, ...(role === 'owner' && { until: '' }) })}
        />
        <FieldErrorText id="control-role-error" error={errors.role} />
      </fieldset>
      {value.role === 'owner' ? null : (
        <DayField
          name="until"
          label="Jusqu’à une date"
          hint="Facultatif&nbsp;: un saisonnier, un stage."
          error={errors.until}
          value={value.until}
          onChange={(until) => onChange({ until })}
        />
      )}
    </>
  )
}
