import { variableNames } from '@parvis/domain/messages/variables.fr'
import styles from './talk-settings.module.css'

type VariableButtonsProps = {
  value: string
  onChange: (value: string) => void
}

/** Puts a variable where the caret of the field `text` is, so that nobody has to type its braces. */
export function VariableButtons({ value, onChange }: VariableButtonsProps) {
  const insert = (variable: string) => {
    const field = document.getElementById('control-text')
    const at = field instanceof HTMLTextAreaElement ? field.selectionStart : value.length
    onChange(`${value.slice(0, at)}{${variable}}${value.slice(at)}`)
    field?.focus()
  }
  return (
    <fieldset className={`row gap-tight ${styles.variables}`}>
      <legend>Insérer</legend>
      {variableNames.map((variable) => (
        <button key={variable} type="button" onClick={() => insert(variable)}>
          {variable}
        </button>
      ))}
    </fieldset>
  )
}
