import { Agent, type IncomingMessage, request } from 'node:http'

export type Answer = { status: number; body: string; milliseconds: number; headers: IncomingMessage['headers'] }
export type CallOptions = {
  token?: string | undefined
  json?: unknown
  body?: Buffer | undefined
  headers?: Record<string, string>
  timeout?: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_024 })

/** One call over kept-alive connections. Rejects when no answer came: refused, reset, or silent for `timeout` ms. */
export function call(base: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const payload = options.body ?? (options.json === undefined ? undefined : Buffer.from(JSON.stringify(options.json)))
  const headers = {
    ...(options.token && { authorization: `Bearer ${options.token}` }),
    ...(options.json !== undefined && { 'content-type': 'application/json' }),
    ...(payload && { 'content-length': String(payload.length) }),
    ...options.headers,
  }
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(base + path, { method, headers, agent }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          body: Buffer.concat(pieces).toString('utf8'),
          milliseconds: performance.now() - started,
          headers: reply.headers,
        }),
      )
    })
    sent.setTimeout(options.timeout ?? 30_000, () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** The `data` of an answer that must be a success. */
export async function callOk<T>(base: string, method: string, path: string, options?: CallOptions): Promise<T> {
  const { status, body } = await call(base, method, path, options)
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${body.slice(0, 200)}`)
  return (JSON.parse(body) as { data: T }).data
}
