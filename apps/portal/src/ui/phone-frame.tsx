import type { ReactNode } from 'react'
import styles from './phone-frame.module.css'

/** A resident's phone. What is inside is a picture of the app: nothing in it can be focused. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.phone}>
      <div className={styles.speaker} aria-hidden="true" />
      <div className={styles.screen} inert>
        {children}
      </div>
    </div>
  )
}
