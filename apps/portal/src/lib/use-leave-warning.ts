import { useBlocker } from './router.tsx'

const question = 'Vos modifications ne sont pas enregistrées. Quitter cette page\u00a0?'

/** Asks for a confirmation before leaving a page with a changed form: by a link, the back button, or closing the tab. */
export function useLeaveWarning(isDirty: boolean): void {
  useBlocker(isDirty, () => window.confirm(question))
}
