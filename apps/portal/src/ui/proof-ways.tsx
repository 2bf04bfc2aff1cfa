import { maskedAddressText, proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { mailCodeFault, typedMailCode } from '@parvis/domain/access/second-proof'
import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../lib/api-error.ts'
import { arePasskeysPossible, type ProofWays as Ways } from '../lib/second-proof.ts'
import { type FieldError, focusField } from '../lib/use-form.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { ResendCode, type SentCode, sentCode } from './resend-code.tsx'
import { TextField } from './text-field.tsx'

type ProofWaysProps = {
  ways: Ways
  supportEmail: string | undefined
  /** The button under the code. */
  submitLabel: string
  /** Sends a code to the address on file. */
  onSend: () => Promise<{ expiresIn: number; retryAfter: number }>
  /** Proves it by that code, or without one by a passkey. */
  onProve: (code?: string) => Promise<void>
  /** Below: the other ways out. */
  children?: ReactNode
}

/** The ways to prove that it is the person: their passkey first, else a code by e-mail (U-065, U-068). */
export function ProofWays({ ways, supportEmail, submitLabel, onSend, onProve, children }: ProofWaysProps) {
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<FieldError>()
  const { email } = ways
  const hasPasskey = ways.passkey && arePasskeysPossible()
  const ofField = error?.key.startsWith('CODE_') ? error : undefined

  const fail = (failure: FieldError) => {
    setError(failure)
    if (failure.key.startsWith('CODE_')) focusField('code')
  }
  const run = async (act: () => Promise<void>) => {
    if (isPending) return
    setPending(true)
    setError(undefined)
    await act().catch((failure: unknown) =>
      fail({ key: failure instanceof ApiError ? failure.code : 'SERVER_ERROR', text: messageOf(failure) }),
    )
    setPending(false)
  }
  const send = () =>
    run(async () => {
      setSent(sentCode({ ...(await onSend()), letters: false }, sent))
      setCode('')
    })
  const confirm = () =>
    mailCodeFault(code) ? fail({ key: 'CODE_FORMAT', text: proofTexts.codeFormat }) : void run(() => onProve(code))

  return (
    <div className="stack-2">
      {hasPasskey ? (
        <Button wide loading={isPending && !sent} onClick={() => void run(() => onProve())}>
          {proofTexts.usePasskey}
        </Button>
      ) : null}
      {email && !sent ? (
        <Button
          variant={hasPasskey ? 'secondary' : 'primary'}
          wide
          loading={isPending && !hasPasskey}
          onClick={() => void send()}
        >
          {proofTexts.askCode}
        </Button>
      ) : null}
      {email && sent ? (
        <form
          className="stack-2"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <p role="status">{maskedAddressText(email)}</p>
          <TextField
            name="code"
            label={proofTexts.codeLabel}
            value={code}
            error={ofField}
            onChange={(value) => setCode(typedMailCode(value))}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <Button type="submit" wide loading={isPending}>
            {submitLabel}
          </Button>
          <ResendCode key={sent.sentAt} sent={sent} isPending={isPending} wide onResend={() => void send()} />
        </form>
      ) : null}
      {error && !ofField ? <Alert tone="danger">{error.text}</Alert> : null}
      {!email && !hasPasskey && supportEmail ? <p>{proofTexts.noWay(supportEmail)}</p> : null}
      {children}
    </div>
  )
}
