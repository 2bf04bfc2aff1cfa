import { createServer, type RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'

/**
 * Servers as one writes them before the first bad night, each with one defect of trust.md section 0 or 6. The fault
 * harness shows them what it shows ours: a check that cannot tell them apart proves nothing. Never part of the product.
 */
const [defect = '', port = '0', url = ''] = process.argv.slice(2)

const listeners = {
  'no query timeout': () => {
    const pool = new pg.Pool({ connectionString: url, max: 16 })
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return answering(() => pool.query('select count(*) from discussions'))
  },
  'no client error listener': async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return answering(() => client.query('select 1'))
  },
  'a connection per call': () =>
    answering(async () => {
      await using stack = new AsyncDisposableStack()
      const client = new pg.Client({ connectionString: url })
      stack.defer(() => client.end())
      client.on('error', () => undefined)
      await client.connect()
      await client.query('select pg_sleep(0.05)')
    }),
  // 40 ms of one core for each call, whatever waits.
  'in-flight cap off': () =>
    answering(async () => {
      const end = performance.now() + 40
      while (performance.now() < end);
    }),
  'no request timeout': () => answering(async () => undefined),
  'no limit for bodies': () => (request, reply) => {
    const answer = () => reply.writeHead(200).end('{}')
    // A picture is no JSON: read whole all the same.
    json(request).then(answer, answer)
  },
  'no limit for readers': () => {
    const large = Buffer.alloc(4 * 1024 * 1024)
    return (_request, reply) => reply.writeHead(200).end(large)
  },
} satisfies Record<string, () => RequestListener | Promise<RequestListener>>
export type Defect = keyof typeof listeners

const listener = await listeners[defect as Defect]()
const timeouts = defect === 'no request timeout' ? { headersTimeout: 0, requestTimeout: 0 } : {}
createServer(timeouts, listener).listen(Number(port), '127.0.0.1')

function answering(work: () => Promise<unknown>): RequestListener {
  return (request, reply) => {
    request.resume()
    work().then(
      () => reply.writeHead(200).end('{}'),
      () => reply.writeHead(500).end('{}'),
    )
  }
}
