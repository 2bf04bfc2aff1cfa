import { useEffect } from 'react'

let page = 'Parvis Pro'
let waiting = 0

function write(): void {
  document.title = waiting > 0 ? `(${waiting}) ${page}` : page
}

/** Sets the title of the document. */
export function nameTab(title: string): void {
  page = `${title} · Parvis Pro`
  write()
}

/** Shows the unread count before the title and as the badge of the installed application; cleared at sign-out. */
export function useWaitingCount(count: number): void {
  useEffect(() => {
    mark(count)
    return () => mark(0)
  }, [count])
}

function mark(count: number): void {
  waiting = count
  write()
  // The Badging API is absent where nothing can be installed, and rejects in a private window.
  if (!('setAppBadge' in navigator)) return
  const badge = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  badge.catch(() => undefined)
}
