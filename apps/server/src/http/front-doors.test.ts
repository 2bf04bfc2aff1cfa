import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { listenOnSockets } from './front-doors.ts'

async function open(drain?: { quiet: number; longest: number }, wanted = 0) {
  const owned = untilTestEnds(new AsyncDisposableStack())
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const ends: (() => void)[] = []
  app.get('/work', async () => await new Promise<string>((resolve) => ends.push(() => resolve('done'))))
  app.get('/small', async () => 'yes')
  const close = await listenOnSockets(app, { port: wanted, host: '127.0.0.1' }, drain)
  owned.defer(close)
  const { port } = app.server.address() as AddressInfo
  return { app, ends, close, port, base: `http://127.0.0.1:${port}` }
}

test('F11 H01 two hundred connections that come while turns are long are accepted by many a turn, not one', async () => {
  const { app, port } = await open()
  let accepted = 0
  app.server.on('connection', () => accepted++)
  const clients: Socket[] = []
  for (let n = 0; n < 200; n++) clients.push(connect(port, '127.0.0.1').on('error', () => undefined))
  let turns = 0
  for (; accepted < 200 && turns < 200; turns++) await turn()
  for (const client of clients) client.destroy()
  expect(accepted).toBe(200)
  expect(turns).toBeLessThan(40)
})

test('F16 a server that stops answers what it began, through whichever of its sockets, and takes nothing new', async () => {
  const { ends, close, base } = await open()
  const begun = Array.from({ length: 40 }, () => fetch(`${base}/work`))
  while (ends.length < 40) await turn()
  const closed = close()
  for (const end of ends.splice(0)) end()
  expect(new Set((await Promise.all(begun)).map(({ status }) => status))).toEqual(new Set([200]))
  await closed
  await expect(fetch(`${base}/small`)).rejects.toThrow()
})

test('F16 SEVERAL a connection that stands in a queue of a server that stops is answered, and told to come back elsewhere', async () => {
  const { close, port } = await open()
  const answers = Array.from({ length: 200 }, () => {
    const client = connect(port, '127.0.0.1')
    client.end(request)
    return text(client).catch((error: Error) => error.message)
  })
  // The kernel has completed these handshakes; the process has accepted none of them yet.
  await close()
  expect(new Set((await Promise.all(answers)).map(statusAndEnd))).toEqual(new Set(['HTTP/1.1 200,Connection: close']))
})

test('F16 SEVERAL requests on kept connections of a server that stops are answered, each the last of its connection', async () => {
  // Ends only because no connection is left: no clock of this test is that patient.
  const { app, close, port } = await open({ quiet: 3_600_000, longest: 3_600_000 })
  const kept = await Promise.all(Array.from({ length: 40 }, () => keptConnection(port)))
  const closed = close()
  while (app.server.listening) await turn()
  const answers = kept.map((client) => {
    client.write(request)
    return text(client).catch((error: Error) => error.message)
  })
  expect(new Set((await Promise.all(answers)).map(statusAndEnd))).toEqual(new Set(['HTTP/1.1 200,Connection: close']))
  await closed
})

test('F16 a kept connection on which nobody asks anything does not keep a server that stops', async () => {
  const { close, port } = await open({ quiet: 1, longest: 3_600_000 })
  const client = await keptConnection(port)
  await Promise.all([once(client, 'close'), close()])
})

const request = 'GET /small HTTP/1.1\r\nhost: a\r\n\r\n'

/** A connection of a proxy that has had one answer and is kept for the next request (keep-alive). */
async function keptConnection(port: number): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  client.write(request)
  await once(client, 'data')
  return client
}

function statusAndEnd(answer: string): string {
  return String(answer.match(/^HTTP.1.1 200|^connection: close/gim) ?? answer)
}

test('F16 SEVERAL a connection that comes while a server starts is refused or answered, never reset', async () => {
  const wanted = await freePort()
  const answers: Promise<string>[] = []
  // Node publishes this in the turn of each listen(): the kernel completes handshakes from here on.
  const ask = () => {
    const client = connect(wanted, '127.0.0.1')
    client.end(request)
    answers.push(text(client).catch((error: Error) => error.message))
  }
  untilTestEnds(new DisposableStack()).defer(() => unsubscribe(listening, ask))
  subscribe(listening, ask)
  await open(undefined, wanted)
  const said = new Set((await Promise.all(answers)).map((answer) => answer.split('\r\n')[0]))
  expect(said).toEqual(new Set(['HTTP/1.1 200 OK']))
})

const listening = 'tracing:net.server.listen:asyncEnd'

test('a port that a process of ours has already is taken, although it is open several times', async () => {
  const { port } = await open()
  await using stack = new AsyncDisposableStack()
  const second = stack.adopt(Fastify(), (app) => app.close())
  await expect(listenOnSockets(second, { port, host: '127.0.0.1' })).rejects.toThrow(`Le port ${port} est déjà pris`)
})

test('a free port is none that an outgoing connection may be given before it is listened on', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
