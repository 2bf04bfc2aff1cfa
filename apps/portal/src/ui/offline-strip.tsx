import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from '../lib/create-store.ts'
import { useOnline, waiting } from '../lib/use-online.ts'
import styles from './load-error.module.css'

/** Says that there is no network, for as long as it lasts, above every page: a state, not an error. */
export function OfflineStrip() {
  const isOffline = !useOnline()
  const count = useStore(waiting)
  useEffect(() => {
    // The pages that measure the screen leave it its room.
    document.documentElement.toggleAttribute('data-offline', isOffline)
  }, [isOffline])
  return (
    <div aria-live="polite" className={isOffline ? `inline centre bold ${styles.strip}` : undefined}>
      {isOffline ? (
        <>
          <IconCloudOff size={18} aria-hidden="true" />
          <span>{count === 0 ? offlineText : waitingText(count)}</span>
        </>
      ) : null}
    </div>
  )
}

const offlineText = 'Vous êtes hors connexion. Ce que vous tapez reste à l’écran.'

/** « Hors connexion. 3 messages partiront au retour du réseau. » */
function waitingText(count: number): string {
  return count === 1
    ? 'Hors connexion. 1 message partira au retour du réseau.'
    : `Hors connexion. ${count} messages partiront au retour du réseau.`
}
