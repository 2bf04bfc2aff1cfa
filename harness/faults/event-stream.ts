import { request } from 'node:http'

/** One open GET /v1/events: the names of the events that it heard so far, in order: `ready`, `changed`. */
export type EventStream = Disposable & { heard: string[] }

/** Resolves once the stream answered; it may have said nothing yet. */
export function openEventStream(base: string, token: string): Promise<EventStream> {
  const heard: string[] = []
  return new Promise((resolve, reject) => {
    // Every stream keeps its socket: none is shared.
    const sent = request(
      `${base}/v1/events`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (reply) => {
        reply.on('data', (bytes: Buffer) => heard.push(...eventNames(bytes)))
        reply.on('error', () => undefined)
        if (reply.statusCode !== 200) reject(new Error(`the event stream answered ${reply.statusCode}`))
        else resolve({ heard, [Symbol.dispose]: () => sent.destroy() })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

function eventNames(bytes: Buffer): string[] {
  return [...bytes.toString('utf8').matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? '')
}
