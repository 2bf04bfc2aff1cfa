/** One form of one company. */
export type FormName = { companyId: string; form: string }

type Interrupted = { form: string; page: string; values: unknown }
const kept = new Map<string, Interrupted>()

/**
 * Keeps what was being typed when the session ended by itself, files included, in the memory of this tab, until its owner
 * signs in again (F29, AMB-39). `page` is the address of the form.
 */
export function keepInterrupted({ companyId, form }: FormName, page: string, values: unknown): void {
  kept.set(companyId, { form, page, values })
}

/** What was kept of this form, if it is the one that was interrupted. */
export function interruptedValues<V>({ companyId, form }: FormName): V | undefined {
  const interrupted = kept.get(companyId)
  return interrupted?.form === form ? (interrupted.values as V) : undefined
}

/** Where to take the owner of this company back to, once signed in. */
export const interruptedPage = (companyId: string): string | undefined => kept.get(companyId)?.page

export function forgetInterrupted({ companyId, form }: FormName): void {
  if (kept.get(companyId)?.form === form) kept.delete(companyId)
}

/** Signing out leaves nothing behind. */
export const forgetAllInterrupted = (): void => kept.clear()
