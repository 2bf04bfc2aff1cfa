import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { PreviewButton } from './preview-button.tsx'
import styles from './save-bar.module.css'

type SaveBarProps = {
  label: string
  isPending: boolean
  /** How much of it is sent, from 0 to 1. */
  progress: number
  /** What is wrong, above the button. */
  children?: ReactNode
}

/** The end of a long form: how far the sending is, the residents' view, and last the one button. */
export function SaveBar({ label, children, ...sending }: SaveBarProps) {
  return (
    <FormBar {...sending} notes={children}>
      <Button type="submit" loading={sending.isPending} wide>
        {sending.isPending ? 'Enregistrement…' : label}
      </Button>
    </FormBar>
  )
}

type FormBarProps = Pick<SaveBarProps, 'isPending' | 'progress'> & { notes?: ReactNode; children: ReactNode }

/** Always in sight: notes, how far the sending is, and the residents' view beside the buttons. */
export function FormBar({ isPending, progress, notes, children }: FormBarProps) {
  return (
    <div className={styles.bar}>
      {notes}
      {isPending ? <progress value={progress} max={1} aria-label="Envoi en cours" /> : null}
      <div className={`flex gap-half ${styles.buttons}`}>
        <PreviewButton />
        {children}
      </div>
    </div>
  )
}
