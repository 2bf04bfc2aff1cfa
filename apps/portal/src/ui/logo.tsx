import styles from './logo.module.css'

/** The mark: an arch that opens on a lit doorway, on the ground line of a square. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <span className={styles.logo}>
      <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#0F5C4D" />
        <path d="M13 24.5v-8a3 3 0 0 1 6 0v8" fill="#F2B84B" />
        <path d="M8 24.5V14.5a8 8 0 0 1 16 0v10" stroke="#FBFAF7" strokeWidth="3" />
        <path d="M6 25.5h20" stroke="#FBFAF7" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <span className={styles.word}>
        Parvis <span>Pro</span>
      </span>
    </span>
  )
}
