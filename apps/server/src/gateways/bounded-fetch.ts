import { GatewayFailure } from './gateway-failure.ts'

export type Bounds = { timeoutMs: number; maxBytes: number }

export type HttpReply = { status: number; headers: Headers; text: string }

/**
 * One HTTP exchange with bounds: `timeoutMs` covers the whole answer (slow drips included), the body is read up to `maxBytes`,
 * redirects are returned and never followed. Throws GatewayFailure 'unavailable', whose message holds neither address nor
 * body.
 */
export async function boundedFetch(url: URL, init: RequestInit, { timeoutMs, maxBytes }: Bounds): Promise<HttpReply> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs))
  const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    return { status: response.status, headers: response.headers, text: await readText(response, maxBytes) }
  } catch (error) {
    if (error instanceof GatewayFailure) throw error
    if (timeout.aborted) throw new GatewayFailure('unavailable', `silent for ${timeoutMs} ms`)
    throw new GatewayFailure('unavailable', `network: ${errorCode(error)}`)
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Breaking out of the loop cancels the stream and closes the connection.
    if (bytes > maxBytes) throw new GatewayFailure('unavailable', `answer above ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** ECONNREFUSED, ENOENT and the like, without one the name of the error; undici puts it one or two causes deep. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause === undefined ? error.name : errorCode(error.cause)
}
