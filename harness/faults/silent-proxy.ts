import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>

/**
 * Stands between the server and the PostgreSQL of that address; `silence` swallows every byte both ways, as a dropped network does: of
 * each connection, or of those of one `application_name`. `leave` cuts and refuses connections, as a dead PostgreSQL does. `hear` is
 * asked at each connection for what hears the answers.
 */
export async function startSilentProxy(address: string, hear?: () => (answered: Buffer) => void) {
  const pairs = new Set<[Socket, Socket]>()
  /** What a connection began with, which holds the name of its application. */
  const beginnings = new WeakMap<Socket, string>()
  let silent: string | undefined
  const { hostname, port: targetPort } = new URL(address)
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(targetPort), noDelay: true })
    const pair: [Socket, Socket] = [client, upstream]
    const heard = hear?.()
    pairs.add(pair)
    client.once('data', (bytes) => beginnings.set(client, bytes.toString('latin1')))
    client.on('data', (bytes) => isSilent(client) || upstream.write(bytes))
    upstream.on('data', (bytes) => isSilent(client) || client.write(bytes))
    if (heard) upstream.on('data', heard)
    for (const socket of pair) socket.on('error', () => undefined).on('close', () => end(pair))
  })
  const isSilent = (client: Socket) => silent !== undefined && (beginnings.get(client) ?? '').includes(silent)
  const end = (pair: [Socket, Socket]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const reset = () => {
    for (const pair of pairs) end(pair)
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const own = new URL(address)
  own.host = `127.0.0.1:${port}`
  return {
    url: own.href,
    silence: (application = '') => {
      silent = application
    },
    heal: () => {
      silent = undefined
    },
    reset,
    leave: () => {
      server.close()
      reset()
    },
    comeBack: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    [Symbol.asyncDispose]: async () => {
      reset()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
