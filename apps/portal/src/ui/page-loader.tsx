import { Spinner } from './button.tsx'
import styles from './page-loader.module.css'

/** What a page, or a part of it, shows while it loads. */
export function PageLoader({ label = 'Chargement…' }: { label?: string }) {
  return (
    <div className={`inline centre gap-2 soft ${styles.loader}`} role="status">
      <Spinner size={28} />
      <span>{label}</span>
    </div>
  )
}
