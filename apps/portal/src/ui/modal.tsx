import { lazyWindow } from './lazy-window.tsx'
import type { ModalProps } from './modal-window.tsx'
import { useReturnFocus } from './use-return-focus.ts'

const ModalWindow = lazyWindow(() => import('./modal-window.tsx').then((it) => it.ModalWindow))

const stay = () => undefined

/** A window over the page; the whole screen on a phone. */
export function Modal(props: ModalProps) {
  useReturnFocus(props.opened)
  return <ModalWindow {...props} onClose={props.isBusy ? stay : props.onClose} />
}
