import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/CheckboxCard.layer.css'
import '@mantine/core/styles/CheckboxIndicator.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldError } from '../lib/use-form.ts'
import { FieldErrorText } from './field.tsx'

type CheckboxFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  error?: FieldError | undefined
  disabled?: boolean
  /** A switch acts at once or turns a part of the page on; a box is an answer in a form. */
  look?: 'box' | 'switch'
}

export function CheckboxField({
  name,
  label,
  hint,
  value,
  onChange,
  error,
  disabled,
  look = 'box',
}: CheckboxFieldProps) {
  const Control = look === 'switch' ? Switch : Checkbox
  return (
    <div id={`field-${name}`}>
      <Control
        id={`control-${name}`}
        name={name}
        label={label}
        description={hint}
        checked={value}
        disabled={disabled ?? false}
        size="md"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `control-${name}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <FieldErrorText id={`control-${name}-error`} error={error} />
    </div>
  )
}
