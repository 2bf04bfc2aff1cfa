import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '@parvis/domain/kernel/contract'
import { startBystander } from '../bench/parts/bystander.ts'
import { tryCall } from '../bench/parts/http-client.ts'
import { startServerProcess } from '../bench/parts/testbed.ts'
import type { TestApp } from '../server/test-app.ts'
import { newPerson } from '../town/people.ts'
import { newResident, siteHeaders } from '../town/site-visitors.ts'
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
export async function startFuzzedServer(server: TestApp) {
  // Files too: pictures and secrets that a batch stored belong to this server's folder.
  const { dataFolder } = server.deps.config
  const log = join(dataFolder, 'fuzzed-server.log')
  const residentUrl = server.deps.config.residentUrl ?? ''
  const env = { DATABASE_URL: server.deps.config.databaseUrl ?? '', RATE_LIMITS: 'relaxed', RESIDENT_URL: residentUrl }
  const child = await startServerProcess({ dataFolder, log, env })
  await openHosts(server)
  const { token } = await newPerson(server)
  const other = startBystander(child.base, token)
  const site = siteHeaders(await newResident(server))
  let sent = 0
  return {
    send: (call: FuzzedCall) => {
      sent += 1
      const token = tokens[Math.floor(sent / oneIn) % tokens.length] ?? 'a'
      const payload = sent % oneIn === 0 ? blownUp(call, token) : call.payload
      const url = sent % oneIn === 1 ? withFullQuery(call.url, token) : call.url
      // Half of them as the forms of a page without script.
      const accept = sent % 2 ? { accept: 'text/html' } : {}
      const own = pathOf(call.endpoint).startsWith('/v1/site') ? { ...site, ...accept } : {}
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
const addresses = 64

async function sendCall(base: string, call: FuzzedCall, body: string | Buffer | undefined): Promise<FuzzedAnswer> {
  const { method, url, headers, remoteAddress } = call
  const localAddress = localAddressOf(remoteAddress)
  const answer = await tryCall(base, method, url, { body, headers, localAddress, timeout: 20_000 })
  return { ...answer, type: String(answer.headers['content-type']) }
}

const localAddressOf = (remoteAddress: string) => `127.0.1.${1 + (Number(remoteAddress.split('.').at(-1)) % addresses)}`
