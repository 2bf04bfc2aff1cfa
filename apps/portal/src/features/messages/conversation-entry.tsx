import { IconBan, IconClockHour4, IconHourglass, IconLock, IconNote } from '@tabler/icons-react'
import { Avatar } from './avatar.tsx'
import styles from './conversation-list.module.css'
import { headingOf } from './date-heading.ts'
import type { ListedDiscussion } from './use-broadcasts.ts'

type ConversationEntryProps = {
  discussion: ListedDiscussion
  isSelected: boolean
  disabled: boolean
  onOpen: () => void
}

/** Picture, name, excerpt, date, unread count (M-006, M-041). */
export function ConversationEntry({ discussion, isSelected, disabled, onOpen }: ConversationEntryProps) {
  const { label, excerpt, lastFrom, lastUpdate, newMessage, picture } = discussion
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={isSelected || undefined}
      data-unread={newMessage > 0 || undefined}
      disabled={disabled}
      title={disabled ? 'Au-delà des conversations de votre offre' : undefined}
      onClick={onOpen}
    >
      <Avatar name={label} picture={picture} size={48} />
      <span className={styles.words}>
        <span className={styles.name}>
          {label}
          <Marks discussion={discussion} disabled={disabled} />
        </span>
        <span className={styles.excerpt}>
          {lastFrom === 'company' ? 'Vous\u00a0: ' : null}
          {excerpt}
        </span>
      </span>
      <span className={styles.side}>
        <time dateTime={lastUpdate}>{headingOf(lastUpdate)}</time>
        {newMessage > 0 ? (
          <span className={styles.count}>
            {newMessage}
            <span className="visually-hidden"> {newMessage > 1 ? 'non lus' : 'non lu'}</span>
          </span>
        ) : null}
      </span>
    </button>
  )
}

function Marks({ discussion, disabled }: Pick<ConversationEntryProps, 'discussion' | 'disabled'>) {
  const { isBlocked, triage, notes, scheduled } = discussion
  return (
    <>
      {isBlocked ? <IconBan size={16} aria-label="bloquée" /> : null}
      {disabled ? <IconLock size={16} aria-label="au-delà de votre offre" /> : null}
      {triage === 'waiting' ? <IconHourglass size={16} aria-label="en attente" /> : null}
      {notes > 0 ? <IconNote size={16} aria-label="avec une note" /> : null}
      {scheduled > 0 ? <IconClockHour4 size={16} aria-label="avec un message à envoyer plus tard" /> : null}
    </>
  )
}
