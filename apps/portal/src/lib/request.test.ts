import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { request } from './request.ts'
import { askProofWith } from './second-proof.ts'
import { onSessionEnd } from './session-end.ts'
import { discussionsQuery } from './unread.ts'

const kept = new Map<string, string>()
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  kept.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetched.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status, headers }))
const refusal = (status: number, code: string) => answer(status, { error: { code, message: 'non' } })
const headersOf = (nth: number) => new Headers(fetched.mock.calls[nth]?.[1].headers)
const cacheKey = (nth: number) => headersOf(nth).get('idempotency-key')
const failureOf = (sent: Promise<unknown>) => sent.then(() => undefined).catch((error: unknown) => error)

test('A-031 sends the stored token, and none when the call is anonymous', async () => {
  kept.set('token', 'abc')
  answer(200, { data: 1 })
  answer(200, { data: 2 })
  expect(await request('GET', '/v1/x', undefined)).toBe(1)
  await request('GET', '/v1/x', undefined, { anonymous: true })
  expect(headersOf(0).get('authorization')).toBe('Bearer abc')
  expect(headersOf(1).has('authorization')).toBe(false)
})

test('AMB-146 the same action keeps its key until the server has answered for good', async () => {
  fetched.mockRejectedValueOnce(new TypeError('network'))
  refusal(500, 'SERVER_ERROR')
  refusal(409, 'IDEMPOTENCY_IN_PROGRESS')
  answer(200, { data: {} })
  answer(200, { data: {} })
  for (const _ of [1, 2, 3, 4, 5]) await failureOf(request('POST', '/v1/x', { a: 1 }))
  expect(cacheKey(0)).toMatch(/^[0-9a-f-]{36}$/)
  expect(cacheKey(1)).toBe(cacheKey(0))
  expect(cacheKey(2)).toBe(cacheKey(0))
  expect(cacheKey(3)).toBe(cacheKey(0))
  expect(cacheKey(4)).not.toBe(cacheKey(0))
})

test('AMB-146 what was undone since is done anew; a deed on one of them leaves the key of a new one', async () => {
  const close = () => failureOf(request('POST', '/v1/company/7/hours/close-today', {}))
  fetched.mockRejectedValueOnce(new TypeError('network'))
  await close()
  answer(200, { data: {} })
  await request('POST', '/v1/company/7/hours/reopen-today', undefined)
  answer(200, { data: {} })
  await close()
  expect(cacheKey(2)).not.toBe(cacheKey(0))

  const order = (content = 'un pain') => failureOf(request('POST', '/v1/company/7/orders', { content }))
  fetched.mockRejectedValueOnce(new TypeError('network'))
  await order()
  for (const _ of [1, 2]) answer(200, { data: {} })
  await request('POST', '/v1/company/7/orders/seen', { ids: [1] })
  await order('deux pains')
  refusal(429, 'RATE_LIMITED')
  await order()
  answer(200, { data: {} })
  await order()
  expect([cacheKey(6), cacheKey(7)]).toEqual([cacheKey(3), cacheKey(3)])
})

test('AMB-146 the key outlives a reload for an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fetched.mockRejectedValue(new TypeError('network'))
  const image = () => ({ as: 'multipart', files: { image: new Blob(['photo']) } }) as const
  await failureOf(request('POST', '/v1/x', { a: 1 }, image()))
  vi.resetModules()
  const { request: reloaded } = await import('./request.ts')
  vi.advanceTimersByTime(59 * 60_000)
  await failureOf(reloaded('POST', '/v1/x', { a: 1 }, image()))
  vi.advanceTimersByTime(60_000)
  await failureOf(reloaded('POST', '/v1/x', { a: 1 }, image()))
  vi.useRealTimers()
  expect(cacheKey(0)).toMatch(/^[0-9a-f-]{36}$/)
  expect(cacheKey(1)).toBe(cacheKey(0))
  expect(cacheKey(2)).not.toBe(cacheKey(0))
})

test('U-065 a call that asks for a second proof is sent again after it, under the same key, whole; a refused sign-in is not', async () => {
  const asked: unknown[] = []
  const refuse = (details: object) => answer(403, { error: { code: 'SECOND_PROOF_REQUIRED', message: 'non', details } })
  let isProved = true
  askProofWith(async (ways) => Boolean(asked.push(ways) && isProved))
  refuse({ email: 'm•••@•••.fr', passkey: false })
  answer(200, { data: 'done' })
  expect(await request('PUT', '/v1/x', { role: 'owner' })).toBe('done')
  expect(asked).toEqual([{ email: 'm•••@•••.fr', passkey: false }])
  expect([cacheKey(0), fetched.mock.calls[0]?.[1].body]).toEqual([cacheKey(1), fetched.mock.calls[1]?.[1].body])

  isProved = false
  refuse({ email: null, passkey: true })
  expect(await failureOf(request('PUT', '/v1/x', {}))).toMatchObject({ code: 'SECOND_PROOF_REQUIRED' })
  refuse({ ticket: 't', email: null, passkey: true, newNumber: false })
  expect(await failureOf(request('POST', '/v1/y', {}))).toMatchObject({ details: { ticket: 't' } })
  expect(asked).toHaveLength(2)
  askProofWith(undefined)
})

test('AMB-146 another body, or another file, is another action; a read has no key', async () => {
  fetched.mockRejectedValue(new TypeError('network'))
  const [one, two] = [new Blob(['1']), new Blob(['2'])]
  await failureOf(request('POST', '/v1/x', { a: 1 }))
  await failureOf(request('POST', '/v1/x', { a: 2 }))
  await failureOf(request('POST', '/v1/x', {}, { as: 'multipart', files: { image: one } }))
  await failureOf(request('POST', '/v1/x', {}, { as: 'multipart', files: { image: two } }))
  await failureOf(request('POST', '/v1/x', {}, { as: 'multipart', files: { image: one } }))
  await failureOf(request('GET', '/v1/x', undefined))
  expect(new Set([cacheKey(0), cacheKey(1), cacheKey(2), cacheKey(3)]).size).toBe(4)
  expect(cacheKey(4)).toBe(cacheKey(2))
  expect(cacheKey(5)).toBeNull()
})

test('A-027 X-026 a refusal carries status, code, sentence and fields', async () => {
  const error = { code: 'VALIDATION', message: 'Non.', fields: { name: 'business_name_format_error' } }
  answer(422, { error })
  const failure = await failureOf(request('POST', '/v1/x', {}))
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 422, ...error })
})

test('AMB-108 only the two session codes of a 401 sign out', async () => {
  const ended = vi.fn()
  const stop = onSessionEnd(ended)
  kept.set('token', 'abc')
  refusal(401, 'ORDER_NOT_ALLOWED')
  await failureOf(request('GET', '/v1/x', undefined))
  expect(ended).not.toHaveBeenCalled()
  expect(kept.get('token')).toBe('abc')
  for (const code of ['TOKEN_NOT_FOUND', 'SESSION_UNKNOWN']) {
    kept.set('token', 'abc')
    refusal(401, code)
    await failureOf(request('GET', '/v1/x', undefined))
    expect(kept.has('token')).toBe(false)
  }
  expect(ended).toHaveBeenCalledTimes(2)
  stop()
})

test('X-031 an unreachable server, and a proxy that answers a page, have a French sentence', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await failureOf(request('GET', '/v1/x', undefined))).toMatchObject({
    status: 0,
    message: 'Connexion impossible. Vérifiez votre réseau, puis réessayez.',
  })
  fetched.mockImplementationOnce(async () => new Response('<html>Bad gateway</html>', { status: 502 }))
  expect(await failureOf(request('GET', '/v1/x', undefined))).toMatchObject({
    status: 502,
    message: 'Le service est momentanément indisponible, merci de réessayer',
  })
})

test('A-031 a call that was given up while its key was worked out is not sent', async () => {
  const gone = new AbortController()
  const sent = failureOf(request('POST', '/v1/x', { a: 1 }, { signal: gone.signal }))
  gone.abort()
  expect(await sent).toMatchObject({ name: 'AbortError' })
  expect(fetched).not.toHaveBeenCalled()
})

test('A-008 bodies travel as form, JSON or multipart', async () => {
  fetched.mockImplementation(async () => new Response('{"data":{}}'))
  await request('POST', '/v1/x', { phone: '+33612345678', absent: undefined }, { as: 'form' })
  await request('POST', '/v1/x', { a: [1] })
  await request(
    'POST',
    '/v1/x',
    { list: [{ id: 1 }], flag: true, none: null },
    { as: 'multipart', files: { f: new Blob(['x']) } },
  )
  expect(headersOf(0).get('content-type')).toBe('application/x-www-form-urlencoded')
  expect(fetched.mock.calls[0]?.[1].body).toBe('phone=%2B33612345678')
  expect(fetched.mock.calls[1]?.[1].body).toBe('{"a":[1]}')
  const form = fetched.mock.calls[2]?.[1].body as FormData
  expect([form.get('list'), form.get('flag'), form.get('none')]).toEqual(['[{"id":1}]', 'true', ''])
  expect(form.get('f')).toBeInstanceOf(File)
})

test('F8 AMB-99 the conversations beyond the first thousand are read where the Link says, with the same filter', async () => {
  const next = '</v1/chat/discussion?companyId=c&before=last>; rel="next"'
  answer(200, { data: [{ uuid: 'first' }, { uuid: 'last' }] }, { link: next })
  answer(200, { data: [{ uuid: 'older' }] })
  const { queryFn } = discussionsQuery('c', 'unread')
  const context = { signal: new AbortController().signal } as Parameters<Exclude<typeof queryFn, symbol | undefined>>[0]
  const read = typeof queryFn === 'function' ? await queryFn(context) : []
  expect(read.map(({ uuid }) => uuid)).toEqual(['first', 'last', 'older'])
  expect(fetched.mock.calls.map(([url]) => url.split('?')[1])).toEqual([
    'companyId=c&state=unread',
    'companyId=c&state=unread&before=last',
  ])
})
