import { Component, type ReactNode } from 'react'
import { sendErrorReport } from '../lib/error-report.ts'
import { Button } from './button.tsx'
import styles from './load-error.module.css'

/** Catches what breaks while rendering: two ways out for the user, a report for the team. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean; isTold: boolean }> {
  override state = { isBroken: false, isTold: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    void sendErrorReport(error).then((isTold) => this.setState({ isTold }))
  }

  override render() {
    const { isBroken, isTold } = this.state
    if (!isBroken) return this.props.children
    return (
      <div className={`${styles.error} ${styles.page}`} role="alert" data-error="render_error">
        <h1>Un imprévu est survenu</h1>
        <p>{isTold ? 'Notre équipe vient d’en être informée. ' : ''}Rechargez la page pour continuer.</p>
        <Button onClick={() => window.location.reload()}>Recharger la page</Button>
        <a className={styles.home} href="/">
          Revenir à l’accueil
        </a>
      </div>
    )
  }
}
