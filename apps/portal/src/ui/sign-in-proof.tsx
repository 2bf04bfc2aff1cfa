import { proofTexts } from '@parvis/domain/access/proof-texts.fr'
import { type ReactNode, useState } from 'react'
import { beginWithNumber, mailCodeOfTicket, openRefused } from '../lib/refused-sign-in.ts'
import type { ProofAsked } from '../lib/second-proof.ts'
import { Button } from './button.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { ProofChoices } from './proof-choices.tsx'

type SignInProofProps = {
  asked: ProofAsked
  submitLabel: string
  onOpened: () => void
  /** The way out: another number. */
  children: ReactNode
}

/**
 * The step after a right code that is not enough, of signing in and of signing up: a passkey, a code by e-mail, or a new account for a
 * number just given.
 */
export function SignInProof({ asked, submitLabel, onOpened, children }: SignInProofProps) {
  const [error, setError] = useState<unknown>()
  const begin = () => beginWithNumber(asked).then(onOpened, setError)
  return (
    <>
      <p className="below-2 soft">{asked.newNumber ? proofTexts.oldNumber : proofTexts.newDevice}</p>
      <ProofChoices
        ways={asked}
        submitLabel={submitLabel}
        onSend={() => mailCodeOfTicket(asked)}
        onProve={(code) => openRefused(asked, code).then(onOpened)}
      >
        {asked.newNumber ? (
          <>
            <p>{proofTexts.newNumberMeans}</p>
            <FailureAlert error={error} />
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
