import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../db/cannot-start.ts'

/**
 * libuv accepts one connection per listening socket and turn of the event loop. Behind one socket, four hundred
 * connections of one person are four hundred turns for whoever comes next, and beyond its backlog the kernel drops
 * the SYN: thirty seconds of silence. A hundred and twenty-eight sockets of the same port (SO_REUSEPORT) accept as many a turn.
 */
const doors = process.platform === 'linux' ? 128 : 1
const backlog = 1_024

type Address = { port: number; host: string }

/**
 * Opens the port of the app, several times where the system can; answers how to stop: new connections are refused at
 * once, calls under way end. Throws `CannotStart` when the port is taken, by another process of ours too, or reserved.
 */
export async function openDoors(app: FastifyInstance, wanted: Address): Promise<() => Promise<void>> {
  // One of several processes: its parent has asked.
  const { port, host } = cluster.isWorker ? wanted : await requireFreePort(wanted)
  if (doors === 1) {
    await app.listen({ port, host, backlog })
    return async () => await app.close()
  }
  const shared = { port, host, backlog, reusePort: true }
  await app.listen(shared)
  const others = await Promise.all(Array.from({ length: doors - 1 }, () => openDoor(app, shared)))
  return async () => {
    const closed = others.map((door) => new Promise((resolve) => door.close(resolve)))
    await app.close()
    await Promise.all(closed)
  }
}

/** Its connections are the app's: Node lets them be handed over by this event. */
async function openDoor(app: FastifyInstance, shared: Address & { reusePort: boolean }): Promise<Server> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  door.maxConnections = app.server.maxConnections
  door.listen(shared)
  await once(door, 'listening')
  return door
}

/** Two processes may share a port that both open several times: asked once without, so that the second one is told. */
export async function requireFreePort({ port, host }: Address): Promise<Address> {
  const probe = createServer()
  try {
    probe.listen({ port, host, exclusive: true })
    await once(probe, 'listening')
    return { port: (probe.address() as AddressInfo).port, host }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE')
      throw new CannotStart(`Le port ${port} est déjà pris : choisissez-en un autre avec PORT=…`)
    if (code === 'EACCES')
      throw new CannotStart(`Le port ${port} est réservé : choisissez-en un au-dessus de 1024 avec PORT=…`)
    throw error
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}
