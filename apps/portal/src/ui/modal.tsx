import { lazy, Suspense } from 'react'
import { afterFirstPaint } from '../lib/after-first-paint.ts'
import type { ModalProps } from './modal-props.ts'
import { useReturnFocus } from './use-return-focus.ts'

const ModalWindow = lazy(() =>
  afterFirstPaint(() => import('./modal-window.tsx')).then((it) => ({ default: it.ModalWindow })),
)

/** A window over the page; the whole screen on a phone. Closed at first, it is loaded once the page is drawn. */
export function Modal(props: ModalProps) {
  useReturnFocus(props.opened)
  return (
    <Suspense fallback={null}>
      <ModalWindow {...props} />
    </Suspense>
  )
}
