import type { Triage } from '@parvis/domain/messages/triage'
import { IconCheck, IconHourglass, IconMailOpened } from '@tabler/icons-react'
import styles from './inbox.module.css'
import { useTriage } from './use-triage.ts'

const choices = [
  { state: 'closed', label: 'Traitée', icon: IconCheck },
  { state: 'waiting', label: 'En attente', icon: IconHourglass },
  { state: 'unread', label: 'Non lu', name: 'Marquer non lu', icon: IconMailOpened },
] as const

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
  return (
    <fieldset className={`row gap-tight ${styles.triage}`}>
      <legend className="visually-hidden">Classer</legend>
      {choices.map(({ state, label, icon: Glyph, ...named }) => (
        <button
          key={state}
          type="button"
          className={`fixed gap-tight tap ${styles.chip}`}
          aria-label={'name' in named ? named.name : undefined}
          aria-pressed={triage === undefined || state === 'unread' ? undefined : triage === state}
          disabled={isPending || ids.length === 0}
          onClick={() => {
            if (state === 'unread') onUnread()
            mutate({ ids, state: triage === state ? 'open' : state }, { onSuccess: () => onDone?.() })
          }}
        >
          <Glyph size={18} aria-hidden="true" />
          {label}
        </button>
      ))}
    </fieldset>
  )
}
