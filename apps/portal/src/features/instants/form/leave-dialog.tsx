import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { reloadInstants, withdrawInstant } from '../instants.queries.ts'
import styles from './form.module.css'
import type { InstantForm } from './use-instant-form.ts'

/** The window that holds the form is being closed. */
export type Closing = { isAsked: boolean; stay: () => void; leave: () => void }

/** On a page of its own: only the router closes it. */
const inNoWindow: Closing = { isAsked: false, stay: () => undefined, leave: () => undefined }

/** Asks before losing what was typed, and only then; a draft left half-way may be deleted on leaving (AMB-81). */
export function LeaveDialog({ form, closing = inNoWindow }: { form: InstantForm; closing?: Closing | undefined }) {
  const { draft, isDirty } = form
  const isHeld = isDirty || draft !== undefined
  const blocker = useBlocker({
    shouldBlockFn: () => isHeld,
    enableBeforeUnload: isHeld,
    withResolver: true,
  })
  const leave = () => {
    void reloadInstants()
    closing.leave()
    blocker.proceed?.()
  }
  const stay = () => {
    closing.stay()
    blocker.reset?.()
  }
  const mayCloseNow = closing.isAsked && !isHeld
  useEffect(() => {
    if (mayCloseNow) closing.leave()
  }, [mayCloseNow, closing])
  const isOpen = blocker.status === 'blocked' || (closing.isAsked && isHeld)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: number) => withdrawInstant(id),
    onSuccess: leave,
  })
  const title = draft ? 'Supprimer le brouillon\u00a0?' : 'Quitter sans enregistrer\u00a0?'
  return (
    <Modal opened={isOpen} onClose={stay} title={title} size="narrow" isBusy={isPending}>
      <div className={styles.fields}>
        <p>
          {draft
            ? `«\u00a0${form.values.title}\u00a0» n’est pas terminé. Son brouillon compte dans votre limite d’instants.`
            : 'Vos modifications ne sont pas enregistrées.'}
        </p>
        {error ? <Alert tone="danger">{messageOf(error)}</Alert> : null}
        {draft ? (
          <>
            <Button variant="danger" wide loading={isPending} onClick={() => mutate(draft.id)}>
              Supprimer le brouillon et quitter
            </Button>
            <Button variant="secondary" wide disabled={isPending} onClick={leave}>
              Garder le brouillon et quitter
            </Button>
          </>
        ) : (
          <Button variant="danger" wide onClick={leave}>
            Quitter sans enregistrer
          </Button>
        )}
        <Button variant="secondary" wide disabled={isPending} onClick={stay}>
          Rester sur la page
        </Button>
      </div>
    </Modal>
  )
}
