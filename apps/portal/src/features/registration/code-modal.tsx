import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { needsTeam, useTeamAddress } from '../../lib/session.ts'
import { CodeForm } from '../../ui/code-form.tsx'
import { ResendCode } from '../../ui/resend-code.tsx'
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
  const team = useTeamAddress(codeFailure)
  if (!asked) return null
  const close = () => {
    flow.close()
    // Restores the focus: the submit button was disabled when the dialog opened, so that the browser has forgotten it.
    dialog.current?.previousElementSibling?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="code-title" onClose={close}>
      <header className={styles.header}>
        <h2 id="code-title">Votre code par SMS</h2>
        <button type="button" className={styles.close} aria-label="Fermer" onClick={() => dialog.current?.close()}>
          <IconX size={22} aria-hidden="true" />
        </button>
      </header>
      <CodeForm
        received="reçus au"
        phone={asked.registration.values.phone_number}
        sent={asked.sent}
        code={code}
        onChange={(typed) => {
          setCode(typed)
          flow.clearCodeFailure()
        }}
        onSubmit={() => flow.confirm(code)}
        submitLabel="Valider mon code"
        isPending={isPending}
        error={codeFailure}
        team={team}
        needsTeam={needsTeam(codeFailure)}
      >
        <ResendCode key={asked.sent.sentAt} sent={asked.sent} isPending={isPending} wide onResend={flow.resend} />
      </CodeForm>
    </dialog>
  )
}
