import { call } from './request.ts'

const maxLength = 4_000
/** Most reports per page load: a broken page throws at each retry, and later errors follow from the first. */
const maxReports = 3
const reported = new Set<string>()

/**
 * Tells the team about a render error. The chat address is known by the server only. Gives whether the team was
 * told, of this error or of the one that it follows from.
 */
export async function sendErrorReport(error: unknown): Promise<boolean> {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const known = `${name} ${message}`
  if (reported.has(known) || reported.size >= maxReports) return true
  const body = { name, message: message.slice(0, maxLength), stack: (stack ?? '').slice(0, maxLength) }
  try {
    await call('POST /v1/error-report', { body, anonymous: true })
    reported.add(known)
    return true
  } catch {
    return false
  }
}

/** A chunk that failed to load: a network error or a newer release. Not reported. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed|Load failed/i.test(error.message)
