import { useEffect } from 'react'

let page = 'Parvis Pro'
let waiting = 0

function write(): void {
  document.title = waiting > 0 ? `(${waiting}) ${page}` : page
}

/** The title of the page that is shown. */
export function nameTab(title: string): void {
  page = `${title} · Parvis Pro`
  write()
}

/** The number of what waits, before the title and on the icon of the installed application; gone with the session (U-095). */
export function useWaitingCount(count: number): void {
  useEffect(() => {
    mark(count)
    return () => mark(0)
  }, [count])
}

function mark(count: number): void {
  waiting = count
  write()
  // Absent where nothing can be installed; refused in a private window.
  if (!('setAppBadge' in navigator)) return
  const badge = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  badge.catch(() => undefined)
}
