import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from '@parvis/domain/kernel/error-code'

/**
 * A TCP port that nobody listens on right now, below the ephemeral range of Linux (32,768): an outgoing connection would
 * take one of that range before the caller listens on it.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = randomInt(10_000, 32_768)
  await using probe = createServer().listen({ port, host, exclusive: true })
  try {
    await once(probe, 'listening')
    return port
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return freePort(host)
    throw error
  }
}
