import { connect, createServer, type Socket } from 'node:net'

/** Stands between the server and PostgreSQL; `silence` swallows every byte both ways, as a dropped network does. */
export type SilentProxy = { port: number; silence(): void; heal(): void; reset(): void; close(): Promise<void> }

export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    forward(client, upstream)
    forward(upstream, client)
    for (const socket of pair) socket.on('error', () => undefined).on('close', () => end(pair))
  })
  const forward = (from: Socket, to: Socket) => from.on('data', (bytes) => silent || to.write(bytes))
  const end = (pair: [Socket, Socket]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const endAll = () => {
    for (const pair of pairs) end(pair)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence: () => {
      silent = true
    },
    heal: () => {
      silent = false
    },
    reset: endAll,
    close: () => {
      endAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
