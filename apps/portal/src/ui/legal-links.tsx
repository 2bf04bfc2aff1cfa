import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../lib/session.ts'
import styles from './legal-links.module.css'

const pages = [
  ['/mentions-legales', 'Mentions légales'],
  ['/conditions', 'Conditions'],
  ['/confidentialite', 'Confidentialité'],
  ['/signaler', 'Signaler'],
] as const

/** The pages that the service owes, drawn by the server at addresses of their own: plain links leave the application (U-099, U-105). */
export function LegalLinks() {
  const { data } = useQuery(configurationQuery)
  return (
    <nav className={styles.links} aria-label="Informations légales">
      {pages.map(([path, label]) => (
        <a key={path} href={path}>
          {label}
        </a>
      ))}
      <a href="/accessibilite">{data ? `Accessibilité\u00a0: ${data.accessibility}` : 'Accessibilité'}</a>
    </nav>
  )
}
