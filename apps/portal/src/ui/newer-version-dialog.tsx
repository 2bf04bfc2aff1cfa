import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog-form.module.css'
import { Modal } from './modal.tsx'
import { PhoneFrame } from './preview-layout.tsx'

type NewerVersionDialogProps = {
  /** « Cette fiche a été modifiée ailleurs à 14:32 » */
  title: string
  /** The stored one, as residents see it. */
  preview: ReactNode
  onKeepMine: () => void
  onTakeStored: () => void
  onClose: () => void
}

/** Asks before overwriting what was saved elsewhere since the form was opened. */
export function NewerVersionDialog({ title, preview, onKeepMine, onTakeStored, onClose }: NewerVersionDialogProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Modal opened onClose={onClose} title={isShown ? 'La version enregistrée' : title} size="narrow">
      <div className="stack-3">
        {isShown ? (
          <PhoneFrame>{preview}</PhoneFrame>
        ) : (
          <p>
            Votre version remplacera celle qui est enregistrée. Rien n’a été envoyé pour le moment, et ce que vous avez
            saisi reste à l’écran.
          </p>
        )}
        <div className={`column gap-tight ${styles.buttons}`}>
          {isShown ? (
            <Button variant="secondary" onClick={onTakeStored}>
              Repartir de cette version
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => setShown(true)}>
              Voir la version enregistrée
            </Button>
          )}
          <Button onClick={onKeepMine}>Enregistrer la mienne</Button>
        </div>
      </div>
    </Modal>
  )
}
