import type { ReactNode } from 'react'
import styles from './operator.module.css'

/** What a card of the desk says of its subject, under its name. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className={styles.details}>{children}</dd>
  </div>
)
