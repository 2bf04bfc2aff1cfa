import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A TCP port that nobody listens on right now; the kernel would draw that of a server which shares its own (SO_REUSEPORT). */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  await using probe = createServer().listen({ port: 0, host, exclusive: true })
  await once(probe, 'listening')
  return (probe.address() as AddressInfo).port
}
