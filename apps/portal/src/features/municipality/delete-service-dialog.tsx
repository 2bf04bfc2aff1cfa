import { messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type Service, useDeleteService } from './use-services.ts'

/** Names the service before taking it away (V-019). */
export function DeleteServiceDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteService()
  const confirm = () =>
    mutate(service.id, {
      onSuccess: () => {
        showToast(`«\u00a0${service.label}\u00a0» est supprimé`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={`Supprimer «\u00a0${service.label}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      danger
      pending={isPending}
      error={error ? messageOf(error) : undefined}
    >
      <p>Les habitants ne verront plus ce raccourci dans l’application.</p>
    </ConfirmDialog>
  )
}
