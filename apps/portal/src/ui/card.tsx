import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

type CardProps = {
  title: string
  /** One line under the title. */
  sentence?: ReactNode
  /** Right of the title. */
  action?: ReactNode
  children: ReactNode
  /** A quiet aside. */
  look?: 'sunken'
}

/** A sheet of paper on the page: one subject, a region named by its title. */
export function Card({ title, sentence, action, children, look }: CardProps) {
  const id = useId()
  const names = ['box shrinks pad-3', styles.card, look && styles[look]].filter(Boolean).join(' ')
  return (
    <section className={names} aria-labelledby={id}>
      <header className={`flex wrap between below-2 ${styles.header}`}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {sentence ? <p className={styles.sentence}>{sentence}</p> : null}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
