import { addressCall, type CallArguments, type CompanyParam } from '@parvis/client/call'
import { type BodyEncoding, encodeBody, type FileInput } from '@parvis/client/encode-body'
import type { AnswerOf, AnyEndpoint, EndpointKey } from '@parvis/domain/api'
import type { EndpointAt } from '@parvis/domain/kernel/contract'
import { type ApiError, endsSession, readError, tooSlow, unreachable } from './api-error.ts'
import { establishment } from './establishment.ts'
import { setClockBy } from './present.ts'
import { withSecondProof } from './second-proof.ts'
import { expireSession } from './session-end.ts'
import { browserStorage, readStored } from './storage.ts'

export type CallOptions = {
  /** Encoding of the body; JSON by default. */
  as?: BodyEncoding
  /** Files of a multipart body, under their field names. */
  files?: Record<string, FileInput>
  /** Headers of this call alone. */
  headers?: Record<string, string>
  /** Omits the Authorization header even when signed in. */
  anonymous?: boolean
  /** Upload progress, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Receives the Link header whose rel is next: where a list continues. */
  onLink?: (link: string | null) => void
}

const timeout = 15_000
const uploadTimeout = 60_000

/**
 * Sends one request and returns the `data` of the answer; throws an ApiError on a refusal. A call that asks for a second proof is
 * sent again after it, under the same key.
 */
export async function request<T>(method: string, url: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const files = options.files ?? {}
  // Before anything is awaited: signing out takes it away at once.
  const token = options.anonymous ? null : readStored('token')
  const action = method === 'GET' ? undefined : await actionOf(method, url, body, files)
  const encoded = encodeBody(body, options.as ?? 'json', files)
  const outgoing = {
    method,
    url,
    body: encoded.body,
    headers: { ...headersOf(encoded.contentType, action?.key, token), ...options.headers },
    timeout: Object.keys(files).length > 0 ? uploadTimeout : timeout,
    onProgress: options.onProgress,
    signal: options.signal,
  }
  return await withSecondProof(async () => {
    try {
      const reply = await send(outgoing)
      setClockBy(reply.header('date'))
      if (action && reply.status < 300) keysOfTab.removeItem(action.subject)
      return dataOf<T>(reply, token, options)
    } catch (error) {
      throw asApiError(error)
    }
  })
}

function headersOf(contentType: string | undefined, key: string | undefined, token: string | null) {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (contentType) headers['content-type'] = contentType
  if (key) headers['idempotency-key'] = key
  return headers
}

function dataOf<T>(reply: Reply, token: string | null, { onLink }: CallOptions): T {
  onLink?.(reply.header('link'))
  if (reply.status >= 200 && reply.status < 300) return (reply.body as { data: T } | undefined)?.data as T
  const error = readError(reply.status, reply.body)
  // A late answer to a former session must not end the present one.
  if (endsSession(error) && token === readStored('token')) expireSession()
  throw error
}

function asApiError(error: unknown): ApiError | unknown {
  if (error instanceof TypeError) return unreachable()
  return error instanceof DOMException && error.name === 'TimeoutError' ? tooSlow() : error
}

/**
 * One key per action of a person: the same request sent again within the hour after a lost answer carries the same key, so that the
 * server does it once; also after a reload, or when the phone had closed the tab. Forgotten once the server has done anything to the
 * same subject: what was undone since, as a day that was closed, opened again and is closed again, is to be done anew.
 */
const keyLife = 3_600_000

const keysOfTab = browserStorage('sessionStorage')

/**
 * The deeds of one thing undo each other: `/v1/company/7/hours/` of close-today and reopen-today. What a POST adds to a list, as an
 * order to `/v1/company/7/orders`, undoes nothing of the list.
 */
const subjectOf = (method: string, url: string, sent: string) =>
  method === 'POST' && url.split('/').length < 6 ? sent : url.replace(/^((\/[^/]+){4}\/).*/, '$1')

/** Of the call and everything it carries, hashed. What a page that is being left deletes waits for nothing: that is not hashed. */
async function actionOf(method: string, url: string, body: unknown, files: Record<string, FileInput>) {
  let sent = JSON.stringify([method, url, body])
  if (method !== 'DELETE') {
    const bytes = await new Blob([sent, ...Object.values(files).flatMap((file) => file ?? [])]).arrayBuffer()
    sent = String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  }
  const subject = subjectOf(method, url, sent)
  const keys: Record<string, [at: number, key: string]> = JSON.parse(keysOfTab.getItem(subject) ?? '{}')
  const [at, known] = keys[sent] ?? []
  if (known && Date.now() - Number(at) < keyLife) return { subject, key: known }
  const key = crypto.randomUUID()
  keysOfTab.setItem(subject, JSON.stringify({ ...keys, [sent]: [Date.now(), key] }))
  return { subject, key }
}

/** The input of a call: the establishment of this tab is the company of a path, unless another one is named. */
export type Input<K extends EndpointKey> = CallArguments<
  EndpointAt<AnyEndpoint, K>,
  CallOptions,
  CompanyParam<EndpointAt<AnyEndpoint, K>>
>

/** Calls the API: `call('GET /v1/company/:id/hours')` gives what `data` holds. Throws an ApiError with a French sentence. */
export async function call<K extends EndpointKey>(key: K, ...[input]: Input<K>): Promise<AnswerOf<K>> {
  const companyId = establishment.shown()
  const { params, ...rest }: CallOptions & { params?: object } = input ?? {}
  const addressed = addressCall(key, { ...rest, params: { id: companyId, companyId, ...params } })
  const { method, url, body } = addressed.call
  return await request(method, url, body, addressed.options)
}

type Outgoing = {
  method: string
  url: string
  body: BodyInit | undefined
  headers: Record<string, string>
  /** Milliseconds. */
  timeout: number
  onProgress: ((share: number) => void) | undefined
  signal: AbortSignal | undefined
}

type Reply = { status: number; body: unknown; header: (name: string) => string | null }

/** One HTTP exchange. Rejects with a TypeError when the server is not reached, a TimeoutError when it is too slow. */
async function send(outgoing: Outgoing): Promise<Reply> {
  // Given up before it left: an aborted signal tells nobody any more.
  outgoing.signal?.throwIfAborted()
  return await (outgoing.onProgress ? sendWithProgress(outgoing) : sendWithFetch(outgoing))
}

async function sendWithFetch({ method, url, body, headers, timeout, signal }: Outgoing): Promise<Reply> {
  const abort = new AbortController()
  for (const one of [AbortSignal.timeout(timeout), signal])
    one?.addEventListener('abort', () => abort.abort(one.reason))
  const reply = await fetch(url, {
    method,
    body: body ?? null,
    headers,
    signal: abort.signal,
    cache: 'no-store',
    keepalive: method === 'DELETE',
  })
  return { status: reply.status, body: parse(await reply.text()), header: (name) => reply.headers.get(name) }
}

/** XMLHttpRequest, because `fetch` reports no upload progress. */
function sendWithProgress({ method, url, body, headers, timeout, onProgress, signal }: Outgoing): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.timeout = timeout
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => onProgress?.(event.total ? event.loaded / event.total : 0)
    xhr.onload = () =>
      resolve({ status: xhr.status, body: parse(xhr.responseText), header: (name) => xhr.getResponseHeader(name) })
    xhr.onerror = () => reject(new TypeError('network'))
    xhr.ontimeout = () => reject(new DOMException('timed out', 'TimeoutError'))
    xhr.onabort = () => reject(signal?.reason ?? new TypeError('aborted'))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body as XMLHttpRequestBodyInit | undefined)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
