import 'react-easy-crop/react-easy-crop.css'
import type { PictureSize } from '@parvis/domain/company/picture-sizes'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { useBlocker } from '../../lib/router.tsx'
import { Alert } from '../alert.tsx'
import { Button, SmallButton } from '../button.tsx'
import { Modal } from '../modal.tsx'
import { blobOf, canvasOf } from './canvas.ts'
import styles from './crop-modal.module.css'
import type { ChosenPicture } from './read-picture.ts'

type CropModalProps = {
  opened: boolean
  chosen: ChosenPicture | undefined
  target: PictureSize
  round: boolean
  onCropped: (picture: Blob) => void
  /** Closing discards the file. */
  onClose: () => void
}

/** Choose which part of a picture to keep: move, zoom 1 to 3, turn. */
export function CropModal({ chosen, ...props }: CropModalProps) {
  return chosen ? <CropWindow {...props} chosen={chosen} /> : null
}

function CropWindow({ chosen, target, round, onCropped, onClose }: CropModalProps & { chosen: ChosenPicture }) {
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [rotation, setRotation] = useState(0)
  const [area, setArea] = useState<CropArea>()
  const crop = useMutation({
    mutationFn: async (kept: CropArea) => onCropped(await cropPicture(chosen.file, { area: kept, rotation }, target)),
  })

  // The gesture « back » closes this window alone: the page below would go, and the picture with it.
  useBlocker(true, () => {
    onClose()
    return false
  })

  return (
    <Modal opened onClose={onClose} title="Recadrer la photo" keepOpen withoutCross>
      <div className="stack-2">
        <div className={styles.stage}>
          <Cropper
            image={chosen.url}
            aspect={target.width / target.height}
            cropShape={round ? 'round' : 'rect'}
            crop={position}
            zoom={zoom}
            rotation={rotation}
            minZoom={1}
            maxZoom={3}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onRotationChange={setRotation}
            onCropComplete={(_share, pixels) => setArea(pixels)}
            disableAutomaticStylesInjection
          />
        </div>
        <p className="note">Faites glisser la photo pour choisir ce qui reste.</p>
        <Slider label="Zoom" value={zoom} onChange={setZoom} min={1} max={3} step={0.1} unit="×" />
        <Slider label="Rotation" value={rotation} onChange={setRotation} min={0} max={360} step={1} unit="°" />
        <SmallButton icon={IconRotateClockwise} onClick={() => setRotation((angle) => (angle + 90) % 360)}>
          Tourner d’un quart
        </SmallButton>
        {crop.isError ? <Alert tone="danger">Cette photo n’a pas pu être recadrée. Essayez-en une autre.</Alert> : null}
        <div className="answers">
          <Button variant="secondary" onClick={onClose}>
            Annuler
          </Button>
          <Button onClick={() => area && crop.mutate(area)} loading={crop.isPending} disabled={!area}>
            Utiliser cette photo
          </Button>
        </div>
      </div>
    </Modal>
  )
}

type SliderProps = Record<'value' | 'min' | 'max' | 'step', number> & {
  label: string
  unit: string
  onChange: (value: number) => void
}

function Slider({ label, value, onChange, unit, ...range }: SliderProps) {
  return (
    <label className={`stack-1 gap-half bold ${styles.slider}`}>
      <span>{label}</span>
      <input
        type="range"
        {...range}
        value={value}
        aria-valuetext={`${value}${unit}`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output>
        {Math.round(value * 10) / 10}
        {unit}
      </output>
    </label>
  )
}

/** A rectangle of the turned picture, in its own pixels. */
type CropArea = { x: number; y: number; width: number; height: number }
type Crop = { area: CropArea; rotation: number }

const jpegQuality = 0.9

/** Cuts the area out as a PNG, then resizes it to the exact target as a JPEG. */
async function cropPicture(file: Blob, crop: Crop, target: PictureSize): Promise<Blob> {
  const source = await createImageBitmap(file)
  const cut = await blobOf(drawArea(source, crop), 'image/png')
  source.close()
  const png = await createImageBitmap(cut, {
    resizeWidth: target.width,
    resizeHeight: target.height,
    resizeQuality: 'high',
  })
  const { canvas, context } = canvasOf(target, true)
  context.drawImage(png, 0, 0, target.width, target.height)
  png.close()
  return blobOf(canvas, 'image/jpeg', jpegQuality)
}

function drawArea(source: ImageBitmap, { area, rotation }: Crop): HTMLCanvasElement {
  const box = turnedSize(source, rotation)
  const { canvas, context } = canvasOf(area)
  context.translate(box.width / 2 - area.x, box.height / 2 - area.y)
  context.rotate(radians(rotation))
  context.drawImage(source, -source.width / 2, -source.height / 2)
  return canvas
}

/** The box that holds the picture once turned: crop areas are measured in it. */
function turnedSize({ width, height }: PictureSize, rotation: number): PictureSize {
  const [cos, sin] = [Math.abs(Math.cos(radians(rotation))), Math.abs(Math.sin(radians(rotation)))]
  return { width: cos * width + sin * height, height: sin * width + cos * height }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
