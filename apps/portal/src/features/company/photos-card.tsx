import type { AnswerOf } from '@parvis/domain/api'
import { companyFieldTexts } from '@parvis/domain/company/company.refusals.fr'
import { checkPhotoAlt, fullGallery, maxPhotoAlt, maxPhotos, photoAlt } from '@parvis/domain/company/photos'
import { pictureRules, pictureTypes } from '@parvis/domain/company/picture-sizes'
import { swapped } from '@parvis/domain/kernel/ranks'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { useChange } from '../../api/use-change.ts'
import { useNear } from '../../lib/after-first-paint.ts'
import { mayHaveHappened, messageOf } from '../../lib/api-error.ts'
import { useMay } from '../../lib/may.ts'
import { call } from '../../lib/request.ts'
import type { Company } from '../../lib/session.ts'
import { type FieldError, useForm } from '../../lib/use-form.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass, QuietButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QuietConfirm } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/dialog-form.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { readPicture } from '../../ui/picture/read-picture.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './photos-card.module.css'

type Photo = AnswerOf<'GET /v1/company/:id/photos'>[number]

const photosQuery = query('GET /v1/company/:id/photos')
const useChangePhotos = () => useChange<Photo[]>(photosQuery, { isQuiet: true })

/** The order and the texts of all, as one call saves them. */
const arranged = (photos: readonly Photo[]) => () =>
  call('PUT /v1/company/:id/photos', { body: { photos: photos.map(({ id, alt }) => ({ id, alt })) } })

/** « Photos »: those of the page, added, described, put in order and taken away; each change is saved at once. */
export function PhotosCard({ company: { name } }: { company: Company }) {
  const { place, isNear } = useNear()
  const { data: photos } = useQuery({ ...photosQuery, enabled: isNear })
  const mayChange = useMay()('POST /v1/company/:id/photos')
  return (
    <Card title="Photos" sentence="Vos habitants les voient sur votre page. De trois à huit photos.">
      <div className="stack-2" ref={place}>
        {photos ? <PhotoList photos={photos} name={name} mayChange={mayChange} /> : null}
        {photos && mayChange ? <AddPhotos count={photos.length} /> : null}
      </div>
    </Card>
  )
}

type PhotoListProps = { photos: readonly Photo[]; name: string; mayChange: boolean }

function PhotoList({ photos, name, mayChange }: PhotoListProps) {
  const [described, setDescribed] = useState<number>()
  const { mutate, mutateAsync, isPending, error } = useChangePhotos()
  const ids = photos.map(({ id }) => id)
  const swap = (one: number, other: number) =>
    mutate(arranged(swapped(ids, one, other).flatMap((id) => photos.find((photo) => photo.id === id) ?? [])))
  return (
    <>
      <FailureAlert error={error} />
      {photos.length === 0 ? <p>Aucune photo pour l’instant. Votre vitrine, vos produits, votre équipe…</p> : null}
      <ol className={`stack-2 ${styles.photos}`} aria-label="Photos, dans l’ordre de la page">
        {photos.map((photo, index) => {
          const shown = photoAlt(photo.alt, index + 1, name)
          const [before, after] = [ids[index - 1], ids[index + 1]]
          return (
            <li key={photo.id} className={styles.photo}>
              <img src={photo.url} alt={shown} width={960} height={720} loading="lazy" />
              {mayChange ? (
                <div className="flex wrap">
                  <MoveButtons
                    isInRow
                    name={shown}
                    isPending={isPending}
                    onEarlier={before === undefined ? undefined : () => swap(photo.id, before)}
                    onLater={after === undefined ? undefined : () => swap(photo.id, after)}
                  />
                  <QuietButton aria-label={`Décrire\u00a0: ${shown}`} onClick={() => setDescribed(photo.id)}>
                    Décrire
                  </QuietButton>
                  <QuietConfirm
                    aria-label={`Retirer\u00a0: ${shown}`}
                    ask={{
                      title: 'Retirer cette photo\u00a0?',
                      children: <Leaving photo={photo} />,
                      confirmLabel: 'Retirer la photo',
                      cancelLabel: 'La garder',
                      danger: true,
                      onConfirm: () =>
                        mutateAsync(() =>
                          call('DELETE /v1/company/:id/photos/:photoId', { params: { photoId: photo.id } }),
                        ),
                    }}
                  >
                    Retirer
                  </QuietConfirm>
                </div>
              ) : null}
            </li>
          )
        })}
      </ol>
      {described === undefined ? null : (
        <DescribeDialog photos={photos} id={described} name={name} onClose={() => setDescribed(undefined)} />
      )}
    </>
  )
}

const Leaving = ({ photo: { url, alt } }: { photo: Photo }) => (
  <>
    <img className={styles.described} src={url} alt={alt} width={960} height={720} />
    <p>Elle disparaît de votre page aussitôt.</p>
  </>
)

type DescribeProps = { photos: readonly Photo[]; id: number; name: string; onClose: () => void }

/** What a screen reader says of a photo. */
function DescribeDialog({ photos, id, name, onClose }: DescribeProps) {
  const { mutateAsync } = useChangePhotos()
  const at = photos.findIndex((photo) => photo.id === id)
  const photo = photos[at]
  const form = useForm({
    initial: { alt: photo?.alt ?? '' },
    check: ({ alt }) => checkPhotoAlt(alt.trim()),
    textOf: () => companyFieldTexts.photo_alt_error,
    submit: async ({ alt }) => {
      await mutateAsync(arranged(photos.map((one) => (one.id === id ? { ...one, alt: alt.trim() } : one))))
      showToast('La description est enregistrée')
      onClose()
    },
  })
  return (
    <FormDialog title="Décrire la photo" form={form} onClose={onClose}>
      <img className={styles.described} src={photo?.url} alt="" width={960} height={720} />
      <TextField
        label="Ce que montre la photo"
        hint={`Pour qui ne voit pas l’écran. Si vous ne mettez rien\u00a0: «\u00a0${photoAlt('', at + 1, name)}\u00a0».`}
        limit={maxPhotoAlt}
        {...form.field('alt')}
      />
    </FormDialog>
  )
}

/** Of an answer that was lost: the photo may have arrived, and the gallery is read again. */
const unsure = 'Vérifiez votre galerie\u00a0: une réponse s’est perdue en route'

/** One or several files, sent one after the other: what is sent stays when the next one fails. */
function AddPhotos({ count }: { count: number }) {
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
