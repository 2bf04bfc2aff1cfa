import { IconPlayerPause } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { InstantState } from '../instant.ts'

const looks: Record<InstantState, { tone: 'success' | 'waiting' | 'off' | 'warning' | 'info'; text: string }> = {
  running: { tone: 'success', text: 'En cours' },
  coming: { tone: 'waiting', text: 'À venir' },
  paused: { tone: 'off', text: 'En pause' },
  over: { tone: 'info', text: 'Terminé' },
  scheduled: { tone: 'waiting', text: 'Programmé' },
  draft: { tone: 'warning', text: 'Brouillon' },
}

/** Where an instant stands, in a word and an icon. */
export function StateBadge({ state }: { state: InstantState }) {
  const icon = state === 'paused' ? <IconPlayerPause size={16} aria-hidden="true" /> : undefined
  return (
    <StatusBadge tone={looks[state].tone} icon={icon}>
      {looks[state].text}
    </StatusBadge>
  )
}
