import { IconCloudOff } from '@tabler/icons-react'
import { messageOf } from '../lib/api-error.ts'
import { typographic } from '../lib/typographic.ts'
import { Button } from './button.tsx'
import styles from './load-error.module.css'

type LoadErrorProps = {
  error: unknown
  onRetry: () => void
  /** Said instead of the error's own sentence. */
  message?: string | undefined
  /** Fills the page rather than a part of it. */
  page?: boolean
}

/** Something could not be loaded: says why, offers to try again. */
export function LoadError({ error, onRetry, message, page = false }: LoadErrorProps) {
  return (
    <div className={`${styles.error} ${page ? styles.page : ''}`} role="alert" data-error="load_error">
      <IconCloudOff size={32} aria-hidden="true" />
      <p>{typographic(message ?? messageOf(error))}</p>
      <Button variant="secondary" onClick={onRetry}>
        Réessayer
      </Button>
    </div>
  )
}
