import { formatDay } from '@parvis/domain/kernel/french-format'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { useCompany } from '../../lib/session.ts'
import { endSession } from '../../lib/session-end.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './account-page.module.css'

/** One's data, to take away or to have erased. */
export function OwnDataCard() {
  const [isAsking, setAsking] = useState(false)
  const take = useMutation({
    mutationFn: takeData,
    onError: (error) => showToast(messageOf(error), 'danger'),
  })
  return (
    <Card title="Mes données" sentence="Elles sont à vous&nbsp;: emportez-les, ou demandez leur effacement.">
      <div className={styles.actions}>
        <Button variant="secondary" icon={<IconDownload />} loading={take.isPending} onClick={() => take.mutate()}>
          Télécharger mes données
        </Button>
        <Button variant="quiet" icon={<IconTrash />} onClick={() => setAsking(true)}>
          Supprimer mon compte
        </Button>
      </div>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </Card>
  )
}

/** A job writes the file, however large; it is asked after every second. */
async function takeData(): Promise<void> {
  let { state } = await call('POST /v1/account/export')
  while (state === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    state = (await call('GET /v1/account/export/state')).state
  }
  await download('/v1/account/export/file', 'mes-donnees-parvis.json')
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { name } = useCompany()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => call('DELETE /v1/account') })
  const confirm = () =>
    mutate(undefined, {
      onSuccess: ({ deleteAfter }) => {
        showToast(`Votre compte sera effacé le ${formatDay(deleteAfter)}`)
        endSession()
      },
    })
  return (
    <ConfirmDialog
      opened
      danger
      title={`Supprimer votre compte et «\u00a0${name}\u00a0»\u00a0?`}
      confirmLabel="Supprimer mon compte"
      pending={isPending}
      error={error ? messageOf(error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Votre fiche, vos instants et vos conversations seront effacés dans 30 jours, votre abonnement arrêté.
        Reconnectez-vous avant pour tout garder.
      </p>
    </ConfirmDialog>
  )
}
