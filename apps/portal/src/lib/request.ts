import { type BodyEncoding, encodeBody, type FileInput } from '@parvis/client/encode-body'
import { type ApiError, endsSession, readError, tooSlow, unreachable } from './api-error.ts'
import { type Reply, send } from './send.ts'
import { expireSession } from './session-end.ts'
import { readStored } from './storage.ts'

export type CallOptions = {
  /** How the body travels; json unless said. */
  as?: BodyEncoding
  /** Files of a multipart body, under their field names. */
  files?: Record<string, FileInput>
  /** Headers of this call alone. */
  headers?: Record<string, string>
  /** Sends no Authorization header even when signed in. */
  anonymous?: boolean
  /** Upload progress, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Where a list goes on: the Link of the answer whose rel is next. */
  onLink?: (link: string | null) => void
}

const timeout = 15_000
const uploadTimeout = 60_000

/** Sends one request and gives what `data` holds. */
export async function request<T>(method: string, url: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const files = options.files ?? {}
  const action = method === 'GET' ? undefined : fingerprintOf(method, url, body, files)
  const token = options.anonymous ? null : readStored('token')
  const encoded = encodeBody(body, options.as ?? 'json', files)
  try {
    const reply = await send({
      method,
      url,
      body: encoded.body,
      headers: { ...headersOf(encoded.contentType, action, token), ...options.headers },
      timeout: Object.keys(files).length > 0 ? uploadTimeout : timeout,
      onProgress: options.onProgress,
      signal: options.signal,
    })
    if (action && isFinal(reply.status)) forgetAction(action)
    return dataOf<T>(reply, token, options)
  } catch (error) {
    throw asApiError(error)
  }
}

function headersOf(contentType: string | undefined, action: string | undefined, token: string | null) {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (contentType) headers['content-type'] = contentType
  if (action) headers['idempotency-key'] = keyOfAction(action)
  return headers
}

/** A refusal was not stored and a success is done; after a 5xx, or no answer, the action may have happened. */
const isFinal = (status: number) => status < 500

function dataOf<T>(reply: Reply, token: string | null, { onLink }: CallOptions): T {
  onLink?.(reply.header('link'))
  if (reply.status >= 200 && reply.status < 300) return (reply.body as { data: T } | undefined)?.data as T
  const error = readError(reply.status, reply.body, reply.header)
  // A late answer to a former session says nothing about the present one.
  if (endsSession(error) && token === readStored('token')) expireSession()
  throw error
}

function asApiError(error: unknown): ApiError | unknown {
  if (error instanceof TypeError) return unreachable()
  return error instanceof DOMException && error.name === 'TimeoutError' ? tooSlow() : error
}

/**
 * One key per user action (AMB-146): the same request sent again after a lost answer carries the same key,
 * so that the server does it once. A key is forgotten as soon as the server has answered for good.
 */
const pending = new Map<string, string>()

function keyOfAction(fingerprint: string): string {
  const key = pending.get(fingerprint) ?? crypto.randomUUID()
  pending.set(fingerprint, key)
  return key
}

function forgetAction(fingerprint: string): void {
  pending.delete(fingerprint)
}

/** What tells two actions apart: the call and all that it carries; a file is itself. */
function fingerprintOf(method: string, url: string, body: unknown, files: Record<string, unknown>): string {
  return JSON.stringify([method, url, body ?? null, files], (_key, value) =>
    value instanceof Blob ? `blob:${numberOf(value)}` : value,
  )
}

const numbers = new WeakMap<Blob, number>()
let lastNumber = 0

function numberOf(blob: Blob): number {
  const known = numbers.get(blob)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(blob, lastNumber)
  return lastNumber
}
