import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './avatar.module.css'
import threadStyles from './thread.module.css'

type AvatarProps = { name: ReactNode; picture?: string | null | undefined; size: number }

/** A resident's picture, or the first letter of their name, or an icon; decorative beside the name. */
export function Avatar({ name, picture, size }: AvatarProps) {
  if (picture)
    return <img className={`middle fixed fir round ${styles.round}`} src={picture} alt="" width={size} height={size} />
  return (
    <span
      className={`middle fixed fir round ${styles.round}`}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      {typeof name === 'string' ? name.slice(0, 1) : name}
    </span>
  )
}

type ThreadHeaderProps = {
  title: string
  /** Absent: no picture has its place, as for a message to everyone. */
  picture?: string | null
  /** At the right. */
  action?: ReactNode
  onBack: () => void
}

/** Header of a conversation: the other party, and on a phone the link back to the list. */
export function ThreadHeader({ title, picture, action, onBack }: ThreadHeaderProps) {
  return (
    <header className={`inline ${threadStyles.header}`}>
      <button
        type="button"
        className={`icon-button ${threadStyles.back}`}
        onClick={onBack}
        aria-label="Revenir aux conversations"
      >
        <IconArrowLeft aria-hidden="true" />
      </button>
      {picture === undefined ? null : <Avatar name={title} picture={picture} size={40} />}
      <h2>{title}</h2>
      {action ? <div className={threadStyles.action}>{action}</div> : null}
    </header>
  )
}
