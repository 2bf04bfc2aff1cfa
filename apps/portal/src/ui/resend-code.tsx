import { useEffect, useState } from 'react'
import { mayBeUsed } from '../lib/sign-in.ts'
import type { FieldError } from '../lib/use-form.ts'
import { Button } from './button.tsx'

/** A code that was sent by SMS; times in milliseconds of this device, as durations are. */
export type SentCode = { sentAt: number; waitUntil: number; expiresAt: number; isAgain: boolean; letters: boolean }

type Answer = { retryAfter: number; expiresIn: number; letters: boolean }

/** How the field of a code is typed: while the service is under attack codes have letters, which a keypad cannot write. */
export const codeKeyboard = (sent: SentCode | undefined) =>
  sent?.letters
    ? ({ words: '5 caractères', inputMode: 'text', autoCapitalize: 'characters' } as const)
    : ({ words: '5 chiffres', inputMode: 'numeric', autoCapitalize: 'none' } as const)

/** From the answer of send-activation-code (seconds); `before` is the code that this one replaces. */
export function sentCode(answer: Answer, before: SentCode | undefined): SentCode {
  const sentAt = Date.now()
  return {
    sentAt,
    waitUntil: sentAt + answer.retryAfter * 1000,
    expiresAt: sentAt + answer.expiresIn * 1000,
    isAgain: before !== undefined,
    letters: answer.letters,
  }
}

/** The server does not say why it refuses a code (guessing); this device knows how old it is, and that an answer was lost. */
export function uselessCode(sent: SentCode, code: string): FieldError | undefined {
  if (Date.now() >= sent.expiresAt) return { key: 'code_expired', text: 'Ce code a expiré. Demandez-en un nouveau.' }
  return mayBeUsed(code)
    ? { key: 'code_used', text: 'Ce code a peut-être déjà servi. Demandez-en un nouveau.' }
    : undefined
}

type ResendCodeProps = { sent: SentCode; isPending: boolean; wide?: boolean; onResend: () => void }

/** Asks for another code, once the wait is over; says that one was sent. */
export function ResendCode({ sent, isPending, wide, onResend }: ResendCodeProps) {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((sent.waitUntil - now) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return (
    <>
      <Button variant="quiet" wide={wide} disabled={isPending || seconds > 0} onClick={onResend}>
        {seconds > 0 ? `Renvoyer le code dans ${seconds}\u00a0s` : 'Renvoyer le code'}
      </Button>
      <p role="status" style={{ textAlign: 'center' }}>
        {sent.isAgain ? 'Un nouveau code vient de vous être envoyé.' : null}
      </p>
    </>
  )
}
