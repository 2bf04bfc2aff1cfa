import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createPool } from '../../../apps/server/src/db/pool.ts'

/**
 * What one would write by hand with node:http and pg: the same statements, prepared, one connection for all of a call,
 * and the same answer through JSON.stringify. No schemas, no headers, no logs, no limits: the floor to compare with.
 */
export type BareCall = { path: string; queries: { text: string; values: unknown[] }[]; answer: unknown }

type Statement = { name: string; text: string; values: unknown[] }

const [file = '', port = '0'] = process.argv.slice(2)
const { url, calls } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; calls: BareCall[] }
const pool = createPool({ url, size: 16 })
const prepared = new Map(
  calls.map((call, index) => [call.path, { answer: call.answer, queries: prepare(call, index) }]),
)

createServer((request, reply) => {
  const call = prepared.get(request.url ?? '')
  if (!call) {
    reply.writeHead(404).end()
    return
  }
  answer(call.queries, call.answer).then(
    (json) => reply.writeHead(200, { 'content-type': 'application/json' }).end(json),
    () => reply.writeHead(500).end(),
  )
}).listen(Number(port), '127.0.0.1')

async function answer(queries: readonly Statement[], data: unknown): Promise<string> {
  for (const query of queries) await pool.query(query)
  return JSON.stringify(data)
}

function prepare({ queries }: BareCall, call: number): Statement[] {
  return queries.map(({ text, values }, index) => ({ name: `s${call}-${index}`, text, values: values.map(revive) }))
}

// JSON writes a Buffer as { type: 'Buffer', data: [bytes] }.
function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'Buffer') return value
  return 'data' in value && Array.isArray(value.data) ? Buffer.from(value.data) : value
}
