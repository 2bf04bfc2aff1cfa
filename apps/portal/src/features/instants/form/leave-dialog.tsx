import { useEffect, useState } from 'react'
import { useBlocker } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import type { InstantForm } from './use-instant-form.ts'

/** The window that holds the form is being closed. */
export type Closing = { isAsked: boolean; stay: () => void; leave: () => void }

/** On a page of its own: only the router closes it. */
const inNoWindow: Closing = { isAsked: false, stay: () => undefined, leave: () => undefined }

/** Asks before losing what was typed, and only then. */
export function LeaveDialog({ form, closing = inNoWindow }: { form: InstantForm; closing?: Closing | undefined }) {
  const { isDirty } = form
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>()
  useBlocker(isDirty, () => new Promise((resolve) => setAnswer(() => resolve)))
  const close = (mayLeave: boolean) => {
    closing[mayLeave ? 'leave' : 'stay']()
    answer?.(mayLeave)
    setAnswer(undefined)
  }
  const stay = () => close(false)
  const mayCloseNow = closing.isAsked && !isDirty
  useEffect(() => {
    if (mayCloseNow) closing.leave()
  }, [mayCloseNow, closing])
  const isOpen = answer !== undefined || (closing.isAsked && isDirty)
  return (
    <Modal opened={isOpen} onClose={stay} title="Quitter sans enregistrer&nbsp;?" size="narrow">
      <div className="stack-3">
        <p>Vos modifications ne sont pas enregistrées.</p>
        <Button variant="danger" wide onClick={() => close(true)}>
          Quitter sans enregistrer
        </Button>
        <Button variant="secondary" wide onClick={stay}>
          Rester sur la page
        </Button>
      </div>
    </Modal>
  )
}
