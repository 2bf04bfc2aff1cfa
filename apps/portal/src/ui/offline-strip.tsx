import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useOnline } from '../lib/use-online.ts'
import styles from './load-error.module.css'

/** Says that there is no network, for as long as it lasts, above every page: a state, not an error. */
export function OfflineStrip() {
  const isOffline = !useOnline()
  useEffect(() => {
    // The pages that measure the screen leave it its room.
    document.documentElement.toggleAttribute('data-offline', isOffline)
  }, [isOffline])
  return (
    <div aria-live="polite" className={isOffline ? styles.strip : undefined}>
      {isOffline ? (
        <>
          <IconCloudOff size={18} aria-hidden="true" />
          <span>Vous êtes hors connexion. Ce que vous tapez reste à l’écran.</span>
        </>
      ) : null}
    </div>
  )
}
