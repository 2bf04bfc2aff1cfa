import { randomInt } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AgentOptions, request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { text } from 'node:stream/consumers'
import { cookiesOf, createTownClient, type TownClient } from '../../town/town-client.ts'

export type Answer = { status: number; body: string; milliseconds: number; headers: IncomingMessage['headers'] }
export type CallOptions = {
  token?: string | undefined
  json?: unknown
  body?: Buffer | string | undefined
  headers?: Record<string, string>
  timeout?: number
  /** The address of 127.0.0.0/8 that it comes from. */
  localAddress?: string
  /** Over TLS to the name of its `host` header, by a handshake of its own. */
  tls?: AgentOptions
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_024 })

/** One call over kept-alive connections. Rejects when no answer came: refused, reset, or silent for `timeout` ms. */
export function call(base: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const payload = options.body ?? (options.json === undefined ? undefined : Buffer.from(JSON.stringify(options.json)))
  const headers = {
    ...(options.token && { authorization: `Bearer ${options.token}` }),
    ...(options.json !== undefined && { 'content-type': 'application/json' }),
    ...(payload && { 'content-length': String(Buffer.byteLength(payload)) }),
    ...options.headers,
  }
  const from = options.localAddress !== undefined && { localAddress: options.localAddress }
  const secure = options.tls && new SecureAgent(options.tls)
  const send = secure ? requestSecurely : request
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = send(new URL(base + path), { method, headers, agent: secure ?? agent, ...from }, (reply) => {
      const { statusCode: status = 0, headers } = reply
      const told = (body: string) => resolve({ status, body, milliseconds: performance.now() - started, headers })
      text(reply).then(told, reject)
    })
    sent.setTimeout(options.timeout ?? 30_000, () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** The same, where no answer is one too: of status 0. */
export async function tryCall(...asked: Parameters<typeof call>): Promise<Answer> {
  const started = performance.now()
  const silence = () => ({ status: 0, body: '', milliseconds: performance.now() - started, headers: {} })
  return await call(...asked).catch(silence)
}

/** The API at that address by its contracts, over the same kept-alive connections; a refusal throws. */
export function clientAt(base: string): TownClient {
  return createTownClient(async ({ method, url, headers, payload }) => {
    const answer = await call(base, method, url, { body: payload, headers })
    return { status: answer.status, text: answer.body, headers: answer.headers }
  })
}

/** One call of a browser on the residents' site at that host, from an address of its own. */
export async function callSite(
  { base, host }: { base: string; host: string },
  method: string,
  path: string,
  { cookie, ...options }: CallOptions & { cookie?: string | undefined } = {},
): Promise<Answer> {
  const headers = {
    host,
    origin: `http://${host}`,
    'x-forwarded-for': Array.from({ length: 4 }, () => randomInt(11, 99)).join('.'),
    ...(cookie && { cookie }),
    ...options.headers,
  }
  return await tryCall(base, method, path, { ...options, headers })
}

/** The cookies of so many residents, each with a first name; by one lane, in the order in which they came. */
export async function enterSite(site: Parameters<typeof callSite>[0], count: number, lanes = 8): Promise<string[]> {
  const cookies: string[] = []
  const lane = async () => {
    while (cookies.length < count)
      cookies.push(cookiesOf(await callSite(site, 'PUT', '/v1/site/me', { json: { firstName: 'Inès' } })))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return cookies.slice(0, count)
}
