import { IconPhoto, IconX } from '@tabler/icons-react'
import type { FieldError } from '../../lib/use-form.ts'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { useObjectUrl } from '../../ui/picture/use-object-url.ts'
import styles from './composer.module.css'
import type { Draft } from './message-draft.ts'
import { shrinkPhoto } from './shrink-photo.ts'

type PhotoButtonProps = {
  isReading: boolean | undefined
  onWrite: (changes: Partial<Draft>) => void
  /** Why the chosen file is refused; nothing once another one is chosen. */
  onError: (error: FieldError | undefined) => void
}

/** Chooses a photo and shrinks it; the draft cannot leave meanwhile. */
export function PhotoButton({ isReading, onWrite, onError }: PhotoButtonProps) {
  const choose = async (file: File | undefined) => {
    if (!file) return
    onError(undefined)
    onWrite({ isReading: true })
    const photo = await shrinkPhoto(file)
    const isPhoto = photo instanceof File
    // Text typed while the photo is being shrunk is kept.
    onWrite({ isReading: false, ...(isPhoto && { image: photo }) })
    if (!isPhoto) onError(photo)
  }
  return (
    <label className={`icon-button ${styles.tool}`} title="Joindre une image">
      <IconPhoto aria-hidden="true" />
      <span className="visually-hidden">Joindre une image</span>
      <FileChooser
        className="visually-hidden"
        accept="image/*"
        disabled={isReading}
        onFiles={([file]) => void choose(file)}
      />
    </label>
  )
}

type PicturePreviewProps = {
  isReading: boolean | undefined
  image: File | null
  picture: string | null
  onRemove: () => void
}

/** The picture that leaves with the message, or that it is being prepared. */
export function PicturePreview({ isReading, image, picture, onRemove }: PicturePreviewProps) {
  const chosen = useObjectUrl(image)
  const shown = image ? chosen : picture
  if (isReading)
    return (
      <p className={styles.told} role="status">
        Préparation de la photo…
      </p>
    )
  if (!shown) return null
  return (
    <div className={`inline bottom small soft ${styles.preview}`}>
      <img src={shown} alt="À envoyer" />
      {image ? <span>{`${Math.max(1, Math.round(image.size / 1_000))}\u00a0ko`}</span> : null}
      <button type="button" className={`icon-button ${styles.remove}`} aria-label="Retirer l’image" onClick={onRemove}>
        <IconX size={20} aria-hidden="true" />
      </button>
    </div>
  )
}
