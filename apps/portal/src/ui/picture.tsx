import { IconBuildingStore } from '@tabler/icons-react'
import styles from './picture.module.css'

type PictureProps = {
  src: string | null | undefined
  size?: number
  round?: boolean
}

/** A square picture beside its name, with its place kept; a drawn stand-in when there is none. */
export function Picture({ src, size = 48, round = false }: PictureProps) {
  const className = `middle fixed fir ${styles.picture} ${round ? styles.round : ''}`
  if (!src) {
    return (
      <span className={className} style={{ width: size, height: size }} aria-hidden="true">
        <IconBuildingStore size={size / 2} stroke={1.6} />
      </span>
    )
  }
  return <img className={className} src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />
}
