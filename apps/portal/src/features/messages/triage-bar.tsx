import type { Triage } from '@parvis/domain/messages/triage'
import { IconCheck, IconHourglass, IconMailOpened } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './inbox.module.css'
import { useTriage } from './use-triage.ts'

const states: { state: 'waiting' | 'closed'; label: string; icon: ReactNode }[] = [
  { state: 'closed', label: 'Traitée', icon: <IconCheck size={18} aria-hidden="true" /> },
  { state: 'waiting', label: 'En attente', icon: <IconHourglass size={18} aria-hidden="true" /> },
]

type TriageBarProps = {
  ids: readonly string[]
  /** What they are now, of one conversation: pressing it again takes it back. */
  triage?: Triage
  /** After « non lu » the conversation is closed: the next poll would mark it read again. */
  onUnread: () => void
  onDone?: () => void
}

/** « Traitée », « En attente », « Non lu », for the conversation that is open or for those chosen in the list. */
export function TriageBar({ ids, triage, onUnread, onDone }: TriageBarProps) {
  const { mutate, isPending } = useTriage()
  const disabled = isPending || ids.length === 0
  return (
    <fieldset className={`row gap-tight ${styles.triage}`}>
      <legend className="visually-hidden">Classer</legend>
      {states.map(({ state, label, icon }) => (
        <button
          key={state}
          type="button"
          className={`fixed gap-tight tap ${styles.chip}`}
          aria-pressed={triage === undefined ? undefined : triage === state}
          disabled={disabled}
          onClick={() => mutate({ ids, state: triage === state ? 'open' : state }, { onSuccess: () => onDone?.() })}
        >
          {icon}
          {label}
        </button>
      ))}
      <button
        type="button"
        className={`fixed gap-tight tap ${styles.chip}`}
        aria-label="Marquer non lu"
        disabled={disabled}
        onClick={() => {
          onUnread()
          mutate({ ids, state: 'unread' }, { onSuccess: () => onDone?.() })
        }}
      >
        <IconMailOpened size={18} aria-hidden="true" />
        Non lu
      </button>
    </fieldset>
  )
}
