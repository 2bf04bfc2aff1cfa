import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { typographic } from '../lib/typographic.ts'
import styles from './toast.module.css'

export type Toast = { id: number; tone: 'success' | 'danger'; text: string; undo: (() => void) | undefined }

/** Milliseconds; as long as « Annuler » can be pressed. */
export const toastShownFor = 6_000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * A passing message at the foot of the screen, read out politely: `showToast('Votre fiche a été mise à jour')`. With `undo`
 * it has « Annuler ». Gives what takes it away.
 */
export function showToast(text: string, tone: Toast['tone'] = 'success', undo?: () => void): () => void {
  lastId += 1
  const id = lastId
  const close = () => closeToast(id)
  publish([...toasts.slice(-2), { id, tone, text, undo }])
  setTimeout(close, toastShownFor)
  return close
}

/** Once per screen; around every page, so that what is said last before signing out is still read. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`${styles.toast} ${styles[toast.tone]}`}>
          {toast.tone === 'success' ? <IconCircleCheck aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
          <span>{typographic(toast.text)}</span>
          {toast.undo ? (
            <button
              type="button"
              className={styles.undo}
              onClick={() => {
                toast.undo?.()
                closeToast(toast.id)
              }}
            >
              Annuler
            </button>
          ) : null}
          <button type="button" aria-label="Fermer le message" onClick={() => closeToast(toast.id)}>
            <IconX size={18} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}

function closeToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
