import { IconCheck } from '@tabler/icons-react'
import styles from './steps.module.css'

type StepsProps = {
  steps: readonly string[]
  /** From 1; beyond the last, all are done. */
  current: number
}

/** Where one stands in a long form. */
export function Steps({ steps, current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label="Étapes de l’inscription">
      {steps.map((step, index) => {
        const state = index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'next'
        return (
          <li key={step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={`middle fixed ${styles.mark}`} aria-hidden="true">
              {state === 'done' ? <IconCheck size={18} stroke={2.6} /> : index + 1}
            </span>
            <span className={styles.name}>
              {step}
              {state === 'done' ? <span className="visually-hidden"> (terminée)</span> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
