import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import styles from './thread.module.css'
import { useObjectUrl } from './use-object-url.ts'
import type { PendingMessage } from './use-send-message.ts'

type PendingBubbleProps = { message: PendingMessage; onRetry: () => void; onForget: () => void }

/** A message on its way, or that did not leave (why is said by the composer): trying again never doubles it. */
export function PendingBubble({ message, onRetry, onForget }: PendingBubbleProps) {
  const { text, image, state } = message
  const preview = useObjectUrl(image)
  return (
    <>
      <li className={styles.message} data-own>
        <div className={styles.bubble} data-own>
          {preview ? <img className={styles.image} src={preview} alt="En cours d’envoi" /> : null}
          {text}
        </div>
      </li>
      <li className={styles.state} data-failed={state === 'failed' || undefined}>
        {state === 'sending' ? (
          <>
            <IconClock size={16} aria-hidden="true" /> Envoi en cours…
          </>
        ) : (
          <>
            <IconAlertTriangle size={16} aria-hidden="true" /> Pas envoyé
            <Button size="small" variant="secondary" onClick={onRetry}>
              Réessayer
            </Button>
            <Button size="small" variant="quiet" onClick={onForget}>
              Effacer
            </Button>
          </>
        )}
      </li>
    </>
  )
}
