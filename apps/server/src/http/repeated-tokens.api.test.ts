import { api } from '@parvis/domain/api'
import { type Endpoint, methodOf } from '@parvis/domain/kernel/contract'
import { aimedCall } from '@parvis/harness/fuzz/aimed-call'
import { fieldNames } from '@parvis/harness/fuzz/arbitrary-input'
import {
  type AuthorizationFixture,
  allowedAt,
  authorizationFixture,
  type Persona,
  tokenOf,
} from '@parvis/harness/fuzz/authorization-fixture'
import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'

/** The byte limit of a body without files (read-body.ts), less what surrounds the repeated token. */
const fullSize = 256 * 1024 - 1_000
const maxMilliseconds = 100

/** Tokens that a text is made of: tags, entities, digits, spaces, combining marks, pictures, names. */
const ofTexts = [
  'a',
  ' ',
  '\n',
  '0',
  '<',
  '<svg></svg>',
  '<script>',
  '<!--',
  '<a href="',
  '&amp;',
  '&',
  '&#8364;',
  'e\u0301',
  '\u200d',
  '👩\u200d',
  'a.',
  'a@',
  '"',
  '[',
  '{"a":',
  '[{},',
]
/** Tokens that a whole body is made of, of any type: names, brackets, pairs, parts. */
const ofBodies = ['a&', 'a=1&', 'a[]=&', '[', '{"a":', '{"a":1},', '%', '+', '0', ' ', '--b\r\n', 'a: b\r\n', '\u0301']
const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
const wholes = [
  `{${'"a":1,'.repeat(fullSize / 6)}"a":1}`,
  `{"a":[${'1,'.repeat(fullSize / 2)}1]}`,
  `{"a":${'['.repeat(fullSize / 2)}${']'.repeat(fullSize / 2)}}`,
  `${part.repeat(fullSize / part.length)}--b--\r\n`,
]

const kinds = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'] as const
type Kind = (typeof kinds)[number]
const endpoints = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
const writing = endpoints.filter((endpoint) => methodOf(endpoint) !== 'GET')
const repeated = (token: string) => token.repeat(fullSize / Buffer.byteLength(token))

/** `TOKENS=all`: each call gets every body in each type, each field every token; otherwise a third of them, and a quarter. */
const isWhole = process.env.TOKENS === 'all'

const server = testApp()

type Sent = { what: string; endpoint: Endpoint; url: string; type?: Kind; payload?: string }

/** Processor time of a call, all threads together: the minimum of a few runs, since the first one compiles. */
async function slowest(fixture: AuthorizationFixture, calls: readonly Sent[]): Promise<string[]> {
  const slow: string[] = []
  for (const { what, endpoint, url, type, payload } of calls) {
    let min = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 10 && min > maxMilliseconds; tries++) {
      const token = tokenOf(fixture, personaOf(endpoint))
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }) }
      const before = process.cpuUsage()
      const { statusCode } = await server.app.inject({
        method: methodOf(endpoint),
        url,
        headers,
        ...(payload !== undefined && { payload }),
      })
      const { user, system } = process.cpuUsage(before)
      min = Math.min(min, (user + system) / 1_000)
      if (statusCode >= 500) slow.push(`${statusCode} ${what}`)
    }
    if (min > maxMilliseconds) slow.push(`${Math.round(min)} ms ${what}`)
  }
  return slow
}

const personaOf = (endpoint: Endpoint): Persona => {
  if (['public', 'visitor', 'signature'].includes(String(endpoint.access))) return 'anonymous'
  // A caller who signs out or deletes an account is not one of those whom other calls use.
  return endpoint.access === 'session' ? 'other resident' : (allowedAt(endpoint)[0] ?? 'anonymous')
}

/** A valid body with one field made of one token, in one of the body types. */
function withField(kind: Kind, good: Record<string, unknown>, name: string, value: string): string {
  if (kind === 'application/json') return JSON.stringify({ ...good, [name]: value }).slice(0, fullSize + 1_000)
  const { [name]: _, ...others } = good
  const texts = Object.entries(others).map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)])
  if (kind === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(texts as [string, string][]).toString()
    return `${form}&${encodeURIComponent(name)}=${encodeURIComponent(value).slice(0, fullSize - form.length)}`
  }
  const parts = [...texts, [name, value]].map(
    ([key, one]) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${one}\r\n`,
  )
  return `${parts.join('')}--b--\r\n`
}

test('T28 F1 a body of each kind, of one repeated token, is read and judged within 100 ms by every call', {
  timeout: 300_000,
}, async () => {
  const fixture = await authorizationFixture(server)
  const bodies = [
    ...ofBodies.map((token) => [token, repeated(token)] as const),
    ...wholes.map((body) => [body] as const),
  ]
  const calls = writing.flatMap((endpoint, index) =>
    bodies.flatMap(([token, body = token], turn) =>
      // Every call meets every body, and every body every type.
      kinds
        .filter((_, kind) => isWhole || (index + turn + kind) % kinds.length === 0)
        .map((type) => ({
          what: `${endpoint.call} ${type} ${JSON.stringify(token.slice(0, 20))}`,
          endpoint,
          url: aimedCall(endpoint, fixture).url,
          type,
          payload: body,
        })),
    ),
  )
  expect(calls.length).toBeGreaterThan(1_500)
  expect(await slowest(fixture, calls)).toEqual([])
})

test('T28 F4 a field made of one repeated token is judged within 100 ms by every call that takes it', {
  timeout: 300_000,
}, async () => {
  const fixture = await authorizationFixture(server)
  const calls = writing.flatMap((endpoint) => {
    const { url, json = {} } = aimedCall(endpoint, fixture)
    const names = fieldNames(endpoint.body)
    const good = Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)))
    return names.flatMap((name, index) =>
      ofTexts.flatMap((token, turn) => {
        if (!isWhole && (index + turn) % 4 !== 0) return []
        // Every field meets every body type.
        const type = kinds[(index + turn) % kinds.length] ?? kinds[0]
        const what = `${endpoint.call} ${name} ${type} ${JSON.stringify(token)}`
        return [{ what, endpoint, url, type, payload: withField(type, good, name, repeated(token)) }]
      }),
    )
  })
  expect(calls.length).toBeGreaterThan(1_000)
  expect(await slowest(fixture, calls)).toEqual([])
})
