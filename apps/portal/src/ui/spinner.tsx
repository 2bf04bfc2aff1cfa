import styles from './spinner.module.css'

/** A small turning ring; the words beside it say what is awaited. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
