import { IconSpeakerphone } from '@tabler/icons-react'
import { broadcastId } from './broadcast-id.ts'
import styles from './conversation-list.module.css'
import { headingOf } from './date-heading.ts'
import type { Broadcasts } from './use-broadcasts.ts'

type BroadcastEntryProps = {
  broadcasts: Broadcasts | undefined
  selected: string | undefined
  onOpen: (id: string) => void
}

/** On top of the list: one message to all followers (M-001, M-043). */
export function BroadcastEntry({ broadcasts, selected, onOpen }: BroadcastEntryProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={selected === broadcastId || undefined}
      onClick={() => onOpen(broadcastId)}
    >
      <span className={styles.round} aria-hidden="true">
        <IconSpeakerphone />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{broadcasts?.title ?? 'Message groupé'}</span>
        <span className={styles.excerpt}>{broadcasts?.excerpt || 'Écrivez à tous vos abonnés'}</span>
      </span>
      <span className={styles.side}>
        {broadcasts?.lastBroadcast ? (
          <time dateTime={broadcasts.lastBroadcast}>{headingOf(broadcasts.lastBroadcast)}</time>
        ) : null}
      </span>
    </button>
  )
}
