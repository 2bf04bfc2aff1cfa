import { lazy, Suspense } from 'react'
import { useShouldLoad, whenOnline } from '../lib/after-first-paint.ts'
import type { ModalProps } from './modal-window.tsx'
import { useReturnFocus } from './use-return-focus.ts'

const ModalWindow = lazy(() =>
  whenOnline(() => import('./modal-window.tsx')).then((it) => ({ default: it.ModalWindow })),
)

const stay = () => undefined

/** A window over the page; the whole screen on a phone. Closed at first, it is loaded once somebody acts. */
export function Modal(props: ModalProps) {
  useReturnFocus(props.opened)
  if (!useShouldLoad(props.opened)) return null
  return (
    <Suspense fallback={null}>
      <ModalWindow {...props} onClose={props.isBusy ? stay : props.onClose} />
    </Suspense>
  )
}
