import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { PreviewButton } from './preview-button.tsx'
import styles from './save-bar.module.css'

type FormEndProps = {
  isPending: boolean
  /** How much of it is sent, from 0 to 1. */
  progress: number
  wrong: ReactNode
  children: ReactNode
}

/** The end of a long form, always in sight: what is wrong, how far the sending is, and last the buttons. */
export function FormEnd({ isPending, progress, wrong, children }: FormEndProps) {
  return (
    <div className={`stack-1 gap-half ruled ${styles.bar}`}>
      {wrong}
      {isPending ? <progress value={progress} max={1} aria-label="Envoi en cours" /> : null}
      {children}
    </div>
  )
}

type SaveBarProps = { label: string; isPending: boolean; progress: number; children?: ReactNode }

/** The end of a form with one button, beside the residents' view. */
export function SaveBar({ label, isPending, progress, children }: SaveBarProps) {
  return (
    <FormEnd isPending={isPending} progress={progress} wrong={children}>
      <div className="flex gap-half">
        <PreviewButton />
        <Button type="submit" loading={isPending} wide>
          {isPending ? 'Enregistrement…' : label}
        </Button>
      </div>
    </FormEnd>
  )
}
