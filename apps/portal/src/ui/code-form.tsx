import { typedCode } from '@parvis/domain/access/sign-in'
import type { ReactNode } from 'react'
import type { FieldError } from '../lib/use-form.ts'
import { Button } from './button.tsx'
import styles from './code-form.module.css'
import { FailureAlert } from './failure-alert.tsx'
import { Field } from './field.tsx'
import input from './input.module.css'
import { codeKeyboard, type SentCode } from './resend-code.tsx'

type CodeFormProps = {
  /** « reçus au », before the phone that the code went to. */
  received: string
  phone: string
  sent: SentCode | undefined
  code: string
  onChange: (code: string) => void
  onSubmit: () => void
  submitLabel: string
  isPending: boolean
  error: FieldError | undefined
  /** The team's e-mail address, when only they can help: trying again is then of no use. */
  team: string | undefined
  needsTeam: boolean
  autoFocus?: boolean
  /** Below the button: another code, another number. */
  children: ReactNode
}

/** The code of a SMS, typed or filled in by the phone: of signing in and of signing up. */
export function CodeForm(props: CodeFormProps) {
  const { received, phone, sent, code, onChange, onSubmit, submitLabel, isPending, error, team } = props
  const { words, ...keyboard } = codeKeyboard(sent)
  const ofField = error?.key.startsWith('code_') ? error : undefined
  return (
    <>
      <p className={styles.sentence}>
        Saisissez les {words} {received} <strong>{phone}</strong>
      </p>
      <form
        className="stack-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Field name="code" label="Code reçu par SMS" error={ofField}>
          {(control) => (
            <input
              {...control}
              className={`${input.input} ${styles.code}`}
              {...keyboard}
              autoComplete="one-time-code"
              value={code}
              // biome-ignore lint/a11y/noAutofocus: the one thing of this screen
              autoFocus={props.autoFocus}
              onChange={(event) => onChange(typedCode(event.currentTarget.value))}
            />
          )}
        </Field>
        {ofField ? null : <FailureAlert error={error} team={team} />}
        <Button type="submit" loading={isPending} disabled={props.needsTeam} wide>
          {submitLabel}
        </Button>
        {props.children}
      </form>
    </>
  )
}
