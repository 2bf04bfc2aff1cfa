import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Bars of text. */
  lines?: number
  /** Or one block of this height, in pixels. */
  height?: number
}

/** Placeholder of content that loads. Wrap in one `PageLoader` or an `aria-busy` region for screen readers. */
export function Skeleton({ lines = 3, height }: SkeletonProps) {
  if (height) return <span className={styles.bar} style={{ height }} aria-hidden="true" />
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <span key={index} className={styles.bar} />
      ))}
    </span>
  )
}
