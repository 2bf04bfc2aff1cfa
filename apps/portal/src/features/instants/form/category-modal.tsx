import type { InstantCategory } from '@parvis/domain/instants/categories'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import styles from './form.module.css'

/** What the picked category is for (I-037, AMB-90). */
export function CategoryModal({ category, onClose }: { category: InstantCategory | undefined; onClose: () => void }) {
  return (
    <Modal opened={category !== undefined} onClose={onClose} title={category?.label ?? ''} size="narrow">
      <div className={styles.fields}>
        <p>{category?.explanation}</p>
        <Button onClick={onClose} wide>
          J’ai compris
        </Button>
      </div>
    </Modal>
  )
}
