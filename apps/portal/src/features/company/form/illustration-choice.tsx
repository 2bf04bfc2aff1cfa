import { categoriesOf } from '@parvis/domain/company/categories'
import type { PictureSize } from '@parvis/domain/company/picture-sizes'
import type { BusinessType } from '@parvis/domain/kernel/business-type'
import { IconPalette } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { whenOnline } from '../../../lib/after-first-paint.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'

const IllustrationDrawings = lazy(() =>
  whenOnline(() => import('./illustration-drawings.tsx')).then((it) => ({ default: it.IllustrationDrawings })),
)

type IllustrationChoiceProps = {
  type: BusinessType
  /** Category of the business: its symbol is drawn. */
  category: string
  target: PictureSize
  /** Receives the drawing as a chosen photo: it is cropped and sent like any other. */
  onTake: (file: File) => void
}

/** A drawn picture of the trade, in a few palettes, for an owner without a photo. */
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
        <p className="below-1 soft">En attendant une vraie photo, que vous pourrez mettre à tout moment.</p>
        <Suspense fallback={null}>
          <IllustrationDrawings icon={icon} target={target} onChoose={choose} />
        </Suspense>
      </Modal>
    </>
  )
}
