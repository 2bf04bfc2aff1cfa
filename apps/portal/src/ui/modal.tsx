import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { unbroken } from '../lib/typographic.ts'
import styles from './modal.module.css'
import { Toasts } from './toast.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** The second press of a double click would land on the backdrop. */
const doubleClickMilliseconds = 500

type ModalProps = {
  /** Without it, for as long as it is drawn. */
  opened?: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** narrow 440, normal 640, wide 960 px, the whole screen on a phone but for a narrow one; `bottom`: rises from the bottom edge. */
  size?: 'narrow' | 'normal' | 'wide' | 'bottom'
  /** Covers the screen everywhere (a whole form). */
  fullScreen?: boolean
  /** Neither the backdrop nor Escape closes it: something typed would be lost. */
  keepOpen?: boolean
  /** Something is being sent: nothing closes the window, since closing would not call it back. */
  isBusy?: boolean
  /** Without the cross: the content has its own way out. */
  withoutCross?: boolean
}

/** A window over the page: the browser's own `<dialog>`, which traps the focus and makes the page inert. */
export function Modal(props: ModalProps) {
  return (props.opened ?? true) ? createPortal(<Window {...props} />, document.body) : null
}

function Window(props: ModalProps) {
  const { onClose, title, children, size = 'normal', fullScreen = false, keepOpen = false, isBusy = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const backdrop = useBackdrop()
  useReturnFocus()
  const show = () => {
    if (dialog.current?.open) return
    const page = document.documentElement
    page.toggleAttribute('data-scrolls', window.innerWidth > page.clientWidth)
    dialog.current?.showModal()
    // The browser gives the focus to the first control, the cross, unless the content marks another.
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }
  useLayoutEffect(show, [])

  const dismiss = () => {
    if (!keepOpen && !isBusy) onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    // A calendar inside closes first.
    if (event.target instanceof Element && event.target.closest('dialog, [role="dialog"]') === dialog.current) dismiss()
  }
  // The gesture « back » of a phone. A file chooser that is cancelled sends this event too, from its field.
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    dismiss()
  }
  return (
    <dialog
      ref={dialog}
      className={`${styles.window} ${fullScreen ? styles.full : styles[size]}`}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      // Chrome closes a dialog at the second request whatever was answered to the first.
      onClose={show}
      onPointerDown={backdrop.press}
      onClick={(event) => backdrop.isReleased(event) && dismiss()}
    >
      <header className={`flex between ${styles.header}`}>
        <h2 id={titleId}>{typeof title === 'string' ? unbroken(title) : title}</h2>
        {props.withoutCross ? null : (
          <button
            type="button"
            className={`icon-button ${styles.close}`}
            aria-label="Fermer"
            disabled={isBusy}
            onClick={onClose}
          >
            <IconX size={30} stroke={1.5} aria-hidden="true" />
          </button>
        )}
      </header>
      <div className={styles.body}>{children}</div>
      {/* The page below is inert: a message that comes now is read and closed here. */}
      <Toasts />
    </dialog>
  )
}

/** A press counts when it begins and ends on the backdrop, once a double click cannot be under way any more. */
function useBackdrop() {
  const opening = useRef(0)
  const isPressed = useRef(false)
  useLayoutEffect(() => {
    opening.current = performance.now()
  }, [])
  const isOutside = (event: SyntheticEvent) => event.target === event.currentTarget
  return {
    press: (event: SyntheticEvent) => {
      isPressed.current = isOutside(event) && performance.now() - opening.current > doubleClickMilliseconds
    },
    isReleased: (event: SyntheticEvent) => isOutside(event) && isPressed.current,
  }
}
