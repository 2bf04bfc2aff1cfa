import { useConfiguration } from '../lib/configuration.ts'
import styles from './legal-links.module.css'

const pages = [
  ['/mentions-legales', 'Mentions légales'],
  ['/conditions', 'Conditions'],
  ['/confidentialite', 'Confidentialité'],
  ['/signaler', 'Signaler'],
] as const

/** The pages that the service owes, drawn by the server at addresses of their own: plain links leave the application. */
export function LegalLinks() {
  const accessibility = useConfiguration()?.accessibility
  return (
    <nav className={`taps flex wrap small ${styles.links}`} aria-label="Informations légales">
      {pages.map(([path, label]) => (
        <a key={path} href={path}>
          {label}
        </a>
      ))}
      <a href="/accessibilite">{accessibility ? `Accessibilité\u00a0: ${accessibility}` : 'Accessibilité'}</a>
    </nav>
  )
}
