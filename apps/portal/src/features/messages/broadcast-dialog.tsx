import { followersText } from '@parvis/domain/residents/followers.fr'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import styles from './thread.module.css'
import type { Draft } from './use-draft.ts'
import { useObjectUrl } from './use-object-url.ts'

type BroadcastDialogProps = {
  followers: number
  draft: Draft
  pending: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before writing to everyone, and shows what leaves for good, whole, and to how many (M-030). */
export function BroadcastDialog({ followers, draft, pending, error, onConfirm, onClose }: BroadcastDialogProps) {
  const picture = useObjectUrl(draft.image)
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
      <blockquote className={styles.quoted}>
        {picture ? <img className={styles.image} src={picture} alt="Jointe au message" /> : null}
        {draft.text}
      </blockquote>
    </ConfirmDialog>
  )
}
