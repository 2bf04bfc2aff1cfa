import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { showToast, toastShownFor } from '../../../ui/toast.tsx'
import type { ServerInstant } from '../instant.ts'
import { reloadInstants, withdrawInstant } from '../instants.queries.ts'

/**
 * Deferred deletion: takes an instant off the list at once and sends the call when « Annuler » is no longer offered: after the
 * toast, on leaving or closing the page, or with the next deletion.
 */
export function useUndoableDeletion() {
  const [hiddenId, setHiddenId] = useState<number>()
  const waiting = useRef<() => Promise<void>>(undefined)
  useEffect(() => {
    const sendNow = () => void waiting.current?.()
    window.addEventListener('pagehide', sendNow)
    return () => {
      window.removeEventListener('pagehide', sendNow)
      sendNow()
    }
  }, [])

  const remove = ({ instantInformation: { id } }: ServerInstant) => {
    void waiting.current?.()
    setHiddenId(id)
    const show = () => setHiddenId((hidden) => (hidden === id ? undefined : hidden))
    const forget = () => {
      clearTimeout(timer)
      closeMessage()
      if (waiting.current === send) waiting.current = undefined
    }
    const send = async () => {
      forget()
      try {
        await withdrawInstant(id)
      } catch (error) {
        showToast(messageOf(error), 'danger')
      }
      await reloadInstants()
      show()
    }
    const closeMessage = showToast('Instant supprimé', 'success', () => {
      forget()
      show()
    })
    const timer = setTimeout(() => void send(), toastShownFor)
    waiting.current = send
  }
  return { remove, isHidden: ({ instantInformation: { id } }: ServerInstant) => id === hiddenId }
}
