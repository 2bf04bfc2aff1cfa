import type { TimeLeft } from '@parvis/domain/instants/listed-instant'
import { formatRelative } from '@parvis/domain/kernel/french-format'
import { IconPlayerPause } from '@tabler/icons-react'
import type { Temporal } from 'temporal-polyfill'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { InstantState } from '../instant.ts'
import styles from './instant-card.module.css'

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
  const icon = state === 'paused' ? IconPlayerPause : undefined
  return (
    <StatusBadge tone={looks[state].tone} icon={icon}>
      {looks[state].text}
    </StatusBadge>
  )
}

type TimeLeftBarProps = { left: TimeLeft; start: number | undefined; now: Temporal.Instant }

/** When it begins, then how long it still lasts, in words, colour and share of the last hour. */
export function TimeLeftBar({ left, start, now }: TimeLeftBarProps) {
  const { minutes, percent, colour } = left
  return (
    <div className={`small bold ${styles.left}`} data-colour={colour} data-percent={percent}>
      <span>{minutes === undefined ? startText(start, now) : durationText(minutes)}</span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}

/** `Commence dans 3 heures` */
function startText(start: number | undefined, now: Temporal.Instant): string {
  return start === undefined ? '' : `Commence ${formatRelative(start, now.epochMilliseconds)}`
}

/** `Encore 45 min`, `Encore 3 h 05`. */
function durationText(minutes: number): string {
  if (minutes < 60) return `Encore ${minutes}\u00a0min`
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  return `Encore ${hours}\u00a0h${rest === 0 ? '' : `\u00a0${String(rest).padStart(2, '0')}`}`
}
