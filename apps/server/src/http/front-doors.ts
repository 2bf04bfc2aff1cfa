import cluster from 'node:cluster'
import { once } from 'node:events'
import { connect, createServer, Server } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { codeOf } from '@parvis/domain/kernel/error-code'
import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../cannot-start.ts'
import { freePort } from '../free-port.ts'

/**
 * libuv accepts one connection per listening socket and turn of the event loop. Behind one socket, four hundred
 * connections of one person are four hundred turns for whoever comes next, and beyond its backlog the kernel drops
 * the SYN: thirty seconds of silence. A hundred and twenty-eight sockets of the same port (SO_REUSEPORT) accept as many a turn.
 */
const sockets = process.platform === 'linux' ? 128 : 1
const backlog = 1_024

type Address = { port: number; host: string }

/**
 * Closing a listening socket resets the connections in its accept queue (RST): the queue is drained first, for this long at most.
 */
const drainMilliseconds = 1_000
/** A turn of the event loop shorter than this accepted no connection. */
const shortTurnMilliseconds = 2

/**
 * A request that a proxy sends on a kept connection (keep-alive) while we close it is reset, and the proxy does not repeat a
 * write: a process that stops answers on kept connections until no request came for `quiet` milliseconds, or for `longest`.
 */
type Drain = { quiet: number; longest: number }
const usualDrain: Drain = { quiet: 300, longest: 1_000 }

/**
 * Listens on the port of the app, on several sockets where the system has SO_REUSEPORT; returns how to stop: the accept queues
 * are drained, then the listening sockets close one a turn; requests on kept connections are answered with
 * `Connection: close` for a short while, which nobody waits for when there are none, and calls under way end.
 * Throws `CannotStart` when the port is in use, by another process of ours too, or reserved.
 */
export async function listenOnSockets(
  app: FastifyInstance,
  wanted: Address,
  drain = usualDrain,
): Promise<() => Promise<void>> {
  // In a cluster the parent process has asked for the port.
  const { port, host } = cluster.isWorker ? wanted : await requireFreePort(wanted)
  const opened: Server[] = [app.server]
  const closed: Promise<unknown>[] = []
  // From now on Fastify answers with `Connection: close`, so that clients reconnect elsewhere.
  app.addHook('preClose', async () => {
    await drainAcceptQueues(app)
    // One socket a turn: closing all takes milliseconds, and what the kernel queued meanwhile on the others would be reset.
    for (const listener of opened) {
      closed.push(closeListener(listener))
      await turn()
    }
    await Promise.race([Promise.all(closed), untilQuiet(app, drain)])
  })
  const shared = { port, host, backlog, ...(sockets > 1 && { reusePort: true }) }
  await app.listen(shared).catch((error: unknown) => {
    throw explainRefusal(error, port)
  })
  opened.push(...(await Promise.all(Array.from({ length: sockets - 1 }, () => listenOnSocket(app, shared)))))
  return async () => {
    await app.close()
    await Promise.all(closed)
  }
}

/**
 * Drains the accept queues: waits for two turns of the event loop without a new connection, since libuv accepts one per socket
 * and turn.
 */
async function drainAcceptQueues(app: FastifyInstance): Promise<void> {
  const began = performance.now()
  let accepted = 0
  app.server.on('connection', () => accepted++)
  for (let quiet = 0; quiet < 2 && performance.now() - began < drainMilliseconds; ) {
    const [before, since] = [accepted, performance.now()]
    await turn()
    quiet = accepted === before && performance.now() - since < shortTurnMilliseconds ? quiet + 1 : 0
  }
}

/** Closes the listening socket alone (`http.Server` closes idle connections too); resolves when its connections have ended. */
function closeListener(door: Server): Promise<unknown> {
  return new Promise((resolve) => Server.prototype.close.call(door, resolve))
}

/** Resolves when no request has come for a while; Fastify then closes the idle connections. */
async function untilQuiet(app: FastifyInstance, { quiet, longest }: Drain): Promise<void> {
  const began = performance.now()
  let last = began
  app.server.on('request', () => {
    last = performance.now()
  })
  const left = () => Math.min(last + quiet, began + longest) - performance.now()
  for (let wait = left(); wait > 0; wait = left()) {
    await pause(wait, undefined, { ref: false })
    // Requests that arrived while the event loop was busy are read first.
    await turn()
  }
}

/** One more listening socket whose connections are handed to the app by the `connection` event. */
async function listenOnSocket(app: FastifyInstance, shared: Address & { reusePort?: boolean }): Promise<Server> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  door.maxConnections = app.server.maxConnections
  door.listen(shared)
  await once(door, 'listening')
  return door
}

/**
 * With SO_REUSEPORT a second server would share the port instead of failing: whoever answers a connection has the port already.
 * No probe listens on it, because the kernel completes the handshakes of a proxy for it and resets them (RST) when it closes.
 */
export async function requireFreePort({ port, host }: Address): Promise<Address> {
  if (port === 0) return { port: await freePort(host), host }
  const client = connect(port, host)
  const isTaken = await once(client, 'connect').then(
    () => true,
    () => false,
  )
  client.destroy()
  if (isTaken) throw portTaken(port)
  return { port, host }
}

const portTaken = (port: number) =>
  new CannotStart(`Le port ${port} est déjà pris : choisissez-en un autre avec PORT=…`)

/** The sentence for the person at the terminal, of what the system said when the port was opened. */
function explainRefusal(error: unknown, port: number): unknown {
  if (codeOf(error) === 'EADDRINUSE') return portTaken(port)
  if (codeOf(error) === 'EACCES')
    return new CannotStart(`Le port ${port} est réservé : choisissez-en un au-dessus de 1024 avec PORT=…`)
  return error
}
