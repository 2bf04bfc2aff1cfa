import { IconBuildingStore } from '@tabler/icons-react'
import styles from './picture.module.css'

type PictureProps = {
  src: string | null | undefined
  /** Empty when the name stands beside it. */
  alt: string
  size?: number
  round?: boolean
}

/** A square picture with its place kept; a drawn stand-in when there is none. */
export function Picture({ src, alt, size = 48, round = false }: PictureProps) {
  const className = `${styles.picture} ${round ? styles.round : ''}`
  if (!src) {
    return (
      <span className={className} style={{ width: size, height: size }} aria-hidden="true">
        <IconBuildingStore size={size / 2} stroke={1.6} />
      </span>
    )
  }
  return <img className={className} src={src} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
}
