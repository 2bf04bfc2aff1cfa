import { type BusinessType, businessTypes } from '@parvis/domain/kernel/business-type'
import { Link } from '@tanstack/react-router'
import styles from './type-links.module.css'
import { wording } from './wording.fr.ts'

/** Four links to the wizard of each type; what the address holds is kept (AMB-14). */
export function TypeLinks({ type }: { type: BusinessType }) {
  return (
    <nav aria-label="Type d’établissement" className={styles.types}>
      {businessTypes.map((one) => (
        <Link
          key={one}
          to="/inscription/$type"
          params={{ type: one }}
          search={true}
          className={styles.type}
          aria-current={one === type ? 'page' : undefined}
        >
          {wording[one].link}
        </Link>
      ))}
    </nav>
  )
}
