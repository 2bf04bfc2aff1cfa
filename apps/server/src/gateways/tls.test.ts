import { once } from 'node:events'
import { createServer as createSecureServer, get } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { selfSigned } from '@parvis/harness/server/self-signed'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createHttpClient, expectSuccess } from './http-client.ts'

const identity = selfSigned()
const context = { log: { info: () => undefined, warn: () => undefined }, userAgent: 'Parvis tests' }

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (untilTestEnds(server).address() as AddressInfo).port
}

test('ASVS 12.3 a provider whose certificate nobody vouches for is refused, and told nothing', async () => {
  const asked: (string | undefined)[] = []
  const server = createSecureServer(identity, (request, reply) => {
    asked.push(request.url)
    reply.end('{}')
  })
  const port = await listening(server)
  const client = createHttpClient({ name: 'fake', baseUrl: `https://localhost:${port}`, timeoutMs: 5_000 }, context)
  const call = client.call({ method: 'POST', path: '/sms', json: { phone: '+33612345678' } }, expectSuccess)
  await expect(call).rejects.toMatchObject({ kind: 'unavailable', message: 'network: DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(asked).toEqual([])
  // Control: the certificate is otherwise valid, so that a client that trusts it is served.
  const [reply] = await once(get(`https://localhost:${port}/trusted`, { ca: identity.cert }), 'response')
  reply.resume()
  expect([reply.statusCode, asked]).toEqual([200, ['/trusted']])
})

test('ASVS 12.3 a PostgreSQL whose certificate nobody vouches for is refused with sslmode=verify-full', async () => {
  const started: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      // Answers PostgreSQL's SSLRequest with yes, then starts the TLS handshake.
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, ...identity })
      secure.on('error', () => undefined)
      secure.once('data', (bytes) => {
        started.push(bytes.toString('latin1'))
        secure.destroy()
      })
    })
  })
  const port = await listening(server)
  const connect = async (mode: string) => {
    const client = new pg.Client(`postgres://parvis:secret@localhost:${port}/parvis?sslmode=${mode}`)
    client.on('error', () => undefined)
    return await client.connect()
  }
  await expect(connect('verify-full')).rejects.toThrow('self-signed certificate')
  expect(started).toEqual([])
  await expect(connect('no-verify')).rejects.toThrow()
  expect(started).toEqual([expect.stringContaining('parvis')])
})

test('ASVS 12.3 production does not start with the verification of certificates switched off', () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SECRET_KEY: '5f'.repeat(32), ALLOW_EMBEDDED_PROVIDERS: '1' }
  expect(() => readConfig({ ...env, NODE_ENV: 'production' })).toThrow('NODE_TLS_REJECT_UNAUTHORIZED')
})
