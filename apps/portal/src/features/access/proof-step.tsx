import { maskedAddressText, proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { mailCodeFault, typedMailCode } from '@parvis/domain/access/second-proof'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import { enterWith } from '../../lib/sign-in.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './login-page.module.css'

/** What the refusal of a right code says of the ways that are left (team.md U-D12). */
export type ProofAsked = { ticket: string; email: string | null; passkey: boolean; newNumber: boolean }
type Props = { asked: ProofAsked; supportEmail: string | undefined; onOpened: () => void; onRestart: () => void }

/** The step after a right code that is not enough: a code by e-mail, or a new account for a number just given (U-068, U-071). */
export function SecondProofStep({ asked, supportEmail, onOpened, onRestart }: Props) {
  const { ticket, email, newNumber } = asked
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  const run = async (act: () => Promise<void>) => {
    setPending(true)
    setError(undefined)
    await act().catch((failure: unknown) => setError(messageOf(failure)))
    setPending(false)
  }
  const send = () =>
    run(async () => {
      await call('POST /v1/authentication/second-proof/send', { body: { ticket }, anonymous: true })
      setSent(true)
    })
  const open = (key: 'POST /v1/authentication/second-proof' | 'POST /v1/authentication/new-number', body: object) =>
    run(async () => {
      enterWith((await call(key, { body: { ticket, ...body }, anonymous: true })).token)
      onOpened()
    })
  const confirm = () =>
    mailCodeFault(code) ? setError(proofTexts.codeFormat) : void open('POST /v1/authentication/second-proof', { code })

  return (
    <>
      <p className={styles.sentence}>{newNumber ? proofTexts.oldNumber : proofTexts.newDevice}</p>
      {error ? <Alert tone="danger">{error}</Alert> : null}
      {email && !isSent ? (
        <Button wide loading={isPending} onClick={() => void send()}>
          {proofTexts.askCode}
        </Button>
      ) : null}
      {email && isSent ? (
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
            onChange={(value) => setCode(typedMailCode(value))}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <Button type="submit" wide loading={isPending}>
            Me connecter
          </Button>
        </form>
      ) : null}
      {!email && supportEmail ? <p className={styles.sentence}>{proofTexts.noWay(supportEmail)}</p> : null}
      {newNumber ? (
        <>
          <p className={styles.sentence}>{proofTexts.newNumberMeans}</p>
          <Button
            variant="quiet"
            loading={isPending}
            onClick={() => void open('POST /v1/authentication/new-number', {})}
          >
            {proofTexts.newNumber}
          </Button>
        </>
      ) : null}
      <Button variant="quiet" onClick={onRestart}>
        Changer de numéro
      </Button>
    </>
  )
}
