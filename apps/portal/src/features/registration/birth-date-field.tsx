import { readTypedDay, writeFrenchDay } from '@parvis/domain/kernel/day'
import { useState } from 'react'
import type { FieldError } from '../../lib/use-form.ts'
import { NumberField } from '../../ui/text-field.tsx'

type BirthDateFieldProps = {
  /** `YYYY-MM-DD`, or what was typed while it is no date. */
  value: string
  error: FieldError | undefined
  onChange: (value: string) => void
}

/** A birth date is typed, not looked for in a calendar: JJ/MM/AAAA, the slashes come by themselves. */
export function BirthDateField({ value, error, onChange }: BirthDateFieldProps) {
  const [typed, setTyped] = useState(writeFrenchDay(value))
  const type = (text: string) => {
    const isErasing = text.length < typed.length
    const next = isErasing ? text : withSlashes(text)
    setTyped(next)
    onChange(readTypedDay(next) ?? next)
  }
  return (
    <NumberField
      name="date_of_birth"
      label="Date de naissance"
      required
      hint="JJ/MM/AAAA, vous devez avoir 18 ans"
      autoComplete="bday"
      placeholder="31/12/1990"
      value={typed}
      error={error}
      onChange={type}
    />
  )
}

/**
 * `3112` → `31/12/`; a separator typed after that slash is the same one. Another way of writing stays as typed.
 * @internal
 */
export function withSlashes(typed: string): string {
  const text = typed.replace(/\/[\s/.-]+/g, '/')
  if (!/^[\d/]*$/.test(text)) return text
  const parts = text.split('/')
  if (parts.length > 1 && parts.slice(0, -1).some((part) => part.length !== 2)) return text
  const digits = parts.join('').slice(0, 8)
  if (digits.length < 2) return digits
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
    .filter((part, index) => part !== '' || index <= Math.floor(digits.length / 2))
    .join('/')
}
