import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Planted defects: what our server must never do, done by a proxy in front of it. */
type Defect =
  /** Acknowledges first, then writes: a kill in between loses an acknowledged write. */
  | 'answers first'
  /** Forgets the key of a call whose answer is cut one time in two: the second try is a second effect. */
  | 'forgets keys'

export type DefectiveProxy = Disposable & { base: string }

/** A server with that defect, made of ours: the clients and the checks of a case must notice. */
export async function startDefectiveProxy(target: () => string, defect: Defect): Promise<DefectiveProxy> {
  const agent = new Agent({ keepAlive: true })
  let calls = 0
  const serve = defect === 'answers first' ? answerFirst : forgetKey
  const server = createServer((incoming, reply) => {
    calls++
    serve(incoming, reply, { target: target(), agent, isCut: calls % 2 === 0 }).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

type Passing = { target: string; agent: Agent; isCut: boolean }

async function answerFirst(incoming: IncomingMessage, reply: ServerResponse, passing: Passing): Promise<void> {
  const body = await buffer(incoming)
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}')
  await forward(incoming, body, passing).catch(() => undefined)
}

async function forgetKey(incoming: IncomingMessage, reply: ServerResponse, passing: Passing): Promise<void> {
  const { 'idempotency-key': _, ...headers } = incoming.headers
  const body = await buffer(incoming)
  const status = await forward({ ...pick(incoming), headers }, body, passing)
  if (passing.isCut) reply.destroy()
  else reply.writeHead(status, { 'content-type': 'application/json' }).end('{"data":{}}')
}

type Head = Pick<IncomingMessage, 'method' | 'url' | 'headers'>
const pick = ({ method, url, headers }: IncomingMessage): Head => ({ method, url, headers })

function forward({ method, url, headers }: Head, body: Buffer, { target, agent }: Passing): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(target + url, { method, headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
