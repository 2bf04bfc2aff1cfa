import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'

/** `calls`: of each, its one minimal statement and what the product answered, recorded. */
export type BareSettings = { url: string; tokens: string[]; calls: Record<string, { sql: string; answer: string }> }

/**
 * The yardstick: node:http and pg with sixteen connections, one prepared statement a call, and an answer of the product's own bytes,
 * written anew each time. It knows who asks by a hash, reads a body where there is one, and checks nothing else.
 * `node bare-server.ts SETTINGS PORT`; asked at `/NAME?VALUES`, the values of the statement as JSON.
 */
const [file = '', port = ''] = process.argv.slice(2)
const settings = JSON.parse(readFileSync(file, 'utf8')) as BareSettings
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
const known = new Set(settings.tokens.map(hashOf))
const calls = new Map(
  Object.entries(settings.calls).map(([name, { sql, answer }]) => {
    const data = answer.startsWith('{') ? (JSON.parse(answer) as unknown) : undefined
    return [name, { sql, write: () => (data === undefined ? answer : JSON.stringify(data)) }]
  }),
)
// Planned as the product's calls are: on a small base a sequential scan would make the yardstick slow.
const options = '-c enable_seqscan=off -c jit=off'
const pool = new pg.Pool({ connectionString: settings.url, max: 16, options })

async function answer(request: IncomingMessage): Promise<string | undefined> {
  const [path = '', values = '[]'] = (request.url ?? '').slice(1).split('?')
  const name = decodeURIComponent(path)
  const call = calls.get(name)
  const token = request.headers.authorization ?? request.headers.cookie
  if (!call || (token && !known.has(hashOf(token)))) return undefined
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  if (body) JSON.parse(body)
  await pool.query({ name, text: call.sql, values: JSON.parse(decodeURIComponent(values)) as unknown[] })
  return call.write()
}

createServer({ keepAliveTimeout: 600_000 }, (request, reply) => {
  answer(request).then(
    (text) => (text === undefined ? reply.writeHead(404).end() : reply.writeHead(200).end(text)),
    (error: unknown) => reply.writeHead(500).end(String(error)),
  )
}).listen(Number(port), '127.0.0.1')
