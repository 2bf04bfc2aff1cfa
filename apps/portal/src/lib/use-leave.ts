import { type Destination, navigate } from './history.ts'

/**
 * Goes to another page once something is saved, past the leave warning; not when the person has left this page while it was being
 * saved: what they type elsewhere since would be lost.
 */
export function useLeave() {
  // Not `useLocation`, whose renders would make a `Navigate` beside it navigate again.
  const { pathname } = window.location
  return (to: Destination) => {
    if (window.location.pathname === pathname) navigate({ ...to, ignoreBlocker: true })
  }
}
