import { IconCloudOff } from '@tabler/icons-react'
import { Component, type ReactNode, useEffect, useEffectEvent } from 'react'
import { isForbidden, isServiceAway, messageOf } from '../lib/api-error.ts'
import { sendErrorReport } from '../lib/error-report.ts'
import { HelpContact } from '../lib/help-contact.tsx'
import { typographic } from '../lib/typographic.ts'
import { useBackOnline, useOnline } from '../lib/use-online.ts'
import { Button } from './button.tsx'
import styles from './load-error.module.css'

type LoadErrorProps = {
  error: unknown
  onRetry: () => void
  /** Shown instead of the error's own sentence. */
  message?: string | undefined
  /** Fills the page rather than a part of it. */
  page?: boolean
}

const pauseMilliseconds = 5_000

/**
 * Something could not be loaded: says why, offers to try again, and tries by itself when the network is back, or
 * every few seconds while the service itself is away.
 */
export function LoadError({ error, onRetry, message, page = false }: LoadErrorProps) {
  const isOffline = !useOnline()
  const isReturning = isServiceAway(error)
  // Asked again it would be refused again: there is a person to ask.
  const isRefused = isForbidden(error)
  useBackOnline(onRetry)
  const tryAgain = useEffectEvent(onRetry)
  useEffect(() => {
    if (!isReturning) return
    const timer = setInterval(() => tryAgain(), pauseMilliseconds)
    return () => clearInterval(timer)
  }, [isReturning])
  return (
    <div className={`inline ${styles.error} ${page ? styles.page : ''}`} role="alert" data-error="load_error">
      {isRefused ? null : <IconCloudOff size={32} aria-hidden="true" />}
      {isOffline || isReturning ? <Awaited isOffline={isOffline} /> : <p>{typographic(message ?? messageOf(error))}</p>}
      {isRefused ? null : (
        <Button variant="secondary" onClick={onRetry}>
          Réessayer
        </Button>
      )}
      {page || isRefused ? <WaysOut /> : null}
    </div>
  )
}

function Awaited({ isOffline }: { isOffline: boolean }) {
  return (
    <p>
      <strong>{isOffline ? 'Pas de connexion' : 'Le service revient dans un instant'}</strong>
      <br />
      Cette page reviendra d’elle-même{isOffline ? ' avec le réseau' : ''}.
    </p>
  )
}

/** Catches what breaks while rendering: two ways out for the user, a report for the team. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean; isReported: boolean }> {
  override state = { isBroken: false, isReported: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    void sendErrorReport(error).then((isReported) => this.setState({ isReported }))
  }

  override render() {
    const { isBroken, isReported } = this.state
    if (!isBroken) return this.props.children
    return (
      <div className={`inline ${styles.error} ${styles.page}`} role="alert" data-error="render_error">
        <h1>Un imprévu est survenu</h1>
        <p>{isReported ? 'Notre équipe vient d’en être informée. ' : ''}Rechargez la page pour continuer.</p>
        <Button onClick={() => window.location.reload()}>Recharger la page</Button>
        <WaysOut />
      </div>
    )
  }
}

/** The document loaded anew, which drops a broken state in memory; or a person. */
function WaysOut() {
  return (
    <>
      <p className="taps">
        <a href="/">Revenir à l’accueil</a>
      </p>
      <HelpContact />
    </>
  )
}
