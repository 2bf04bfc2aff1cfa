import type { ReactNode } from 'react'

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
  /** Without the cross: the content has its own way out. */
  withoutCross?: boolean
}
