import { IconArrowLeft } from '@tabler/icons-react'
import { Picture } from '../../ui/picture.tsx'
import styles from './thread.module.css'

/** Who is written to; on a phone, the way back to the list. */
export function ThreadHeader({
  title,
  picture,
  onBack,
}: {
  title: string
  picture?: string | null
  onBack: () => void
}) {
  return (
    <header className={styles.header}>
      <button type="button" className={styles.back} onClick={onBack} aria-label="Revenir aux conversations">
        <IconArrowLeft aria-hidden="true" />
      </button>
      {picture ? <Picture src={picture} alt="" size={40} round /> : null}
      <h2>{title}</h2>
    </header>
  )
}
