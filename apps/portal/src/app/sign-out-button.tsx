import { type ReactNode, useState } from 'react'
import { useQueued } from '../lib/browser-queue.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { signOut } from './sign-out.ts'

/** « Se déconnecter », which asks first while something is not sent: it would be erased. */
export function SignOutButton({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  const waiting = useQueued().length
  return (
    <>
      <button type="button" className={className} onClick={() => (waiting > 0 ? setAsked(true) : signOut())}>
        {children}
      </button>
      {/* Rendered closed from the start, so that its code is loaded before the network can be lost. */}
      <ConfirmDialog
        opened={isAsked}
        danger
        title={'Se déconnecter\u00a0?'}
        confirmLabel="Se déconnecter"
        cancelLabel="Rester connecté"
        onConfirm={signOut}
        onClose={() => setAsked(false)}
      >
        <p>{unsentText(waiting)}</p>
      </ConfirmDialog>
    </>
  )
}

function unsentText(count: number): string {
  return count === 1
    ? '1 message n’est pas encore parti. Se déconnecter l’efface.'
    : `${count} messages ne sont pas encore partis. Se déconnecter les efface.`
}
