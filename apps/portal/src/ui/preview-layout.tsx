import { type ReactNode, useState } from 'react'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { Modal } from './modal.tsx'
import { OpenPreview } from './preview-button.tsx'
import styles from './preview-layout.module.css'

type PreviewLayoutProps = {
  /** The form; it holds the `PreviewButton` of narrow screens. */
  children: ReactNode
  /** What residents will see, drawn from what is being typed. */
  preview: ReactNode
}

const label = 'Aperçu côté habitants'

/** A form with the residents' view: beside it on a wide screen, behind a button on a small one. */
export function PreviewLayout({ children, preview }: PreviewLayoutProps) {
  const isWide = useMediaQuery('(min-width: 1200px)')
  const [isOpen, setOpen] = useState(false)
  return (
    <OpenPreview value={isWide ? undefined : () => setOpen(true)}>
      <div className={styles.layout}>
        <div className={`stack-2 ${styles.form}`}>{children}</div>
        {isWide ? (
          <aside className={styles.aside} aria-label={label}>
            <p className="below-2 note bold centred">{label}</p>
            <PhoneFrame>{preview}</PhoneFrame>
          </aside>
        ) : (
          <Modal opened={isOpen} onClose={() => setOpen(false)} title={label} size="narrow">
            <PhoneFrame>{preview}</PhoneFrame>
          </Modal>
        )}
      </div>
    </OpenPreview>
  )
}

/** The frame of a resident's phone. Its content is `inert`: nothing in it can be focused. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.phone}>
      <div className={styles.speaker} aria-hidden="true" />
      <div className={styles.screen} inert>
        {children}
      </div>
    </div>
  )
}
