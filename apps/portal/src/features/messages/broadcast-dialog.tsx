import { followersText } from '@parvis/domain/kernel/french-format'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { expectedReachText } from '@parvis/domain/residents/followers.fr'
import { useQuery } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { unsentText } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useObjectUrl } from '../../ui/picture/use-object-url.ts'
import type { Draft } from './message-draft.ts'
import styles from './thread.module.css'

type BroadcastDialogProps = {
  followers: number
  draft: Draft
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before writing to everyone, and shows what leaves for good, whole, and to how many. */
export function BroadcastDialog({ followers, draft, onConfirm, onClose }: BroadcastDialogProps) {
  const picture = useObjectUrl(draft.image)
  return (
    <ConfirmDialog
      title={`Envoyer à ${followersText(followers)}\u00a0?`}
      confirmLabel="Envoyer à tous"
      failureText={unsentText}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Chacun recevra ce message et une notification. Vous ne pourrez plus le modifier ni le retirer.</p>
      <ExpectedReach />
      <blockquote className={styles.quoted}>
        {picture ? <img className={styles.image} src={picture} alt="Jointe au message" /> : null}
        {draft.text}
      </blockquote>
    </ConfirmDialog>
  )
}

/** The reach of the broadcast at a moment `YYYY-MM-DD HH:mm`, or now. */
export function ExpectedReach({ at = '' }: { at?: string }) {
  const { data } = useQuery(query('GET /v1/company/:id/reach', { query: { kind: 'broadcast', ...(at && { at }) } }))
  const moment = at ? readDateTime(at) : Temporal.Now.instant()
  if (!data || !moment) return null
  return (
    <p className={styles.reach} role="status">
      {expectedReachText(data, moment)}
    </p>
  )
}
