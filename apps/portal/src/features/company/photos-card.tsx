import type { AnswerOf } from '@parvis/domain/api'
import { checkPhotoAlt, fullGallery, maxPhotoAlt, maxPhotos, photoAlt } from '@parvis/domain/company/photos'
import { pictureRules, pictureTypes } from '@parvis/domain/company/picture-sizes'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { swapServices } from '@parvis/domain/municipality/service-form'
import { IconArrowLeft, IconArrowRight, IconPhotoPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/query.ts'
import { useChangeList } from '../../api/use-change-list.ts'
import { useNear } from '../../lib/after-first-paint.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useMay } from '../../lib/may.ts'
import { call } from '../../lib/request.ts'
import type { Company } from '../../lib/session.ts'
import { type FieldError, useForm } from '../../lib/use-form.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { readPicture } from '../../ui/picture/read-picture.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './photos-card.module.css'

type Photo = AnswerOf<'GET /v1/company/:id/photos'>[number]

const photosQuery = (id: string) => query('GET /v1/company/:id/photos', { params: { id } })

/** « Photos »: those of the page, added, described, put in order and taken away; each change is saved at once. */
export function PhotosCard({ company: { companyId, name } }: { company: Company }) {
  const { place, isNear } = useNear()
  const { data: photos } = useQuery({ ...photosQuery(companyId), enabled: isNear })
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
  const [leaving, setLeaving] = useState<Photo>()
  const { mutate, isPending, error, reset } = useChangePhotos()
  const ids = photos.map(({ id }) => id)
  const swap = (one: number, other: number) =>
    mutate(arranged(swapServices(ids, one, other).flatMap((id) => photos.find((photo) => photo.id === id) ?? [])))
  const remove = ({ id: photoId }: Photo) =>
    mutate((id) => call('DELETE /v1/company/:id/photos/:photoId', { params: { id, photoId: String(photoId) } }), {
      onSuccess: () => setLeaving(undefined),
    })
  return (
    <>
      {error && !leaving ? <Alert tone="danger">{messageOf(error)}</Alert> : null}
      {photos.length === 0 ? <p>Aucune photo pour l’instant. Votre vitrine, vos produits, votre équipe…</p> : null}
      <ol className={styles.photos} aria-label="Photos, dans l’ordre de la page">
        {photos.map((photo, index) => {
          const shown = photoAlt(photo.alt, index + 1, name)
          const [before, after] = [ids[index - 1], ids[index + 1]]
          return (
            <li key={photo.id} className={styles.photo}>
              <img src={photo.url} alt={shown} width={960} height={720} loading="lazy" />
              {mayChange ? (
                <div className={styles.actions}>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Avancer\u00a0: ${shown}`}
                    icon={<IconArrowLeft aria-hidden="true" />}
                    disabled={isPending || before === undefined}
                    needsNetwork
                    onClick={() => before !== undefined && swap(photo.id, before)}
                  />
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Reculer\u00a0: ${shown}`}
                    icon={<IconArrowRight aria-hidden="true" />}
                    disabled={isPending || after === undefined}
                    needsNetwork
                    onClick={() => after !== undefined && swap(photo.id, after)}
                  />
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Décrire\u00a0: ${shown}`}
                    onClick={() => setDescribed(photo.id)}
                  >
                    Décrire
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={`Retirer\u00a0: ${shown}`}
                    onClick={() => setLeaving(photo)}
                  >
                    Retirer
                  </Button>
                </div>
              ) : null}
            </li>
          )
        })}
      </ol>
      {described === undefined ? null : (
        <DescribeDialog photos={photos} id={described} name={name} onClose={() => setDescribed(undefined)} />
      )}
      {leaving ? (
        <ConfirmDialog
          danger
          title="Retirer cette photo&nbsp;?"
          confirmLabel="Retirer la photo"
          cancelLabel="La garder"
          pending={isPending}
          error={error}
          onConfirm={() => remove(leaving)}
          onClose={() => {
            reset()
            setLeaving(undefined)
          }}
        >
          <img className={styles.described} src={leaving.url} alt={leaving.alt} width={960} height={720} />
          <p>Elle disparaît de votre page aussitôt.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

type DescribeProps = { photos: readonly Photo[]; id: number; name: string; onClose: () => void }

/** What a screen reader says of a photo. */
function DescribeDialog({ photos, id, name, onClose }: DescribeProps) {
  const { mutateAsync } = useChangePhotos()
  const at = photos.findIndex((photo) => photo.id === id)
  const photo = photos[at]
  const form = useForm({
    initial: { alt: photo?.alt ?? '' },
    check: ({ alt }) => checkPhotoAlt(alt.trim()),
    textOf: (key) => fieldTexts[key] ?? key,
    submit: async ({ alt }) => {
      await mutateAsync(arranged(photos.map((one) => (one.id === id ? { ...one, alt: alt.trim() } : one))))
      showToast('La description est enregistrée')
      onClose()
    },
  })
  return (
    <Modal onClose={onClose} title="Décrire la photo" size="narrow" keepOpen={form.isDirty} isBusy={form.isPending}>
      <DialogForm form={form} onClose={onClose}>
        <img className={styles.described} src={photo?.url} alt="" width={960} height={720} />
        <TextField
          label="Ce que montre la photo"
          hint={`Pour qui ne voit pas l’écran. Si vous ne mettez rien\u00a0: «\u00a0${photoAlt('', at + 1, name)}\u00a0».`}
          limit={maxPhotoAlt}
          {...form.field('alt')}
        />
      </DialogForm>
    </Modal>
  )
}

/** One or several files, sent one after the other: what is sent stays when the next one fails. */
function AddPhotos({ count }: { count: number }) {
  const { mutateAsync } = useChangePhotos()
  const [told, setTold] = useState('')
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const isOnline = useOnline()
  const room = maxPhotos - count

  const send = async (file: File): Promise<FieldError | undefined> => {
    const read = await readPicture(file, pictureRules.gallery.exact)
    if ('key' in read) return read
    URL.revokeObjectURL(read.url)
    const files = { image: read.file }
    return await mutateAsync((id) =>
      call('POST /v1/company/:id/photos', { params: { id }, body: {}, as: 'multipart', files }),
    ).then(
      () => undefined,
      (error: unknown) => ({ key: 'failed', text: messageOf(error) }),
    )
  }
  const sendAll = async (chosen: readonly File[]) => {
    const refused: string[] = []
    for (const [index, file] of chosen.slice(0, room).entries()) {
      setTold(`Envoi de la photo ${index + 1} sur ${Math.min(chosen.length, room)}…`)
      const refusal = await send(file)
      if (refusal) refused.push(`${file.name}\u00a0: ${refusal.text}`)
    }
    if (chosen.length > room) refused.push(`${maxPhotos} photos au plus\u00a0: les suivantes n’ont pas été ajoutées.`)
    setTold('')
    setRefusals(refused)
  }

  return (
    <div className="stack-1">
      {room > 0 ? (
        <label className={`${buttonClass({ variant: 'secondary' })} ${styles.add}`}>
          <IconPhotoPlus aria-hidden="true" />
          {told || 'Ajouter des photos'}
          <input
            type="file"
            className={styles.input}
            accept={`${pictureTypes.join(',')},image/*`}
            multiple
            disabled={told !== '' || !isOnline}
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])]
              event.currentTarget.value = ''
              void sendAll(chosen)
            }}
          />
        </label>
      ) : (
        <p className="soft">Votre galerie est pleine&nbsp;: retirez une photo pour en ajouter une autre.</p>
      )}
      <p role="status" className="visually-hidden">
        {told}
      </p>
      {refusals.length > 0 ? (
        <Alert tone="danger" title="Toutes les photos n’ont pas été ajoutées">
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

const useChangePhotos = () => useChangeList<Photo[]>(photosQuery)

/** The order and the texts of all, as one call saves them. */
const arranged = (photos: readonly Photo[]) => (id: string) =>
  call('PUT /v1/company/:id/photos', {
    params: { id },
    body: { photos: photos.map((one) => ({ id: one.id, alt: one.alt })) },
  })
