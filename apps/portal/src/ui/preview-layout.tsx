import { useMediaQuery } from '@mantine/hooks'
import { IconDeviceMobile } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { PhoneFrame } from './phone-frame.tsx'
import styles from './preview-layout.module.css'

type PreviewLayoutProps = {
  /** The form. */
  children: ReactNode
  /** What residents will see, drawn from what is being typed. */
  preview: ReactNode
  label?: string
}

/** A form with the residents' view: beside it on a wide screen, behind a button on a small one. */
export function PreviewLayout({ children, preview, label = 'Aperçu côté habitants' }: PreviewLayoutProps) {
  const isWide = useMediaQuery('(min-width: 1200px)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.layout}>
      <div className={styles.form}>{children}</div>
      {isWide ? (
        <aside className={styles.aside} aria-label={label}>
          <p className={styles.label}>{label}</p>
          <PhoneFrame>{preview}</PhoneFrame>
        </aside>
      ) : (
        <>
          <Button
            variant="secondary"
            className={styles.open}
            icon={<IconDeviceMobile aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            Aperçu
          </Button>
          <Modal opened={isOpen} onClose={() => setOpen(false)} title={label} size="narrow">
            <PhoneFrame>{preview}</PhoneFrame>
          </Modal>
        </>
      )}
    </div>
  )
}
