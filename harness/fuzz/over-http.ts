import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { startServerProcess } from '../bench/parts/server-process.ts'
import { startWitness } from '../bench/parts/witness.ts'
import type { TestApp } from '../server/test-app.ts'
import { newPerson } from '../town/people.ts'
import type { FuzzedAnswer } from './answer-fault.ts'
import type { FuzzedCall } from './arbitrary-call.ts'
import { openHosts } from './page-calls.ts'

/** What a body without files may hold (read-body.ts). */
const fullSize = 256 * 1024 - 1_000
/** What Node reads of the headers of a call, less those that each call has. */
const fullQuery = 14_000
/** One body in this many is enlarged to the byte limit, and one query. */
const oneIn = 8
const tokens = ['a', '<svg></svg>', '&amp;', '[', 'e\u0301', ' ', '"', 'a.']

/** The server of the test's database in a process of its own, whom another person calls meanwhile. */
export async function startWitnessed(server: TestApp) {
  // Files too: pictures and secrets that a batch stored belong to this server's folder.
  const { dataFolder } = server.deps.config
  const log = join(dataFolder, 'fuzzed-server.log')
  const residentUrl = server.deps.config.residentUrl ?? ''
  const env = { DATABASE_URL: server.deps.config.databaseUrl ?? '', RATE_LIMITS: 'relaxed', RESIDENT_URL: residentUrl }
  const child = await startServerProcess({ dataFolder, log, env })
  await openHosts(server)
  const { token } = await newPerson(server)
  const other = startWitness(child.base, token)
  const site = { host: new URL(residentUrl).host, origin: residentUrl, cookie: await deviceCookie(server, residentUrl) }
  let sent = 0
  return {
    send: (call: FuzzedCall) => {
      sent += 1
      const token = tokens[Math.floor(sent / oneIn) % tokens.length] ?? 'a'
      const payload = sent % oneIn === 0 ? blownUp(call, token) : call.payload
      const url = sent % oneIn === 1 ? withFullQuery(call.url, token) : call.url
      // Half of them as the forms of a page without script.
      const accept = sent % 2 ? { accept: 'text/html' } : {}
      const own = call.endpoint.path.startsWith('/v1/site') ? { ...site, ...accept } : {}
      return sendCall(child.base, { ...call, url, headers: { ...call.headers, ...own } }, payload)
    },
    seen: other.seen,
    /** Returns the faults that the server logged: why it answered 500. */
    stop: async (): Promise<string[]> => {
      await other.stop()
      await child.signal('SIGTERM')
      return readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('unexpected error'))
    },
  }
}

/** One text of a JSON body, or one more field of a form, made of one token up to the full size. */
function blownUp({ headers, payload }: FuzzedCall, token: string): string | Buffer | undefined {
  const type = headers['content-type'] ?? ''
  const long = token.repeat(fullSize / Buffer.byteLength(token))
  if (payload === undefined || type.startsWith('multipart')) return payload
  if (!type.includes('json')) return `${String(payload)}&message=${long}`.slice(0, fullSize)
  const text = String(payload)
  const at = text.search(/"[^"\\]*"\s*[,}]/)
  return at < 0
    ? text
    : `${text.slice(0, at + 1)}${JSON.stringify(long).slice(1, -1)}${text.slice(at + 1)}`.slice(0, fullSize)
}

const withFullQuery = (url: string, token: string) =>
  `${url}&q=${encodeURIComponent(token).repeat(fullQuery)}`
    .slice(0, Math.max(url.length, fullQuery))
    .replace(/%.?$/, '')

/** As many people as a small town sends at once, each on a connection that is kept. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 })
const addresses = 64

function sendCall(
  base: string,
  { method, url, headers, remoteAddress }: FuzzedCall,
  payload: string | Buffer | undefined,
): Promise<FuzzedAnswer> {
  const started = performance.now()
  const took = () => performance.now() - started
  return new Promise((resolve) => {
    const lost = (error: Error) => resolve({ status: 0, body: String(error), type: '', milliseconds: took() })
    const sent = request(
      new URL(base + url),
      { method, headers, agent, localAddress: localAddressOf(remoteAddress), timeout: 20_000 },
      (reply) => {
        const pieces: Buffer[] = []
        reply.on('data', (piece: Buffer) => pieces.push(piece))
        reply.on('error', lost)
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            body: Buffer.concat(pieces).toString('utf8'),
            type: String(reply.headers['content-type']),
            milliseconds: took(),
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', lost)
    sent.end(payload)
  })
}

const localAddressOf = (remoteAddress: string) => `127.0.1.${1 + (Number(remoteAddress.split('.').at(-1)) % addresses)}`

async function deviceCookie(server: TestApp, residentUrl: string): Promise<string> {
  const headers = { host: new URL(residentUrl).host, origin: residentUrl }
  const made = await server.client.answer('PUT /v1/site/me', { body: { firstName: 'Inès' }, headers })
  return [made.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')
}
