import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './collapsible.module.css'

type CollapsibleProps = {
  title: ReactNode
  /** Right of the title, seen closed too. */
  aside?: ReactNode
  children: ReactNode
  defaultOpen?: boolean
}

/** A part that opens under its title. */
export function Collapsible({ title, aside, children, defaultOpen = false }: CollapsibleProps) {
  return (
    <details className={styles.part} open={defaultOpen}>
      <summary className={styles.title}>
        <span>{title}</span>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
        <IconChevronDown size={22} aria-hidden="true" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
