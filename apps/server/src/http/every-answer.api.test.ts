import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasRow, run } from '../db/database.ts'

const front = 'https://pro.parvis.site'
const server = testApp({
  NODE_ENV: 'production',
  SECRET_KEY: '5f'.repeat(32),
  ALLOW_EMBEDDED_PROVIDERS: '1',
  RATE_LIMITS: 'relaxed',
  FRONT_ORIGINS: front,
})

let owner: Owner
let media: string
let icon: string

beforeAll(async () => {
  owner = await newOwner(server)
  const { get, newInstant } = instantCalls(server)
  media = new URL((await get(owner, await newInstant(owner))).instantInformation.pictureUrl ?? '').pathname
  const { data } = await server.client.answer('GET /v1/municipality/icons', { token: owner.token })
  icon = new URL((data as { url: string }[])[0]?.url ?? '').pathname
})

const json = { 'content-type': 'application/json' }
const answers: [status: number, what: string, call: () => object][] = [
  [200, 'an answer', () => ({ url: '/v1/configuration' })],
  [200, 'a public image', () => ({ url: media })],
  [200, 'a drawing of a service', () => ({ url: icon })],
  [304, 'a known image', () => ({ url: media, headers: { 'if-none-match': `"${media.split('/').at(-1)}"` } })],
  [204, 'a preflight', () => ({ method: 'OPTIONS', url: '/v1/configuration', headers: { origin: front } })],
  [400, 'a broken body', () => ({ method: 'POST', url: '/v1/error-report', payload: '{', headers: json })],
  [401, 'no session', () => ({ url: '/v1/authentication/session' })],
  [403, 'another’s', () => ({ url: '/v1/media/private/a?expires=1&signature=b' })],
  [404, 'nothing', () => ({ url: '/v1/nothing' })],
  [404, 'a path that cannot be decoded', () => ({ url: '/v1/media/%ff' })],
  [404, 'a path too long', () => ({ url: `/v1/media/${'a'.repeat(2_000)}` })],
  [405, 'another method', () => ({ method: 'DELETE', url: '/v1/configuration' })],
  [
    413,
    'a body too large',
    () => ({ method: 'POST', url: '/v1/error-report', payload: `{"name":"${'a'.repeat(300_000)}"}`, headers: json }),
  ],
  [
    415,
    'another type of body',
    () => ({ method: 'POST', url: '/v1/error-report', payload: 'a=b', headers: { 'content-type': 'text/plain' } }),
  ],
  [500, 'a fault of ours', () => ({ url: '/v1/syntheticProAccount/cities' })],
]

describe('T27 the headers of every answer', () => {
  test.each(answers)('%i, %s', async (status, _what, call) => {
    if (status === 500) await run(server.ownerDb)`alter table cities rename to cities_gone`
    const { statusCode, headers } = await server.app.inject(call())
    if (status === 500) await run(server.ownerDb)`alter table cities_gone rename to cities`
    expect(statusCode).toBe(status)
    const policy = String(headers['content-security-policy']).split(/; ?/)
    expect(policy).toContain("frame-ancestors 'none'")
    // Header of an image: `nosniff`, so that browsers open it as nothing else.
    const isPage = !policy.includes('sandbox')
    expect(policy).toContain(isPage ? "object-src 'none'" : "default-src 'none'")
    if (isPage)
      expect(policy).toEqual(expect.arrayContaining(["base-uri 'none'", "require-trusted-types-for 'script'"]))
    expect(policy.filter((rule) => rule.startsWith('script-src')).join('')).not.toMatch(/unsafe|\*|http:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
  })

  test.each(answers.filter(([status]) => status >= 400 && status < 500))(
    '%i, %s: JSON in UTF-8, kept by no cache',
    async (_status, _what, call) => {
      const { headers } = await server.app.inject(call())
      expect([headers['content-type'], headers['cache-control']]).toEqual([
        'application/json; charset=utf-8',
        'no-store',
      ])
    },
  )
})

describe('T27 other origins', () => {
  const foreign = [
    'null',
    'https://evil.example',
    `${front}.evil.example`,
    'https://pro.parvis.site:8443',
    'http://pro.parvis.site',
  ]

  test.each(foreign)('%s is never allowed, nor told that others are', async (origin) => {
    for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
      const { headers } = await server.app.inject({ method, url: '/v1/authentication/session', headers: { origin } })
      const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      expect([method, granted, headers.vary]).toEqual([method, [], 'Origin'])
    }
  })

  test('the portal’s own is, without credentials', async () => {
    const { headers } = await server.app.inject({ url: '/v1/configuration', headers: { origin: front } })
    expect(headers['access-control-allow-origin']).toBe(front)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    // A script of that origin reads these of the answer itself, not of the preflight.
    expect(headers['access-control-expose-headers']).toBe('X-Request-Id, Retry-After, Link, Allow')
  })

  test('a form of another site changes nothing: its cookies carry no authority', async () => {
    const url = `/v1/company/${owner.companyId}/broadcast`
    const cookie = `token=${owner.token}; __Host-device=${owner.token}`
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain']
    for (const type of types) {
      const headers = { 'content-type': type, origin: 'https://evil.example', cookie }
      const { statusCode } = await server.app.inject({ method: 'POST', url, headers, payload: 'message=Bonjour' })
      expect([type, statusCode]).toEqual([type, 401])
    }
    expect(await hasRow(server.db)`select from broadcasts`).toBe(false)
  })

  test('HEAD, OPTIONS, TRACE and GET of a writing call change nothing', async () => {
    const url = `/v1/company/${owner.companyId}/broadcast?message=Bonjour`
    const authorization = `Bearer ${owner.token}`
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET'] as const) {
      const { statusCode } = await server.app.inject({ method: method as 'GET', url, headers: { authorization } })
      expect([method, statusCode < 500 && statusCode !== 204]).toEqual([method, true])
    }
    expect(await hasRow(server.db)`select from broadcasts`).toBe(false)
  })
})

test('T29 addresses that a client claims are not believed without a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' }
  const { data } = await server.client.answer('GET /v1/ip', { headers })
  expect(data).toEqual({ ip: '127.0.0.1' })
})

describe('T29 F12 behind one proxy of ours', () => {
  const proxied = testApp({ TRUST_PROXY: '1', ALLOW_DEVELOPMENT_IN_PUBLIC: '1' })

  test('the address is the one that the proxy saw, not the ones that a client wrote before it', async () => {
    for (const claimed of ['', '203.0.113.7, ', '203.0.113.7, 198.51.100.1, ']) {
      const headers = { 'x-forwarded-for': `${claimed}192.0.2.9` }
      expect((await proxied.call('GET', '/v1/ip', { headers })).data).toEqual({ ip: '192.0.2.9' })
    }
  })

  test('what is no address is refused', async () => {
    for (const forwarded of ['unknown', '192.0.2.9:4711', '<script>', '192.0.2.9, x']) {
      const { status } = await proxied.call('GET', '/v1/ip', { headers: { 'x-forwarded-for': forwarded } })
      expect([forwarded, status]).toEqual([forwarded, 400])
    }
  })
})

describe('T29 what is not one clear request gets one refusal', () => {
  test.each([
    [
      'two lengths',
      'POST /v1/error-report HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a length and chunks',
      'POST /v1/error-report HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a folded header', 'GET /v1/ip HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\r\n b\r\n\r\n', 400],
    ['headers of 100 kB', `GET /v1/ip HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
  ])('%s', async (_what, sent, status) => {
    if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(sent)
    const answer = await text(socket)
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toMatch(/content-security-policy: [^\r]*frame-ancestors 'none'/)
  })
})
