export type Outgoing = {
  method: string
  url: string
  body: BodyInit | undefined
  headers: Record<string, string>
  /** Milliseconds. */
  timeout: number
  onProgress: ((share: number) => void) | undefined
  signal: AbortSignal | undefined
}

export type Reply = { status: number; body: unknown; header: (name: string) => string | null }

/** One HTTP exchange. Rejects with a TypeError when the server is not reached, a TimeoutError when it is too slow. */
export function send(outgoing: Outgoing): Promise<Reply> {
  return outgoing.onProgress ? sendWithProgress(outgoing) : sendWithFetch(outgoing)
}

async function sendWithFetch({ method, url, body, headers, timeout, signal }: Outgoing): Promise<Reply> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(timedOut()), timeout)
  const onAbort = () => abort.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  try {
    const isLast = method === 'DELETE'
    const options = {
      method,
      body: body ?? null,
      headers,
      signal: abort.signal,
      cache: 'no-store',
      keepalive: isLast,
    } as const
    const reply = await fetch(url, options)
    return { status: reply.status, body: parse(await reply.text()), header: (name) => reply.headers.get(name) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** `fetch` tells nothing about an upload under way. */
function sendWithProgress({ method, url, body, headers, timeout, onProgress, signal }: Outgoing): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.timeout = timeout
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => onProgress?.(event.total ? event.loaded / event.total : 0))
    xhr.addEventListener('load', () =>
      resolve({ status: xhr.status, body: parse(xhr.responseText), header: (name) => xhr.getResponseHeader(name) }),
    )
    xhr.addEventListener('error', () => reject(new TypeError('network')))
    xhr.addEventListener('timeout', () => reject(timedOut()))
    xhr.addEventListener('abort', () => reject(signal?.reason ?? new TypeError('aborted')))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body as XMLHttpRequestBodyInit | undefined)
  })
}

const timedOut = () => new DOMException('timed out', 'TimeoutError')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
