import type { AnswerOf } from '@parvis/domain/api'
import { momentWords } from '@parvis/domain/site/when.fr'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { refresh } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useNow } from '../../lib/use-now.ts'
import { ConfirmButton } from '../../ui/confirm-dialog.tsx'
import styles from '../../ui/list-row.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { showToast } from '../../ui/toast.tsx'

export function SessionRow({ session }: { session: OpenSession }) {
  const device = session.device || 'Appareil inconnu'
  const Icon = /mobile|phone|android/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  const now = useNow()
  const when = (at: string) => momentWords(Temporal.Instant.from(at), now)
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
        <ConfirmButton
          variant="secondary"
          size="small"
          aria-label={`Déconnecter ${device}`}
          ask={{
            title: `Déconnecter «\u00a0${device}\u00a0»\u00a0?`,
            children: 'Il faudra un nouveau code reçu par SMS pour se reconnecter depuis cet appareil.',
            confirmLabel: 'Déconnecter',
            danger: true,
            onConfirm: () => signOutDevices([session.id], 'Cet appareil est déconnecté'),
          }}
        >
          Déconnecter
        </ConfirmButton>
      )}
    </li>
  )
}

export type OpenSession = AnswerOf<'GET /v1/authentication/sessions'>[number]

export const sessionsQuery = query('GET /v1/authentication/sessions')

/** Signs those devices out, one call each, and says it. */
export async function signOutDevices(ids: readonly number[], done: string): Promise<void> {
  try {
    for (const id of ids) await call('DELETE /v1/authentication/sessions/:id', { params: { id } })
    showToast(done)
  } finally {
    await refresh('GET /v1/authentication/sessions')
  }
}
