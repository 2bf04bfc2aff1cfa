import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { createStore, useStore } from '../lib/create-store.ts'
import { typographic } from '../lib/typographic.ts'
import styles from './toast.module.css'

export type Toast = {
  id: number
  tone: 'success' | 'danger'
  text: string
  /** Undoes an action that nobody was notified of: shows a button « Annuler ». */
  undo?: (() => void) | undefined
}

/** Milliseconds; as long as « Annuler » can be pressed, unless the caller gives longer. */
export const toastShownFor = 6_000
const shown = createStore<Toast | undefined>(undefined)
/** Where messages may show: the page, then each window over it. */
const hosts = createStore<readonly string[]>([])
let lastId = 0

/**
 * A passing message, read out politely, one at a time: `showToast('Instant en pause', 'success', resume)`. With `undo` it
 * has « Annuler ». Gives what takes it away.
 */
export function showToast(
  text: string,
  tone: Toast['tone'] = 'success',
  undo?: () => void,
  shownFor = toastShownFor,
): () => void {
  lastId += 1
  const id = lastId
  shown.set({ id, tone, text, undo })
  setTimeout(() => closeToast(id), shownFor)
  return () => closeToast(id)
}

/**
 * Mounted once around every page, so that the last message before signing out is still read, and in each window: the last one
 * mounted shows them.
 */
export function Toasts() {
  const id = useId()
  const isOnTop = useStore(hosts).at(-1) === id
  const latest = useStore(shown)
  const toast = isOnTop ? latest : undefined
  useLayoutEffect(() => {
    hosts.set([...hosts.get(), id])
    return () => hosts.set(hosts.get().filter((host) => host !== id))
  }, [id])
  return (
    <div className={`flex centre ${styles.place}`} role="status" aria-live="polite">
      {toast ? <ToastLine key={toast.id} toast={toast} /> : null}
    </div>
  )
}

function ToastLine({ toast }: { toast: Toast }) {
  const line = useRef<HTMLDivElement>(null)
  useFreePlace(line)
  useFocusBack(line)
  const { id, tone, text, undo } = toast
  const takeBack = () => {
    closeToast(id)
    undo?.()
  }
  return (
    <div ref={line} className={`inline ${styles.toast} ${styles[tone]}`}>
      {tone === 'success' ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
      <span>{typographic(text)}</span>
      {undo ? (
        <button type="button" className={`icon-button ${styles.undo}`} onClick={takeBack}>
          Annuler
        </button>
      ) : null}
      <button type="button" className="icon-button" aria-label="Fermer le message" onClick={() => closeToast(id)}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Where a message goes with the focus in it, the focus returns to the control that it came from. */
function useFocusBack(line: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toast = line.current
    let from: HTMLElement | undefined
    toast?.addEventListener('focusin', ({ relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !toast.contains(relatedTarget)) from = relatedTarget
    })
    return () => {
      if (toast?.contains(document.activeElement)) from?.focus()
    }
  }, [line])
}

/** The middle of the screen, over content, only when the edges are taken. */
const places = ['bottom', 'top', 'corner', 'middle'] as const
/** Elements that a toast must never cover: inputs and the main button. */
const wanted = ['input:not([type="hidden"])', 'textarea', 'select', '[contenteditable="true"]', '[data-main]'].join()

/** Moves the message to the first place of the screen where it hides no field and no main button. */
function useFreePlace(line: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const choose = () => {
      const toast = line.current
      const frame = toast?.parentElement
      if (!toast || !frame) return
      for (const where of places) {
        frame.dataset.where = where
        if (!coversSomething(toast.getBoundingClientRect())) return
      }
      frame.dataset.where = places[0]
    }
    choose()
    // Places the toast again when the page changes under it: a composer that opens, a scroll.
    const timer = setInterval(choose, 500)
    return () => clearInterval(timer)
  }, [line])
}

function coversSomething(toast: DOMRect): boolean {
  return [...document.querySelectorAll(wanted)].some((element) => {
    const it = element.getBoundingClientRect()
    const isDrawn = it.width > 0 && it.height > 0
    return isDrawn && it.left < toast.right && it.right > toast.left && it.top < toast.bottom && it.bottom > toast.top
  })
}

function closeToast(id: number): void {
  if (shown.get()?.id === id) shown.set(undefined)
}
