import { Modal as MantineModal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './modal.module.css'

type ModalProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** narrow 440, normal 640, wide 960 px. */
  size?: 'narrow' | 'normal' | 'wide'
  /** Covers the screen everywhere (a whole form). */
  fullScreen?: boolean
  /** Neither the backdrop nor Escape closes it: something typed would be lost. */
  keepOpen?: boolean
  /** Without the cross: the content has its own way out. */
  withoutCross?: boolean
}

const widths = { narrow: 440, normal: 640, wide: 960 }

/** A window over the page; the whole screen on a phone. */
export function Modal(props: ModalProps) {
  const { opened, onClose, title, children, size = 'normal', fullScreen, keepOpen = false } = props
  const isPhone = useMediaQuery('(max-width: 767px)') ?? false
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      title={title}
      size={widths[size]}
      fullScreen={fullScreen ?? (isPhone && size !== 'narrow')}
      centered
      withCloseButton={!props.withoutCross}
      overlayProps={{ color: '#1f2a37', backgroundOpacity: 0.45 }}
      classNames={{ header: styles.header ?? '', title: styles.title ?? '', body: styles.body ?? '' }}
      closeOnClickOutside={!keepOpen}
      closeOnEscape={!keepOpen}
      closeButtonProps={{ 'aria-label': 'Fermer', size: 44 }}
      transitionProps={{ duration: 120 }}
    >
      {children}
    </MantineModal>
  )
}
