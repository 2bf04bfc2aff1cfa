import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  icon?: Icon
  title: string
  /** One sentence that teaches. */
  sentence?: ReactNode
  /** One example from the same trade. */
  example?: ReactNode
  /** One button. */
  action?: ReactNode
}

export function EmptyState({ icon: Glyph, title, sentence, example, action }: EmptyStateProps) {
  return (
    <div className={`column ${styles.empty}`}>
      {Glyph ? (
        <span className={`middle below-2 fir ${styles.icon}`}>
          <Glyph aria-hidden="true" />
        </span>
      ) : null}
      <h2 className={styles.title}>{title}</h2>
      {sentence ? <p className="measure top-1 soft">{sentence}</p> : null}
      {example ? (
        <p className={`box ${styles.example}`}>
          <span className="bold fir">Par exemple</span> {example}
        </p>
      ) : null}
      {action ? <div className="top-3">{action}</div> : null}
    </div>
  )
}
