import styles from './skeleton.module.css'

/** Placeholder of content that loads, of this height in pixels. Wrap in one `PageLoader` or an `aria-busy` region for screen readers. */
export const Skeleton = ({ height }: { height: number }) => (
  <span className={styles.bar} style={{ height }} aria-hidden="true" />
)
