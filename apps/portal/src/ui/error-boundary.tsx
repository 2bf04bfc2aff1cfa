import { Component, type ReactNode } from 'react'
import { reportError } from '../lib/error-report.ts'
import { Button } from './button.tsx'
import styles from './load-error.module.css'

/** Catches what breaks while rendering: a way out for the user, a report for the team. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div className={`${styles.error} ${styles.page}`} role="alert" data-error="render_error">
        <h1>Un imprévu est survenu</h1>
        <p>Notre équipe vient d’en être informée. Rechargez la page pour continuer.</p>
        <Button onClick={() => window.location.reload()}>Recharger la page</Button>
      </div>
    )
  }
}
