import { useEffect, useState } from 'react'
import { type FormName, forgetInterrupted, interruptedValues, keepInterrupted } from './interrupted-forms.ts'
import { onSessionEnd } from './session-end.ts'

/** The values that a form was left with when the session ended; a form without a name keeps nothing. */
export function useInterrupted<V>(name: FormName | undefined): V | undefined {
  const [interrupted] = useState(() => name && interruptedValues<V>(name))
  const { companyId, form } = name ?? {}
  useEffect(() => {
    if (companyId && form) forgetInterrupted({ companyId, form })
  }, [companyId, form])
  return interrupted
}

/** Keeps these values if the session ends while they are not saved. */
export function useKeepInterrupted(name: FormName | undefined, isDirty: boolean, values: unknown): void {
  const { companyId, form } = name ?? {}
  useEffect(() => {
    if (!companyId || !form || !isDirty) return
    const page = location.pathname + location.search
    return onSessionEnd(() => keepInterrupted({ companyId, form }, page, values))
  }, [companyId, form, isDirty, values])
}
