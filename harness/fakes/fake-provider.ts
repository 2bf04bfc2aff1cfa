import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type SeenRequest = Awaited<ReturnType<typeof readRequest>>

/** The ways an outside service fails (trust.md F09 to F11). */
export type Fault = 'silence' | 'cut' | 'drip' | 'html' | 'wrong-json' | 'huge' | 'redirect' | '500' | '429'

/** A short time-out only where the test awaits it: on a busy machine it would turn an answer into a silence. */
export function timeoutFor(fault?: Fault): number {
  return fault === 'silence' || fault === 'drip' ? 300 : 5000
}

export type FakeReply = Fault | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }

type Scripted = FakeReply | ((request: SeenRequest) => FakeReply)

/** A local HTTP server with scripted answers, which records its requests. Tests only. */
export async function startFakeProvider() {
  const requests: SeenRequest[] = []
  let replies: Scripted[] = [{ status: 404, json: {} }]
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const seen = await readRequest(incoming)
    requests.push(seen)
    const next = (replies.length > 1 ? replies.shift() : replies[0]) ?? 'cut'
    answer(response, typeof next === 'function' ? next(seen) : next)
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Behaviours of the next calls, in order; the last one repeats. */
    reply(...next: Scripted[]) {
      replies = next
      requests.length = 0
    },
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return server[Symbol.asyncDispose]()
    },
  }
}

async function readRequest(incoming: IncomingMessage) {
  const url = new URL(incoming.url ?? '/', 'http://fake')
  const body = await buffer(incoming)
  const { method = '', headers } = incoming
  return { method, path: url.pathname, query: url.searchParams, headers, body, text: body.toString('utf8') }
}

function answer(response: ServerResponse, reply: FakeReply): void {
  if (typeof reply === 'string') FAULTS[reply](response)
  else send(response, reply)
}

function send(response: ServerResponse, reply: Exclude<FakeReply, Fault>): void {
  const { status = 200, json, text = JSON.stringify(json ?? {}), headers = {} } = reply
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

const FAULTS: Record<Fault, (response: ServerResponse) => void> = {
  silence: () => {},
  cut: (response) => response.destroy(),
  drip(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  html: (response) => send(response, { text: '<html><h1>Maintenance</h1>', headers: { 'content-type': 'text/html' } }),
  'wrong-json': (response) => send(response, { text: '{"results":"12","data":[{"x":null}],"status":7}' }),
  huge: (response) => send(response, { text: `{"x":"${'x'.repeat(10_000_000)}"}` }),
  redirect: (response) => send(response, { status: 302, headers: { location: '/canary' } }),
  '500': (response) => send(response, { status: 500, json: { message: 'Internal error' } }),
  '429': (response) => send(response, { status: 429, json: {}, headers: { 'retry-after': '17' } }),
}
