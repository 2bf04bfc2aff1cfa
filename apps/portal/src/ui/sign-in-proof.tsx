import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../lib/api-error.ts'
import { beginWithNumber, mailCodeOfTicket, openRefused } from '../lib/refused-sign-in.ts'
import type { ProofAsked } from '../lib/second-proof.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './code-form.module.css'
import { ProofChoices } from './proof-choices.tsx'

type SignInProofProps = {
  asked: ProofAsked
  supportEmail: string | undefined
  submitLabel: string
  onOpened: () => void
  /** The way out: another number. */
  children: ReactNode
}

/**
 * The step after a right code that is not enough, of signing in and of signing up: a passkey, a code by e-mail, or a new account for a
 * number just given.
 */
export function SignInProof({ asked, supportEmail, submitLabel, onOpened, children }: SignInProofProps) {
  const [error, setError] = useState<string>()
  const begin = () =>
    beginWithNumber(asked).then(onOpened, (failure: unknown) => {
      setError(messageOf(failure))
    })
  return (
    <>
      <p className={styles.sentence}>{asked.newNumber ? proofTexts.oldNumber : proofTexts.newDevice}</p>
      <ProofChoices
        ways={asked}
        supportEmail={supportEmail}
        submitLabel={submitLabel}
        onSend={() => mailCodeOfTicket(asked)}
        onProve={(code) => openRefused(asked, code).then(onOpened)}
      >
        {asked.newNumber ? (
          <>
            <p>{proofTexts.newNumberMeans}</p>
            {error ? <Alert tone="danger">{error}</Alert> : null}
            <Button variant="quiet" onClick={() => void begin()}>
              {proofTexts.newNumber}
            </Button>
          </>
        ) : null}
        {children}
      </ProofChoices>
    </>
  )
}
