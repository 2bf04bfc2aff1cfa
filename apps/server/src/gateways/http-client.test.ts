import { type Fault, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { GatewayFailure } from './gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpRequest, readJson } from './http-client.ts'

const provider = untilFileEnds(await startFakeProvider())
const lines: string[] = []
const log = { info: () => {}, warn: (details: object, text: string) => lines.push(JSON.stringify(details) + text) }

beforeEach(() => {
  lines.length = 0
})

const get: HttpRequest = { method: 'GET', path: '/things', query: { phone: '+33612345678' } }
const client = (retries: 0 | 1 = 0, timeoutMs = timeoutFor(), baseUrl = `${provider.url}/api`) =>
  createHttpClient({ name: 'fake', baseUrl, timeoutMs, retries }, { log, userAgent: 'Parvis tests' })
const readThing = (reply: Parameters<typeof readJson>[0]) => readJson(reply, z.object({ id: z.number() }))

describe('one exchange', () => {
  test('sends its body, query and name, reads the answer', async () => {
    provider.reply({ json: { id: 3 } })
    const request: HttpRequest = {
      method: 'POST',
      path: '/things',
      query: { q: 'é&b', none: undefined },
      json: { a: 1 },
    }
    expect(await client().call(request, readThing)).toEqual({ id: 3 })
    expect(provider.requests).toMatchObject([{ method: 'POST', path: '/api/things', text: '{"a":1}' }])
    expect(provider.requests[0]?.query.toString()).toBe('q=%C3%A9%26b')
    expect(provider.requests[0]?.headers).toMatchObject({
      'user-agent': 'Parvis tests',
      'content-type': 'application/json',
    })
  })

  test.each<Fault>(['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect', '500'])(
    'F11 %s is "unavailable", in time, without going elsewhere',
    async (fault) => {
      provider.reply(fault)
      const start = performance.now()
      const asking = client(0, timeoutFor(fault)).call(get, readThing)
      await expect(asking).rejects.toMatchObject({ kind: 'unavailable' })
      expect(performance.now() - start).toBeLessThan(4000)
      expect(provider.requests.map(({ path }) => path)).toEqual(['/api/things'])
    },
  )

  test('nobody listening is "unavailable"', async () => {
    await expect(client(0, timeoutFor(), 'http://127.0.0.1:9').call(get, readThing)).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  test('429 tells how long to wait', async () => {
    provider.reply('429')
    const failure = { kind: 'rate_limited', retryAfterSeconds: 17 }
    await expect(client().call(get, readThing)).rejects.toMatchObject(failure)
  })

  test.each([
    [400, 'invalid_input'],
    [401, 'misconfigured'],
    [403, 'refused'],
    [404, 'not_found'],
  ])('%i means %s', async (status, kind) => {
    provider.reply({ status })
    await expect(client().call(get, expectSuccess)).rejects.toMatchObject({ kind, status })
  })

  test('T14 a path cannot leave the configured address', async () => {
    for (const path of ['/../elsewhere', '@evil.example/', '.evil.example/', '/%2e%2e/x']) {
      await expect(client().call({ method: 'GET', path }, readThing)).rejects.toBeInstanceOf(GatewayFailure)
    }
  })

  test('the log names the service and the trouble, never what was sent', async () => {
    provider.reply({ status: 400, json: { message: 'bad +33612345678' } })
    await client()
      .call({ ...get, headers: { 'api-key': 'secret-key' } }, expectSuccess)
      .catch(() => {})
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"gateway":"fake"')
    expect(lines[0]).not.toMatch(/612345678|secret-key/)
  })
})

describe('second try', () => {
  test.each<Fault>(['500', 'cut', 'html'])('after %s', async (fault) => {
    provider.reply(fault, { json: { id: 1 } })
    expect(await client(1).call(get, readThing)).toEqual({ id: 1 })
    expect(provider.requests).toHaveLength(2)
  })

  test('not after a refusal, nor when the service asks for more time than there is', async () => {
    for (const reply of [{ status: 400 }, '429'] as const) {
      provider.reply(reply, { json: { id: 1 } })
      await expect(client(1).call(get, expectSuccess)).rejects.toBeInstanceOf(GatewayFailure)
      expect(provider.requests).toHaveLength(1)
    }
  })

  test('never beyond the time given', async () => {
    provider.reply('silence')
    const start = performance.now()
    const asking = client(1, timeoutFor('silence')).call(get, readThing)
    await expect(asking).rejects.toMatchObject({ kind: 'unavailable' })
    expect(performance.now() - start).toBeLessThan(4000)
  })
})

describe('F11 circuit', () => {
  test('opens after five failures, tries once after a while, closes on success', async () => {
    let clock = 0
    let isDown = true
    let calls = 0
    const breaker = createCircuitBreaker('fake', { failures: 5, coolDownMs: 1000, now: () => clock })
    const ask = () =>
      breaker.run(async () => {
        calls += 1
        if (isDown) throw new GatewayFailure('unavailable', 'down')
      })
    for (let at = 0; at < 8; at += 1) await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(calls).toBe(5)
    clock = 1001
    await Promise.allSettled([ask(), ask(), ask()])
    expect(calls).toBe(6)
    await expect(ask()).rejects.toThrow('not asked')
    clock = 2002
    isDown = false
    await ask()
    await ask()
    expect(calls).toBe(8)
  })

  test('a service that says no is not down', async () => {
    provider.reply({ status: 400 })
    const one = client()
    for (let at = 0; at < 7; at += 1) await one.call(get, expectSuccess).catch(() => {})
    expect(provider.requests).toHaveLength(7)
  })

  test('a service that leads elsewhere is not down: INSEE answers 301 for a number that was merged into another', async () => {
    provider.reply({ status: 301 })
    const one = client()
    for (let at = 0; at < 7; at += 1) await one.call(get, expectSuccess).catch(() => {})
    expect(provider.requests).toHaveLength(7)
  })

  test('garbage counts as down: the sixth call does not leave', async () => {
    provider.reply('html')
    const one = client()
    for (let at = 0; at < 8; at += 1) await one.call(get, readThing).catch(() => {})
    expect(provider.requests).toHaveLength(5)
  })
})
