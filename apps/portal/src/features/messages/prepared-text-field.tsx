import { maxReply } from '@parvis/domain/messages/quick-replies'
import { variableNames } from '@parvis/domain/messages/variables.fr'
import type { ComponentProps } from 'react'
import { TextareaField } from '../../ui/text-field.tsx'
import styles from './talk-settings.module.css'

/** A prepared text, whose variables are put where its caret is, so that nobody has to type their braces. */
export function PreparedTextField(field: Omit<ComponentProps<typeof TextareaField>, 'label'>) {
  const { value, onChange } = field
  const insert = (variable: string) => {
    const control = document.getElementById(`control-${field.name}`)
    const at = control instanceof HTMLTextAreaElement ? control.selectionStart : value.length
    onChange(`${value.slice(0, at)}{${variable}}${value.slice(at)}`)
    control?.focus()
  }
  return (
    <>
      <TextareaField {...field} label="Texte" required limit={maxReply} />
      <fieldset className={`row gap-tight ${styles.variables}`}>
        <legend>Insérer</legend>
        {variableNames.map((variable) => (
          <button key={variable} type="button" onClick={() => insert(variable)}>
            {variable}
          </button>
        ))}
      </fieldset>
    </>
  )
}
