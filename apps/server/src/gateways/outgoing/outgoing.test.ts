import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { expect, test } from 'vitest'
import { createOutgoing, readOutgoingOrigins } from './outgoing.ts'
import { isPublicAddress } from './public-address.ts'

const pages = new Map<string, RequestListener>()
const server = untilFileEnds(createServer((request, response) => pages.get(request.url ?? '')?.(request, response)))
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const outgoing = (more = {}) => createOutgoing({ origins: [origin], userAgent: 'Parvis', ...more })
const read = async (path: string, etag: string | null = null, more = {}) =>
  await outgoing(more).read(new URL(`${origin}${path}`), etag)
const redirect = (path: string, location: string) =>
  pages.set(path, (_request, response) => response.writeHead(302, { location }).end())

test.each([
  'http://calendrier.example/a.ics',
  'https://calendrier.example:444/a.ics',
  'https://jean:secret@calendrier.example/a.ics',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://localhost/',
  'https://routeur.local/',
  'https://intranet/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  `https://calendrier.example/${'a'.repeat(2_000)}`,
])('N-001 %s is no address to call', (written) => {
  expect(outgoing().judge(written)).toBeUndefined()
})

test('N-001 webcal is https, and addresses of the Internet are public', () => {
  expect(outgoing().judge(' webcal://calendrier.example/a.ics ')?.href).toBe('https://calendrier.example/a.ics')
  expect(['93.184.215.14', '2606:2800:21f:cb07::1'].map(isPublicAddress)).toEqual([true, true])
  expect(['2002:a00:1::', '2001:db8::1', '255.255.255.255', '::'].map(isPublicAddress)).toEqual(Array(4).fill(false))
})

test('N-002 a name with one inside address among its addresses is refused, and nothing is sent', async () => {
  const resolve = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ]
  expect(await outgoing({ resolve }).read(new URL('https://calendrier.example/a.ics'), null)).toEqual({
    kind: 'refused',
  })
})

test('N-002 the connection goes to the address that was judged, resolved once', async () => {
  pages.set('/pinned', (request, response) => response.end(request.headers.host))
  const port = new URL(origin).port
  const origins = [`http://calendrier.example:${port}`]
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '127.9.9.9', family: 4 }]
  }
  const reply = await outgoing({ origins, resolve }).read(new URL(`${origins[0]}/pinned`), null)
  expect(reply).toMatchObject({ kind: 'read', bytes: Buffer.from(`calendrier.example:${port}`) })
  expect(asked).toBe(1)
})

test('N-002 a redirect to the inside is refused, three to the right place are followed, a fourth is not', async () => {
  for (const inside of [
    'http://127.0.0.1:1/',
    'https://192.168.0.1/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
  ]) {
    redirect('/inside', inside)
    expect(await read('/inside')).toEqual({ kind: 'refused' })
  }
  for (const at of [1, 2, 3, 4]) redirect(`/hop${at}`, at === 1 ? '/end' : `/hop${at - 1}`)
  pages.set('/end', (_request, response) => response.end('BEGIN:VCALENDAR'))
  expect(await read('/hop3')).toMatchObject({ kind: 'read' })
  expect(await read('/hop4')).toEqual({ kind: 'refused' })
})

test('N-002 an answer above 1 MB once unpacked is too large, whatever it weighs on the way', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000))
  pages.set('/bomb', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
  pages.set('/plain', (_request, response) => response.end(Buffer.alloc(1_000_001)))
  const before = process.memoryUsage.rss()
  expect([await read('/bomb'), await read('/plain')]).toEqual([{ kind: 'too_large' }, { kind: 'too_large' }])
  expect(process.memoryUsage.rss() - before).toBeLessThan(80_000_000)
})

test('N-002 a slow answer is silence, also drop by drop and packed', async () => {
  pages.set('/never', () => undefined)
  pages.set('/drops', (_request, response) => {
    const drops = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drops))
  })
  pages.set('/packed', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).flushHeaders())
  for (const path of ['/never', '/drops', '/packed'])
    expect(await read(path, null, { timeoutMs: 200 })).toEqual({ kind: 'silent' })
})

test('N-002 N-003 an ETag is sent back, no cookie is; 4xx is refused and 5xx is silence', async () => {
  pages.set('/etag', ({ headers }, response) => {
    expect(headers.cookie).toBeUndefined()
    if (headers['if-none-match'] === '"1"') return response.writeHead(304).end()
    return response.writeHead(200, { etag: '"1"', 'set-cookie': 'a=b' }).end('x')
  })
  expect(await read('/etag')).toEqual({ kind: 'read', bytes: Buffer.from('x'), etag: '"1"' })
  expect(await read('/etag', '"1"')).toEqual({ kind: 'unchanged' })
  for (const [status, kind] of [
    [401, 'refused'],
    [404, 'refused'],
    [429, 'silent'],
    [503, 'silent'],
  ] as const) {
    pages.set('/status', (_request, response) => response.writeHead(status).end('secret'))
    expect(await read('/status')).toEqual({ kind })
  }
})

test('N-001 production does not start with other origins', () => {
  const env = { OUTGOING_ORIGINS: 'http://127.0.0.1:4977' }
  expect(readOutgoingOrigins(env, false)).toEqual(['http://127.0.0.1:4977'])
  expect(() => readOutgoingOrigins(env, true)).toThrow('OUTGOING_ORIGINS')
  expect(() => readOutgoingOrigins({ OUTGOING_ORIGINS: 'http://127.0.0.1:4977/a' }, false)).toThrow('origine')
})
