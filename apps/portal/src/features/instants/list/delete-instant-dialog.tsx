import { messageOf } from '../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { ServerInstant } from '../instant.ts'
import { useDeleteInstant } from '../instants.queries.ts'

/** Names what is about to be lost (I-013, I-014, I-112). */
export function DeleteInstantDialog({ instant, onClose }: { instant: ServerInstant; onClose: () => void }) {
  const remove = useDeleteInstant()
  const { id, title } = instant.instantInformation
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        showToast('Instant supprimé')
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={`Supprimer «\u00a0${title}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      danger
      pending={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
    >
      <p>Ses horaires et sa notification à venir seront supprimés aussi. Cette action est définitive.</p>
    </ConfirmDialog>
  )
}
