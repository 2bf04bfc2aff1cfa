import { typedCode } from '@parvis/domain/access/sign-in'
import { lazy, type ReactNode, Suspense } from 'react'
import { needsTeam } from '../lib/configuration.ts'
import type { ProofAsked } from '../lib/second-proof.ts'
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
  /** Below the button: another code, another number. */
  children: ReactNode
}

/** The code of a SMS, typed or filled in by the phone: of signing in and of signing up. */
export function CodeForm(props: CodeFormProps) {
  const { received, phone, sent, code, onChange, onSubmit, submitLabel, isPending, error } = props
  const { words, ...keyboard } = codeKeyboard(sent)
  const ofField = error?.key.startsWith('code_') ? error : undefined
  return (
    <>
      <p className={`below-2 soft ${styles.sentence}`}>
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
              autoFocus
              data-autofocus
              onChange={(event) => onChange(typedCode(event.currentTarget.value))}
            />
          )}
        </Field>
        {ofField ? null : <FailureAlert error={error} />}
        <Button type="submit" loading={isPending} disabled={needsTeam(error?.key)} wide>
          {submitLabel}
        </Button>
        {props.children}
      </form>
    </>
  )
}

const SignInProof = lazy(() => import('./sign-in-proof.tsx').then((it) => ({ default: it.SignInProof })))

type ProofFormProps = { asked: ProofAsked; submitLabel: string; onOpened: () => void; onOtherNumber: () => void }

/** Where the code is not enough: loaded only then. */
export function ProofForm({ onOtherNumber, ...proof }: ProofFormProps) {
  return (
    <Suspense>
      <SignInProof {...proof}>
        <Button variant="quiet" onClick={onOtherNumber}>
          Changer de numéro
        </Button>
      </SignInProof>
    </Suspense>
  )
}
