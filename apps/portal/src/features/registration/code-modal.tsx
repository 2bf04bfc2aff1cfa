import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import input from '../../ui/input.module.css'
import { codeLength } from './account-failures.ts'
import styles from './code-modal.module.css'
import type { AccountFlow } from './use-account-flow.ts'

/** The code of the SMS, over step 1. The browser's own dialog: nothing more to load before sign-in. */
export function CodeModal({ flow }: { flow: AccountFlow }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [code, setCode] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  const { asked, codeFailure, isPending } = flow
  if (!asked) return null
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="code-title" onClose={flow.close}>
      <header className={styles.header}>
        <h2 id="code-title">Votre code par SMS</h2>
        <button type="button" className={styles.close} aria-label="Fermer" onClick={() => dialog.current?.close()}>
          <IconX size={22} aria-hidden="true" />
        </button>
      </header>
      <p className={styles.sentence}>
        Saisissez les 5 chiffres reçus au <strong>{asked.registration.values.phone_number}</strong>
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          flow.confirm(code)
        }}
      >
        <Field name="code" label="Code reçu par SMS" error={codeFailure}>
          {(control) => (
            <input
              {...control}
              className={`${input.input} ${styles.code}`}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => {
                setCode(event.currentTarget.value.replace(/\s/g, '').slice(0, codeLength))
                flow.clearCodeFailure()
              }}
            />
          )}
        </Field>
        <Button type="submit" wide loading={isPending}>
          Valider mon code
        </Button>
        <ResendButton key={asked.waitUntil} waitUntil={asked.waitUntil} isPending={isPending} onResend={flow.resend} />
      </form>
    </dialog>
  )
}

type ResendButtonProps = { waitUntil: number; isPending: boolean; onResend: () => void }

function ResendButton({ waitUntil, isPending, onResend }: ResendButtonProps) {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((waitUntil - now) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return (
    <Button variant="quiet" wide disabled={isPending || seconds > 0} onClick={onResend}>
      {seconds > 0 ? `Renvoyer le code dans ${seconds} s` : 'Renvoyer le code'}
    </Button>
  )
}
