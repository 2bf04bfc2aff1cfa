import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal as MantineModal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './modal.module.css'

const doubleClickMilliseconds = 500
const widths = { narrow: 440, normal: 640, wide: 960 }

/** The window itself, with the library that draws it. */
export function ModalWindow(props: ModalProps) {
  const { opened, onClose, title, children, size = 'normal', fullScreen, keepOpen = false } = props
  const isSettled = useSettled(opened)
  const isPhone = useMediaQuery('(max-width: 767px)') ?? false
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      title={title}
      size={widths[size]}
      fullScreen={fullScreen ?? (isPhone && size !== 'narrow')}
      centered
      // useReturnFocus restores the focus, also for windows that are unmounted when they close.
      returnFocus={false}
      withCloseButton={!props.withoutCross}
      overlayProps={{ color: '#1f2a37', backgroundOpacity: 0.45 }}
      classNames={{ header: styles.header ?? '', title: styles.title ?? '', body: styles.body ?? '' }}
      closeOnClickOutside={!keepOpen && isSettled}
      closeOnEscape={!keepOpen}
      closeButtonProps={{ 'aria-label': 'Fermer', size: 44, disabled: props.isBusy === true }}
      transitionProps={{ duration: 120 }}
    >
      {children}
    </MantineModal>
  )
}

/** Whether the window has been open for longer than a double click, whose second press would land on the backdrop. */
function useSettled(opened: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!opened) return undefined
    const timer = setTimeout(() => setSettled(true), doubleClickMilliseconds)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [opened])
  return isSettled
}

export type ModalProps = {
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
  /** Something is being sent: nothing closes the window, since closing would not call it back. */
  isBusy?: boolean
  /** Without the cross: the content has its own way out. */
  withoutCross?: boolean
}
