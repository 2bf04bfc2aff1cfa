import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './collapsible.module.css'

type CollapsibleProps = {
  title: ReactNode
  /** Right of the title, seen closed too. */
  aside?: ReactNode
  children: ReactNode
  /** Plain inside a card: no frame of its own. */
  look?: 'card' | 'plain'
  /** Opened and closed by the page; with `onToggle`. */
  open?: boolean
  onToggle?: (isOpen: boolean) => void
}

/** A part that opens under its title. */
export function Collapsible(props: CollapsibleProps) {
  const { title, aside, children, look = 'card', open = false, onToggle } = props
  return (
    <details
      className={`box ${styles.part}`}
      data-look={look}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={`inline gap-2 large ${styles.title}`}>
        <span>{title}</span>
        {aside ? <span className="note bold">{aside}</span> : null}
        <IconChevronDown size={22} aria-hidden="true" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
