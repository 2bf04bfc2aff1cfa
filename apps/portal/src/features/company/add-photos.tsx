import { fullGallery, maxPhotos } from '@parvis/domain/company/photos'
import { pictureRules, pictureTypes } from '@parvis/domain/company/picture-sizes'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { mayHaveHappened, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/request.ts'
import type { FieldError } from '../../lib/use-form.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { readPicture } from '../../ui/picture/read-picture.ts'
import styles from './photos-card.module.css'
import { useChangePhotos } from './use-photos.ts'

/** Of an answer that was lost: the photo may have arrived, and the gallery is read again. */
const unsure = 'Vérifiez votre galerie\u00a0: une réponse s’est perdue en route'

/** One or several files, sent one after the other: what is sent stays when the next one fails. */
export function AddPhotos({ count }: { count: number }) {
  const { mutateAsync } = useChangePhotos()
  const [announced, setAnnounced] = useState('')
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [title, setTitle] = useState('')
  const isOnline = useOnline()
  const room = maxPhotos - count

  const send = async (file: File): Promise<FieldError | undefined> => {
    const read = await readPicture(file, pictureRules.gallery.exact)
    if ('key' in read) return read
    URL.revokeObjectURL(read.url)
    const files = { image: read.file }
    return await mutateAsync(() => call('POST /v1/company/:id/photos', { body: {}, as: 'multipart', files })).then(
      () => undefined,
      (error: unknown) => ({ key: mayHaveHappened(error) ? 'unsure' : 'failed', text: messageOf(error) }),
    )
  }
  const sendAll = async (chosen: readonly File[]) => {
    const refused: string[] = []
    let told = 'Toutes les photos n’ont pas été ajoutées'
    // One that is refused takes no place of the next.
    for (const [index, file] of chosen.entries()) {
      if (index - refused.length === room) {
        refused.push(`${maxPhotos} photos au plus\u00a0: les suivantes n’ont pas été ajoutées.`)
        break
      }
      setAnnounced(`Envoi de la photo ${index + 1} sur ${chosen.length}…`)
      const refusal = await send(file)
      if (refusal?.key === 'unsure') told = unsure
      if (refusal) refused.push(`${file.name}\u00a0: ${refusal.text}`)
    }
    setAnnounced('')
    setRefusals(refused)
    setTitle(told)
  }

  return (
    <div className="stack-1">
      {room > 0 ? (
        <label className={`${buttonClass({ variant: 'secondary' })} ${styles.add}`}>
          <IconPhotoPlus aria-hidden="true" />
          {announced || 'Ajouter des photos'}
          <FileChooser
            accept={`${pictureTypes.join(',')},image/*`}
            multiple
            disabled={announced !== '' || !isOnline}
            onFiles={(chosen) => void sendAll(chosen)}
          />
        </label>
      ) : (
        <p className="soft">Votre galerie est pleine&nbsp;: retirez une photo pour en ajouter une autre.</p>
      )}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      {refusals.length > 0 ? (
        <Alert tone="danger" title={title}>
          {refusals.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      ) : null}
      {count > 0 && count < fullGallery ? (
        <p className="soft">Encore {fullGallery - count} et votre page vit.</p>
      ) : null}
    </div>
  )
}
