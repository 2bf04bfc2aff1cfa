import { connect, createServer, type Socket } from 'node:net'

/**
 * Stands between the server and PostgreSQL; `silence` swallows every byte both ways, as a dropped network does: of each
 * connection, or of those of one `application_name`. `leave` cuts and refuses connections, as a dead PostgreSQL does.
 */
export type SilentProxy = AsyncDisposable & {
  port: number
  silence(application?: string): void
  heal(): void
  reset(): void
  leave(): void
  comeBack(): Promise<void>
}

export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const pairs = new Set<[Socket, Socket]>()
  /** What a connection began with, which holds the name of its application. */
  const beginnings = new WeakMap<Socket, string>()
  let silent: string | undefined
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.once('data', (bytes) => beginnings.set(client, bytes.toString('latin1')))
    client.on('data', (bytes) => isSilent(client) || upstream.write(bytes))
    upstream.on('data', (bytes) => isSilent(client) || client.write(bytes))
    for (const socket of pair) socket.on('error', () => undefined).on('close', () => end(pair))
  })
  const isSilent = (client: Socket) => silent !== undefined && (beginnings.get(client) ?? '').includes(silent)
  const end = (pair: [Socket, Socket]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const endAll = () => {
    for (const pair of pairs) end(pair)
  }
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    silence: (application = '') => {
      silent = application
    },
    heal: () => {
      silent = undefined
    },
    reset: endAll,
    leave: () => {
      server.close()
      endAll()
    },
    comeBack: () => listen(port),
    [Symbol.asyncDispose]: () => {
      endAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
