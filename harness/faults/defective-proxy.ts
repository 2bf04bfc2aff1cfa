import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { call } from '../bench/parts/http-client.ts'

/** Planted defects: what our server must never do, done by a proxy in front of it. */
type Defect =
  /** Acknowledges first, then writes: a kill in between loses an acknowledged write. */
  | 'answers first'
  /** Forgets the key of a call whose answer is cut one time in two: the second try is a second effect. */
  | 'forgets keys'

/** A server with that defect, made of ours: the clients and the checks of a case must notice. */
export async function startDefectiveProxy(target: () => string, defect: Defect) {
  let calls = 0
  const serve = defect === 'answers first' ? answerFirst : forgetKey
  const server = createServer((incoming, reply) => {
    calls++
    serve(incoming, reply, { target: target(), isCut: calls % 2 === 0 }).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Passing = { target: string; isCut: boolean }

async function answerFirst(incoming: IncomingMessage, reply: ServerResponse, passing: Passing): Promise<void> {
  const body = await buffer(incoming)
  reply.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}')
  await forward(incoming, body, passing).catch(() => undefined)
}

async function forgetKey(incoming: IncomingMessage, reply: ServerResponse, passing: Passing): Promise<void> {
  delete incoming.headers['idempotency-key']
  const { status } = await forward(incoming, await buffer(incoming), passing)
  if (passing.isCut) reply.destroy()
  else reply.writeHead(status, { 'content-type': 'application/json' }).end('{"data":{}}')
}

const forward = ({ method = '', url = '', headers }: IncomingMessage, body: Buffer, { target }: Passing) =>
  call(target, method, url, { headers: headers as Record<string, string>, body })
