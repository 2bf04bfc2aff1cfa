import styles from './avatar.module.css'

/** A resident's picture, or the first letter of their name; decorative beside the name. */
export function Avatar({ name, picture, size }: { name: string; picture: string | null | undefined; size: number }) {
  if (picture) return <img className={styles.round} src={picture} alt="" width={size} height={size} />
  return (
    <span className={styles.round} style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  )
}
