import type { AnswerOf } from '@parvis/domain/api'
import { momentWords } from '@parvis/domain/site/when.fr'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { call } from '../../lib/request.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import styles from '../../ui/list-row.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { showToast } from '../../ui/toast.tsx'

export function SessionRow({ session }: { session: OpenSession }) {
  const [isAsking, setAsking] = useState(false)
  const end = useEndSessions()
  const device = session.device || 'Appareil inconnu'
  const Icon = /mobile|phone|android/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  const now = useNow()
  const when = (at: string) => momentWords(Temporal.Instant.from(at), now)
  const confirm = () => end.mutate([session.id], { onSuccess: () => showToast('Cet appareil est déconnecté') })
  return (
    <li className={`inline ${styles.row}`}>
      <Icon size={28} stroke={1.6} aria-hidden="true" />
      <div className={styles.words}>
        <strong>{device}</strong>
        <span>
          Connecté {when(session.createdAt)}, utilisé {when(session.lastSeenAt)}
        </span>
      </div>
      {session.current ? (
        <StatusBadge tone="success">Cet appareil</StatusBadge>
      ) : (
        <Button variant="secondary" size="small" aria-label={`Déconnecter ${device}`} onClick={() => setAsking(true)}>
          Déconnecter
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={`Déconnecter «\u00a0${device}\u00a0»\u00a0?`}
        confirmLabel="Déconnecter"
        danger
        pending={end.isPending}
        error={end.error}
      >
        Il faudra un nouveau code reçu par SMS pour se reconnecter depuis cet appareil.
      </ConfirmDialog>
    </li>
  )
}

export type OpenSession = AnswerOf<'GET /v1/authentication/sessions'>[number]

export const sessionsQuery = query('GET /v1/authentication/sessions')

/** Signs those devices out, one call each. */
export function useEndSessions() {
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      for (const id of ids) await call('DELETE /v1/authentication/sessions/:id', { params: { id: String(id) } })
    },
    meta: { refreshes: ['GET /v1/authentication/sessions'] },
  })
}
