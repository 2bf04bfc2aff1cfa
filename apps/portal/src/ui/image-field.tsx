import { type PictureSize, pictureTypes } from '@parvis/domain/company/picture-sizes'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { FieldError } from '../lib/use-form.ts'
import { buttonClass, QuietButton } from './button.tsx'
import { type ControlProps, Field, type FieldProps } from './field.tsx'
import { FileChooser } from './file-chooser.tsx'
import styles from './image-field.module.css'
import { lazyWindow } from './lazy-window.tsx'
import { type ChosenPicture, readPicture } from './picture/read-picture.ts'
import { useObjectUrl } from './picture/use-object-url.ts'

const CropModal = lazyWindow(() => import('./picture/crop-modal.tsx').then((it) => it.CropModal))

type ImageFieldProps = FieldProps & {
  /** The new picture; null while none was chosen. */
  value: Blob | null
  /** `isOtherWay`: it came by `otherWay`. */
  onChange: (picture: Blob | null, isOtherWay: boolean) => void
  /** The address of the stored picture. */
  current?: string | null | undefined
  /** Least size of the file and exact size of the cropped JPEG; without it the file is taken as it is. */
  target?: PictureSize
  round?: boolean
  /** Offers to remove the stored picture. */
  onRemoveCurrent?: () => void
  /** Words in the empty frame. */
  invitation?: string
  /** Another way to have a picture than a photo of one's own. */
  otherWay?: (way: OtherWay) => ReactNode
}

/** `id`: of the control; that of its label ends with `-label`. */
export type OtherWay = { id: string; onTake: (file: File) => void }

/** A picture: chosen or dropped, checked, cropped, shown. */
export function ImageField(props: ImageFieldProps) {
  const { value, onChange, current, target, round = false, onRemoveCurrent } = props
  const [chosen, setChosen] = useState<ChosenPicture & { isOtherWay: boolean }>()
  const [refusal, setRefusal] = useState<FieldError>()
  const url = useObjectUrl(value)
  const shown = url ?? current ?? undefined

  const take = async (file: File | undefined, isOtherWay = false) => {
    if (!file) return
    const read = await readPicture(file, target)
    setRefusal('key' in read ? read : undefined)
    if ('key' in read) return
    if (target) setChosen({ ...read, isOtherWay })
    else onChange(read.file, isOtherWay)
  }
  const finish = (picture?: Blob) => {
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(undefined)
    if (picture) onChange(picture, chosen?.isOtherWay ?? false)
  }

  return (
    <Field {...props} hint={props.hint ?? defaultHint} error={refusal ?? props.error}>
      {(control) => (
        <>
          <PictureDrop control={control} shown={shown} onTake={(file) => void take(file)} {...props} />
          <div className={`flex wrap ${styles.actions}`}>
            <Camera isDisabled={control.disabled} onTake={(file) => void take(file)} />
            {props.otherWay?.({ id: control.id, onTake: (file) => void take(file, true) })}
          </div>
          {shown ? (
            <div className={`flex wrap ${styles.actions}`}>
              {value ? (
                <QuietButton onClick={() => onChange(null, false)}>
                  {current ? 'Garder l’ancienne' : 'Retirer'}
                </QuietButton>
              ) : null}
              {!value && onRemoveCurrent ? <QuietButton onClick={onRemoveCurrent}>Retirer</QuietButton> : null}
            </div>
          ) : null}
          {target ? (
            <CropModal
              opened={chosen !== undefined}
              chosen={chosen}
              target={target}
              round={round}
              onCropped={finish}
              onClose={() => finish()}
            />
          ) : null}
        </>
      )}
    </Field>
  )
}

/** A camera button on touch devices only. */
function Camera({ isDisabled, onTake }: { isDisabled: boolean | undefined; onTake: (file: File | undefined) => void }) {
  return (
    <label className={`${buttonClass({ variant: 'quiet', size: 'small' })} ${styles.camera}`}>
      <IconCamera size={20} aria-hidden="true" />
      Prendre une photo
      <FileChooser accept="image/*" capture="environment" disabled={isDisabled} onFiles={([file]) => onTake(file)} />
    </label>
  )
}

type PictureDropProps = Pick<ImageFieldProps, 'target' | 'round' | 'invitation'> & {
  control: ControlProps
  shown: string | undefined
  onTake: (file: File | undefined) => void
}

/** The frame to click, or to drop a file on. */
function PictureDrop({ control, shown, onTake, target, round, invitation = 'Choisir une photo' }: PictureDropProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!control.disabled) onTake(event.dataTransfer.files[0])
  }
  const ratio = target ? `${target.width} / ${target.height}` : '8 / 5'
  return (
    <label
      className={`middle wide ${styles.drop} ${round ? styles.round : ''}`}
      style={{ aspectRatio: ratio, maxWidth: widthOf(target) }}
      data-over={isOver || undefined}
      data-invalid={control['aria-invalid']}
      data-filled={shown ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileChooser {...control} accept={pictureTypes.join(',')} onFiles={([file]) => onTake(file)} />
      {shown ? <img src={shown} alt="" /> : null}
      <span className={`inline gap-tight bold fir centred ${styles.words}`}>
        <IconPhotoPlus size={28} stroke={1.7} aria-hidden="true" />
        {shown ? 'Changer la photo' : invitation}
      </span>
    </label>
  )
}

/** A wide picture may take the whole column; a tall one must not fill the screen. */
function widthOf(target: PictureSize | undefined): number {
  const ratio = target ? target.width / target.height : 1.6
  return Math.round(Math.min(480, 240 * Math.max(ratio, 0.8)))
}

/** Nothing of formats and sizes: a photo is turned into what the call takes, on the device. */
const defaultHint = 'Une photo prise avec votre téléphone convient'
