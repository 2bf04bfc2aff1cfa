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

/** The end of a long form, always in sight: how far the sending is, the residents' view, and last the one button. */
export function SaveBar({ label, isPending, progress, children }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      {children}
      {isPending ? <progress value={progress} max={1} aria-label="Envoi en cours" /> : null}
      <div className="flex gap-half">
        <PreviewButton />
        <Button type="submit" loading={isPending} wide>
          {isPending ? 'Enregistrement…' : label}
        </Button>
      </div>
    </div>
  )
}
