import { typedCode } from '@parvis/domain/access/sign-in'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { needsTeam, useTeamAddress } from '../../lib/use-team-address.ts'
import { Button } from '../../ui/button.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Field } from '../../ui/field.tsx'
import input from '../../ui/input.module.css'
import { codeKeyboard, ResendCode } from '../../ui/resend-code.tsx'
import styles from './code-modal.module.css'
import type { AccountFlow } from './use-account-flow.ts'

/** The code of the SMS, over step 1. The browser's own dialog: nothing more to load before sign-in. */
export function CodeModal({ flow }: { flow: AccountFlow }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [code, setCode] = useState('')
  useEffect(() => {
    dialog.current?.showModal()
    // The dialog itself would give the focus to its first control, the cross.
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const sentAt = flow.asked?.sent.sentAt
  // Another code was sent: the former one is of no use any more.
  useEffect(() => {
    if (sentAt) setCode('')
  }, [sentAt])
  const { asked, codeFailure, isPending } = flow
  const { words, ...keyboard } = codeKeyboard(asked?.sent)
  const team = useTeamAddress(codeFailure)
  if (!asked) return null
  const ofField = codeFailure?.key.startsWith('code_') ? codeFailure : undefined
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="code-title" onClose={flow.close}>
      <header className={styles.header}>
        <h2 id="code-title">Votre code par SMS</h2>
        <button type="button" className={styles.close} aria-label="Fermer" onClick={() => dialog.current?.close()}>
          <IconX size={22} aria-hidden="true" />
        </button>
      </header>
      <p className={styles.sentence}>
        Saisissez les {words} reçus au <strong>{asked.registration.values.phone_number}</strong>
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          flow.confirm(code)
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
              onChange={(event) => {
                setCode(typedCode(event.currentTarget.value))
                flow.clearCodeFailure()
              }}
            />
          )}
        </Field>
        {ofField ? null : <FailureAlert error={codeFailure} team={team} />}
        <Button type="submit" wide loading={isPending} disabled={needsTeam(codeFailure)}>
          Valider mon code
        </Button>
        <ResendCode key={asked.sent.sentAt} sent={asked.sent} isPending={isPending} wide onResend={flow.resend} />
      </form>
    </dialog>
  )
}
