import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import styles from './thread.module.css'

type ThreadHeaderProps = {
  title: string
  /** Absent: no picture has its place, as for a message to everyone. */
  picture?: string | null
  /** At the right. */
  action?: ReactNode
  onBack: () => void
}

/** Who is written to; on a phone, the way back to the list. */
export function ThreadHeader({ title, picture, action, onBack }: ThreadHeaderProps) {
  return (
    <header className={styles.header}>
      <button type="button" className={styles.back} onClick={onBack} aria-label="Revenir aux conversations">
        <IconArrowLeft aria-hidden="true" />
      </button>
      {picture === undefined ? null : <Avatar name={title} picture={picture} size={40} />}
      <h2>{title}</h2>
      {action ? <div className={styles.action}>{action}</div> : null}
    </header>
  )
}
