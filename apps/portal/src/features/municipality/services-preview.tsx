import styles from './services-preview.module.css'
import type { Service } from './use-services.ts'

/** The town hall's page as residents see it: its services, three in a row. */
export function ServicesPreview({ name, services }: { name: string; services: readonly Service[] }) {
  return (
    <div className={styles.page}>
      <p className={styles.title}>{name}</p>
      <p className={styles.sentence}>Vos services</p>
      {services.length === 0 ? (
        <p className={styles.none}>Vos services apparaîtront ici.</p>
      ) : (
        <ul className={styles.services}>
          {services.map(({ id, label, serviceIcon }) => (
            <li key={id} className={styles.service}>
              <img src={serviceIcon.url} alt="" width={26} height={26} />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
