import { IconCircleCheck } from '@tabler/icons-react'
import styles from './step.module.css'

/** Step 3: said, then left by itself. */
export function SuccessStep() {
  return (
    <p className={styles.done} role="status">
      <IconCircleCheck size={24} aria-hidden="true" />
      Connexion réussie, nous ouvrons votre espace…
    </p>
  )
}
