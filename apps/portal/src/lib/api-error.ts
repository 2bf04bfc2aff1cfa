import { serverErrorText } from '@parvis/domain/kernel/server-error-text.fr'

export type ApiErrorParts = {
  status: number
  code: string
  message: string
  fields?: Record<string, string>
  details?: Record<string, unknown>
}

/** A call that did not succeed. `status` 0: the server was never reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly details: Record<string, unknown>

  constructor(parts: ApiErrorParts) {
    super(parts.message)
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.fields = parts.fields ?? {}
    this.details = parts.details ?? {}
  }
}

const busyText = 'Le service est momentanément indisponible, merci de réessayer'
const unreachableText = 'Connexion impossible. Vérifiez votre réseau, puis réessayez.'
const tooSlowText = 'Le serveur met trop de temps à répondre. Merci de réessayer.'

/** Only these two codes mean that the session is over. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401) return false
  return error.code === 'TOKEN_NOT_FOUND' || error.code === 'SESSION_UNKNOWN'
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : serverErrorText
}

/** As `messageOf`, for a message: the fixed sentence asks to verify what was typed, where nothing was wrong with it. */
export function unsentText(error: unknown): string {
  const text = messageOf(error)
  return text === serverErrorText ? 'Une erreur est survenue de notre côté. Votre message est gardé.' : text
}

export const unreachable = () => new ApiError({ status: 0, code: 'UNREACHABLE', message: unreachableText })
export const tooSlow = () => new ApiError({ status: 0, code: 'TIMEOUT', message: tooSlowText })

/** Reads the error envelope; a reply of another shape (a proxy's page) keeps its status and a fixed sentence. */
export function readError(status: number, body: unknown): ApiError {
  const error = envelopeOf(body)
  return new ApiError({
    status,
    code: error.code ?? 'SERVER_ERROR',
    message: error.message ?? (isBusy(status) ? busyText : serverErrorText),
    fields: error.fields ?? {},
    details: error.details ?? {},
  })
}

/** What a proxy answers while the server is down or overloaded, and the server while its database is away. */
const isBusy = (status: number) => status >= 502 && status <= 504

/** A temporary outage: nothing is wrong with what was sent. */
export const isServiceAway = (error: unknown): boolean => error instanceof ApiError && isBusy(error.status)

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

function envelopeOf(body: unknown): Partial<ApiErrorParts> {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {}
  return typeof body.error === 'object' && body.error !== null ? body.error : {}
}

/**
 * The call may have arrived, or may arrive later: it is retried under the same key. A session that ended keeps it for its owner.
 */
export function mayHaveHappened(error: unknown): boolean {
  if (!(error instanceof ApiError)) return !(error instanceof Error) || error.name === 'AbortError'
  if (endsSession(error) || error.code === 'IDEMPOTENCY_IN_PROGRESS') return true
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500
}
