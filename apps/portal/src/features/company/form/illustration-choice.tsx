import { categoriesOf } from '@parvis/domain/company/categories'
import type { PictureSize } from '@parvis/domain/company/picture-sizes'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { IconPalette } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { drawPicture, type Palette, palettes } from './draw-picture.ts'
import styles from './form.module.css'

type IllustrationChoiceProps = {
  type: BusinessType
  /** The trade, once chosen: its sign is drawn. */
  category: string
  target: PictureSize
  /** Takes the drawing as a photo that was chosen: it is cropped and sent like any other. */
  onTake: (file: File) => void
}

/** For who has no photo at hand: a drawn picture of the trade, in a few colours, to replace later. */
export function IllustrationChoice({ type, category, target, onTake }: IllustrationChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const icon = categoriesOf(type).find(({ slug }) => slug === category)?.icon ?? 'store'
  const choose = (file: File) => {
    setOpen(false)
    onTake(file)
  }
  return (
    <>
      <Button variant="quiet" size="small" icon={<IconPalette size={20} />} onClick={() => setOpen(true)}>
        Choisir une illustration
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Choisir une illustration">
        <p className={styles.hint}>En attendant une vraie photo, que vous pourrez mettre à tout moment.</p>
        <div className={styles.drawings}>
          {palettes.map((palette) => (
            <Drawing key={palette.name} palette={palette} icon={icon} target={target} onChoose={choose} />
          ))}
        </div>
      </Modal>
    </>
  )
}

type DrawingProps = { palette: Palette; icon: string; target: PictureSize; onChoose: (file: File) => void }

function Drawing({ palette, icon, target, onChoose }: DrawingProps) {
  const [drawn, setDrawn] = useState<{ file: File; url: string }>()
  useEffect(() => {
    let url: string | undefined
    let isWanted = true
    void drawPicture(icon, target, palette).then((file) => {
      if (!isWanted) return
      url = URL.createObjectURL(file)
      setDrawn({ file, url })
    })
    return () => {
      isWanted = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [icon, target, palette])
  return (
    <button
      type="button"
      aria-label={`Illustration ${palette.name}`}
      disabled={!drawn}
      style={{ aspectRatio: `${target.width} / ${target.height}` }}
      onClick={() => drawn && onChoose(drawn.file)}
    >
      {drawn ? <img src={drawn.url} alt="" /> : null}
    </button>
  )
}
