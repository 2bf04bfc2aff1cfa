import { useBlocker } from '@tanstack/react-router'

const question = 'Vos modifications ne sont pas enregistrées. Quitter cette page\u00a0?'

/** Asks before leaving a page whose form was changed, by a link, the back button or closing the tab. */
export function useLeaveWarning(isDirty: boolean): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: () => !window.confirm(question),
  })
}
