import { meantMail } from '@parvis/domain/kernel/mistyped-mail'
import type { ComponentProps } from 'react'
import { focusField } from '../lib/use-form.ts'
import { useSettled } from '../lib/use-settled.ts'
import { QuietButton } from './button.tsx'
import { TextField } from './text-field.tsx'

/** An e-mail address; under it, once typing pauses, the one that was probably meant. */
export function MailField(props: ComponentProps<typeof TextField>) {
  const { name, value, onChange } = props
  const settled = useSettled(value, 700)
  const meant = settled === value ? meantMail(value) : undefined
  return (
    <div className="shrinks">
      <TextField required type="email" autoComplete="email" {...props} />
      <div role="status">
        {meant ? (
          <QuietButton
            className="anywhere"
            onClick={() => {
              onChange(meant)
              focusField(name)
            }}
          >
            Vouliez-vous écrire {meant}&nbsp;?
          </QuietButton>
        ) : null}
      </div>
    </div>
  )
}
