import { api } from '@parvis/domain/api'
import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { newPerson } from '@parvis/harness/town/people'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { describe, expect, test, vi } from 'vitest'

const server = testApp()
const endpoints = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
const filled = (path: string) =>
  path.replace(/:\w+/g, (name) => (name === ':name' ? 'x' : '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b'))

const profile = {
  first_name: 'Éloïse',
  last_name: 'De La Tour',
  date_of_birth: '1985-02-28',
  email: 'e@tour.fr',
  zip_code: '92110',
  city: 'Clichy',
}

describe('who calls', () => {
  // The calls of /v1/site authenticate by a device cookie and answer on the residents' host only: residents-door.api.test.ts.
  const closed = endpoints.filter(
    ({ access, call }) =>
      access !== 'public' && access !== 'visitor' && access !== 'signature' && !call.includes(' /v1/site'),
  )

  test.each(closed.map((endpoint) => ({ method: methodOf(endpoint), path: pathOf(endpoint) })))(
    'C-002 A-032 refuses $method $path without a token',
    async ({ method, path }) => {
      const { status, error } = await server.call(method, filled(path))
      expect(status).toBe(401)
      expect(error?.code).toBe('TOKEN_NOT_FOUND')
    },
  )

  test('C-002 A-032 an Authorization header without a token is no token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', 'bearer']) {
      const { status, error } = await server.client.answer('GET /v1/authentication/session', {
        headers: { authorization },
      })
      expect([authorization, status, error?.code]).toEqual([authorization, 401, 'TOKEN_NOT_FOUND'])
    }
  })

  test('C-002 who calls is settled before the body is read: 401, then the id of the path, then its owner, then the body', async () => {
    const { token } = await newPerson(server)
    const foreign = '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b'
    const codeOf = async (type: string, id: string, authorization = '') => {
      const headers = { 'content-type': type, authorization }
      const url = `/v1/company/${id}/broadcast`
      return (await server.app.inject({ method: 'POST', url, payload: '{"', headers })).json().error.code
    }
    for (const type of ['application/json', 'text/xml']) {
      expect([
        await codeOf(type, 'x'),
        await codeOf(type, 'x', 'A'.repeat(43)),
        await codeOf(type, 'x', token),
        await codeOf(type, foreign, token),
      ]).toEqual(['TOKEN_NOT_FOUND', 'SESSION_UNKNOWN', 'NOT_FOUND', 'FORBIDDEN'])
    }
  })

  test('A-027 refuses an unknown token, with Bearer and bare', async () => {
    for (const authorization of [`Bearer ${'A'.repeat(43)}`, 'A'.repeat(43)]) {
      const { status, error } = await server.client.answer('GET /v1/authentication/session', {
        headers: { authorization },
      })
      expect([status, error?.code]).toEqual([401, 'SESSION_UNKNOWN'])
    }
  })
})

describe('every refusal has one envelope', () => {
  test('C-001 X-026 answers 404 for an unknown call and 405 with Allow for a known path', async () => {
    expect((await server.call('GET', '/v1/nothing')).error?.code).toBe('NOT_FOUND')
    const { status, error, headers } = await server.call('DELETE', '/v1/profile/update')
    expect([status, error?.code, headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST'])
    const calendar = await server.client.answer('DELETE /v1/instants/:id', { params: { id: 'calendar' } })
    expect([calendar.status, calendar.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('C-001 X-026 C-053 a method or a path that does not exist comes before what is wrong with the body', async () => {
    for (const [method, url, status] of [
      ['PATCH', '/v1/company/ownership', 405],
      ['DELETE', '/v1/instants/calendar', 405],
      ['POST', '/v1/nothing', 404],
    ] as const)
      for (const type of ['application/json', 'text/xml', 'multipart/form-data']) {
        const reply = await server.app.inject({ method, url, payload: '{"', headers: { 'content-type': type } })
        expect([url, type, reply.statusCode]).toEqual([url, type, status])
      }
  })

  test('C-001 X-026 allows, of each path, the methods of its contracts and no other', async () => {
    const methodsOf = Map.groupBy(endpoints, pathOf)
    for (const [path, of] of methodsOf) {
      const allowed = of.map(methodOf).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const other = ['PATCH', 'PUT', 'DELETE'].find((method) => !allowed.includes(method)) ?? 'PATCH'
      const { status, headers } = await server.call(other, filled(path))
      expect([path, status, new Set(String(headers.allow).split(', '))]).toEqual([path, 405, new Set(allowed)])
    }
  })

  test.each([`/v1/media/${'a'.repeat(2000)}`, '/v1/media/%ff', '/v1/company/settings/%'])(
    'X-026 C-053 a path that cannot be read is 404: %.40s',
    async (path) => {
      const { status, error, headers } = await server.call('GET', path)
      expect([status, error?.code]).toEqual([404, 'NOT_FOUND'])
      expect(headers['x-request-id']).toBeTruthy()
    },
  )

  test.each([
    ['JSON that is not JSON', '{"first_name":', 'application/json', 400, 'BAD_JSON'],
    ['a prototype key', '{"__proto__":{"isSuperAdmin":true}}', 'application/json', 400, 'BAD_JSON'],
    ['a list', '[1,2]', 'application/json', 400, 'BAD_JSON'],
    ['another content type', 'first_name=a', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a multipart body without a boundary', 'x', 'multipart/form-data', 400, 'VALIDATION'],
    [
      'a multipart body cut short',
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx',
      'multipart/form-data; boundary=b',
      400,
      'VALIDATION',
    ],
    [
      'a text of 300 kB',
      JSON.stringify({ first_name: 'a'.repeat(300_000) }),
      'application/json',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a null byte', JSON.stringify({ ...profile, city: 'a\u0000b' }), 'application/json', 400, 'VALIDATION'],
    ['a lone surrogate', '{"city":"\\ud800"}', 'application/json', 400, 'VALIDATION'],
    ['a list for a text', '{"city":["Clichy"]}', 'application/json', 400, 'VALIDATION'],
  ])('X-026 answers %s with a 4xx', async (_what, payload, type, status, code) => {
    const { token } = await newPerson(server)
    const reply = await server.app.inject({
      method: 'POST',
      url: '/v1/profile/update',
      payload,
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
    })
    expect([reply.statusCode, reply.json().error.code]).toEqual([status, code])
    expect(reply.json().error.message).toMatch(/\p{L}{3}/u)
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('X-026 a text that is too long is told the limit of texts', async () => {
    const { token } = await newPerson(server)
    const body = { city: 'a'.repeat(300_000) }
    const { error } = await server.client.answer('POST /v1/profile/update', { token, body })
    expect(error?.message).toBe('L’envoi est trop volumineux (60 Mo maximum, dont 256 ko de texte)')
  })

  test('X-026 answers a body of 100 MB with 413', async () => {
    const { token } = await newPerson(server)
    const { status, error } = await server.client.answer('POST /v1/profile/update', {
      token,
      headers: { 'content-length': String(100 * 1024 * 1024), 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect([status, error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('C-007 AMB-10 reads one call as JSON, form and multipart alike', async () => {
    const { token } = await newPerson(server)
    const session = await server.client.answer('GET /v1/authentication/session', { token })
    const { id, phone_number } = (session.data as { user: { id: number; phone_number: string } }).user
    const sent = { ...profile, phone_number, gender: '', app_id: 'WEB_APP' }
    for (const body of [{ json: sent }, { form: sent }, { multipart: sent }]) {
      const { status, data } = await server.call('POST', '/v1/profile/update', { token, ...body })
      expect(status).toBe(200)
      expect(data).toEqual({ id, ...profile, phone_number, gender: '' })
    }
  })

  test('F20 a gender of 51 characters is refused: 250 kB of it were stored', async () => {
    const { token } = await newPerson(server)
    const update = (gender: string) =>
      server.client.answer('POST /v1/profile/update', { token, body: { ...profile, gender } })
    expect((await update('x'.repeat(50))).status).toBe(200)
    expect((await update('x'.repeat(51))).error).toMatchObject({ code: 'VALIDATION', fields: { gender: 'invalid' } })
  })
})

describe('AMB-146 a retried write', () => {
  const update = (token: string, key: string, city = 'Clichy') =>
    server.client.answer('POST /v1/profile/update', {
      token,
      body: { ...profile, city },
      headers: { 'idempotency-key': key },
    })

  test('gets the first answer, even when sent ten times at once', async () => {
    const { token } = await newPerson(server)
    const answers = await Promise.all(Array.from({ length: 10 }, () => update(token, 'k1')))
    const [first] = answers
    expect(answers.map(({ status, data }) => [status, data])).toEqual(answers.map(() => [200, first?.data]))
    expect((await update(token, 'k1')).data).toEqual(first?.data)
  })

  test('with another body is 409 IDEMPOTENCY_MISMATCH', async () => {
    const { token } = await newPerson(server)
    expect((await update(token, 'k2')).status).toBe(200)
    expect((await update(token, 'k2', 'Asnières')).error?.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  test('of another person never meets the same key', async () => {
    const [first, second] = [await newPerson(server), await newPerson(server)]
    expect((await update(first.token, 'k3')).status).toBe(200)
    expect((await update(second.token, 'k3', 'Asnières')).data).toMatchObject({ city: 'Asnières' })
  })

  test('that was refused may be tried again with the same key', async () => {
    const { token } = await newPerson(server)
    expect((await update(token, 'k4', '')).error?.code).toBe('VALIDATION')
    expect((await update(token, 'k4', 'Clichy')).status).toBe(200)
  })
})

test('C-059 the development calls are not there in production', async () => {
  const { buildApp } = await import('../app.ts')
  await using app = buildApp({ ...server.deps, development: undefined })
  for (const url of ['/v1/dev/outbox', '/v1/dev/clock', '/dev/outbox']) {
    expect((await app.inject({ url })).statusCode).toBe(404)
  }
})

test('C-059 in development the last code, the pushes and the webhook posts are read in the outbox', async () => {
  const phone = newPhone()
  const send = () => server.client.answer('POST /v1/authentication/send-activation-code', { body: { phone } })
  await send()
  await send()
  const sent = await outbox('sms', phone)
  expect(sent).toHaveLength(2)
  const json = { phone, code: await codeSentTo(server.client, phone) }
  expect((await server.client.answer('POST /v1/authentication/start-session', { body: json })).status).toBe(200)
  const report = { name: 'RangeError', message: 'lu dans le registre', stack: 'at y' }
  await server.client.answer('POST /v1/error-report', { body: report })
  await vi.waitFor(async () => expect((await outbox('webhook'))[0]?.text).toContain(report.message))
  expect(await outbox('push')).toEqual([])
})

test('C-054 X-014 X-015 tells the caller its address, and posts error reports to the webhook', async () => {
  expect((await server.client.answer('GET /v1/ip')).data).toEqual({ ip: '127.0.0.1' })
  const report = { name: 'TypeError', message: 'token +33612345678 perdu', stack: 'at drawRoof (roof.tsx:12)' }
  for (const json of [report, { ...report, stack: null }, {}])
    expect((await server.client.answer('POST /v1/error-report', { body: json })).data).toEqual({})
  await vi.waitFor(async () => {
    const posts = (await outbox('webhook')).map(({ text }) => text)
    const post = posts.find((text) => text.includes(report.stack))
    expect(post).toContain('TypeError')
    expect(post).toContain('perdu')
    expect(post).not.toContain('33612345678')
  })
})

async function outbox(kind: string, to?: string): Promise<{ text: string }[]> {
  return await server.client.call('GET /v1/dev/outbox', { query: { kind, to } })
}
