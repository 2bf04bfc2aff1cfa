import { followersText } from '@parvis/domain/residents/followers.fr'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type BroadcastDialogProps = {
  followers: number
  text: string
  pending: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before writing to everyone, and says to how many (M-030). */
export function BroadcastDialog({ followers, text, pending, error, onConfirm, onClose }: BroadcastDialogProps) {
  return (
    <ConfirmDialog
      opened
      title={`Envoyer à ${followersText(followers)}\u00a0?`}
      confirmLabel="Envoyer à tous"
      pending={pending}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Chacun recevra ce message et une notification. Il ne pourra plus être repris.</p>
      {text ? <blockquote>{text.length > 200 ? `${text.slice(0, 200)}…` : text}</blockquote> : null}
    </ConfirmDialog>
  )
}
