import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Identity } from './identities-query.ts'
import styles from './operator.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

type Decision = { decision: 'verified' | 'refused'; reason?: string }

/** Accepts, or refuses with a reason; the documents are deleted within a day (AMB-144). */
export function DecideIdentity({ identity: { companyId, name } }: { identity: Identity }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Decision['decision']>()
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      call('POST /v1/operator/identities/:companyId/decide', { params: { companyId }, body: decision }),
    onSuccess: (_, { decision }) => {
      showToast(
        decision === 'verified'
          ? `Identité de «\u00a0${name}\u00a0» acceptée`
          : `Identité de «\u00a0${name}\u00a0» refusée`,
      )
      close()
      return queryClient.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  const close = () => {
    setAsked(undefined)
    decide.reset()
  }
  const receipt = <p>Les pièces seront effacées dans la journée&nbsp;; un reçu reste au journal.</p>
  return (
    <div className={styles.actions}>
      <Button aria-label={`Accepter l’identité de «\u00a0${name}\u00a0»`} onClick={() => setAsked('verified')}>
        Accepter
      </Button>
      <Button
        variant="quiet"
        aria-label={`Refuser l’identité de «\u00a0${name}\u00a0»`}
        onClick={() => setAsked('refused')}
      >
        Refuser
      </Button>
      {asked === 'verified' ? (
        <ConfirmDialog
          opened
          title={`Accepter l’identité de «\u00a0${name}\u00a0»\u00a0?`}
          confirmLabel="Accepter"
          pending={decide.isPending}
          error={decide.error ? messageOf(decide.error) : undefined}
          onConfirm={() => decide.mutate({ decision: 'verified' })}
          onClose={close}
        >
          {receipt}
        </ConfirmDialog>
      ) : null}
      {asked === 'refused' ? (
        <ReasonDialog
          danger
          title={`Refuser l’identité de «\u00a0${name}\u00a0»\u00a0?`}
          confirmLabel="Refuser"
          pending={decide.isPending}
          error={decide.error}
          onConfirm={(reason) => decide.mutate({ decision: 'refused', reason })}
          onClose={close}
        >
          {receipt}
        </ReasonDialog>
      ) : null}
    </div>
  )
}
