import { Agent, type IncomingMessage, request } from 'node:http'

/** One open GET /v1/events: the names of the events that it heard so far, in order: `ready`, `changed`. */
export type EventStream = Disposable & { heard: string[] }

// Every stream keeps its socket: none is shared.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

/** Resolves once the stream answered; it may have said nothing yet. */
export function openEventStream(base: string, token: string): Promise<EventStream> {
  const heard: string[] = []
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/v1/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (reply) => {
      reply.on('data', (bytes: Buffer) => heard.push(...eventNames(bytes)))
      reply.on('error', () => undefined)
      if (reply.statusCode !== 200) reject(refused(reply))
      else resolve({ heard, [Symbol.dispose]: () => sent.destroy() })
    })
    sent.on('error', reject)
    sent.end()
  })
}

function refused(reply: IncomingMessage): Error {
  reply.resume()
  return new Error(`the event stream answered ${reply.statusCode}`)
}

function eventNames(bytes: Buffer): string[] {
  return [...bytes.toString('utf8').matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? '')
}
