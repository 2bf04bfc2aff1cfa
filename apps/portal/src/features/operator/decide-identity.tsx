import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type Identity, identitiesQuery } from './identities-query.ts'
import styles from './operator.module.css'

type Decision = 'verified' | 'refused'

/** Accepts, or refuses with a reason; the documents are deleted within a day (AMB-144). */
export function DecideIdentity({ identity }: { identity: Identity }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Decision>()
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      call('POST /v1/operator/identities/:companyId/decide', {
        params: { companyId: identity.companyId },
        body: { decision, reason },
      }),
    onSuccess: () => {
      showToast(`« ${identity.name} » : décision enregistrée`)
      setAsked(undefined)
      return queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey })
    },
  })
  const words = asked === 'refused' ? 'Refuser' : 'Accepter'
  return (
    <div className={styles.actions}>
      <Button onClick={() => setAsked('verified')}>Accepter</Button>
      <Button variant="quiet" onClick={() => setAsked('refused')}>
        Refuser
      </Button>
      {asked ? (
        <ConfirmDialog
          opened
          danger={asked === 'refused'}
          title={`${words} l’identité de « ${identity.name} » ?`}
          confirmLabel={words}
          pending={decide.isPending}
          error={decide.error ? messageOf(decide.error) : undefined}
          onConfirm={() => decide.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>Les pièces seront effacées dans la journée ; un reçu reste au journal.</p>
          {asked === 'refused' ? (
            <TextField name="reason" label="Motif" required value={reason} onChange={setReason} />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
