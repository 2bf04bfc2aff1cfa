import { maskedAddressText, proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { mailCodeFault, typedMailCode } from '@parvis/domain/access/second-proof'
import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../lib/api-error.ts'
import { useConfiguration } from '../lib/configuration.ts'
import { arePasskeysPossible, type OfferedProofs } from '../lib/second-proof.ts'
import { type FieldError, focusField, useOneAtATime } from '../lib/use-form.ts'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { ResendCode, type SentCode, sentCode } from './resend-code.tsx'
import { NumberField } from './text-field.tsx'

type ProofChoicesProps = {
  ways: OfferedProofs
  /** The button under the code. */
  submitLabel: string
  /** Sends a code to the address on file. */
  onSend: () => Promise<{ expiresIn: number; retryAfter: number }>
  /** Proves it by that code, or without one by a passkey. */
  onProve: (code?: string) => Promise<void>
  /** Below: the other ways out. */
  children?: ReactNode
}

/** The ways to prove that it is the person: their passkey first, else a code by e-mail. */
export function ProofChoices({ ways, submitLabel, onSend, onProve, children }: ProofChoicesProps) {
  const [sent, setSent] = useState<SentCode>()
  const { isPending, error, setError, run } = useTries()
  const hasPasskey = ways.passkey && arePasskeysPossible()
  const send = () => run(async () => setSent(sentCode({ ...(await onSend()), letters: false }, sent)))
  const confirm = (code: string) => (mailCodeFault(code) ? setError(codeFormat) : void run(() => onProve(code)))

  return (
    <div className="stack-2">
      {hasPasskey ? (
        <Button wide loading={isPending && !sent} onClick={() => void run(() => onProve())}>
          {proofTexts.usePasskey}
        </Button>
      ) : null}
      {ways.email && !sent ? (
        <Button variant={hasPasskey ? 'secondary' : 'primary'} wide loading={isPending} onClick={() => void send()}>
          {proofTexts.askCode}
        </Button>
      ) : null}
      {sent ? (
        <CodeOfMail
          key={sent.sentAt}
          address={ways.email}
          submitLabel={submitLabel}
          isPending={isPending}
          error={error}
          onSubmit={confirm}
        >
          <ResendCode sent={sent} isPending={isPending} wide onResend={() => void send()} />
        </CodeOfMail>
      ) : null}
      <FailureAlert error={ofNoField(error)} />
      {ways.email || hasPasskey ? null : <NoWay />}
      {children}
    </div>
  )
}

/** Its own: the form below may ask a code by SMS meanwhile, and a label leads to the first field of its name. */
const fieldName = 'mailed-code'
const codeFormat: FieldError = { key: 'CODE_FORMAT', text: proofTexts.codeFormat }
const isOfCode = ({ key }: FieldError) => key.startsWith('CODE_')
const ofNoField = (error: FieldError | undefined) => (error && isOfCode(error) ? undefined : error)

function NoWay() {
  const supportEmail = useConfiguration()?.supportEmail
  return supportEmail ? <p>{proofTexts.noWay(supportEmail)}</p> : null
}

/** One try at a time, with why the last one failed. */
function useTries() {
  const { isPending, run } = useOneAtATime()
  const [error, setShown] = useState<FieldError>()
  const setError = (failure: FieldError) => {
    setShown(failure)
    if (isOfCode(failure)) focusField(fieldName)
  }
  const attempt = (act: () => Promise<void>) => {
    setShown(undefined)
    return act().catch((failure: unknown) =>
      setError({ key: failure instanceof ApiError ? failure.code : 'SERVER_ERROR', text: messageOf(failure) }),
    )
  }
  return { isPending, error, setError, run: (act: () => Promise<void>) => run(() => attempt(act)) }
}

type CodeOfMailProps = {
  address: string | null
  submitLabel: string
  isPending: boolean
  error: FieldError | undefined
  onSubmit: (code: string) => void
  children: ReactNode
}

/** The code of the mail that has just left. */
function CodeOfMail({ address, submitLabel, isPending, error, onSubmit, children }: CodeOfMailProps) {
  const [code, setCode] = useState('')
  return (
    <form
      className="stack-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(code)
      }}
    >
      <p role="status">{maskedAddressText(address ?? '')}</p>
      <NumberField
        name={fieldName}
        label={proofTexts.codeLabel}
        value={code}
        error={error && isOfCode(error) ? error : undefined}
        onChange={(value) => setCode(typedMailCode(value))}
        autoComplete="one-time-code"
      />
      <Button type="submit" wide loading={isPending}>
        {submitLabel}
      </Button>
      {children}
    </form>
  )
}
