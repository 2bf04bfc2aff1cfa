import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import * as fc from 'fast-check'
import { aimedCall } from './aimed-call.ts'
import { arbitraryFields, fieldNames } from './arbitrary-input.ts'
import { type AuthorizationFixture, allowedAt, type Persona, personas, tokenOf } from './authorization-fixture.ts'
import { asTexts, type Body, encodeBody } from './encode-body.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

export type FuzzedCall = {
  endpoint: Endpoint
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
  remoteAddress: string
}

/** Calls that delete or sign out, which other calls depend on: drawn rarely, and by a person whom no other call needs. */
const takesAway = /^DELETE|\/delete$|\/block$|\/logout$/
const signsOut = /^DELETE \/v1\/(account|authentication)|\/logout$/
const nameOf = ({ call }: Endpoint) => call

/** A call of any of the endpoints: near enough to a good one to reach what lies behind the first checks, wrong in places. */
export function arbitraryCall(endpoints: readonly Endpoint[], fixture: AuthorizationFixture): fc.Arbitrary<FuzzedCall> {
  const weighted = endpoints.map((endpoint) => ({
    weight: takesAway.test(nameOf(endpoint)) ? 1 : 10,
    arbitrary: callOf(endpoint, fixture),
  }))
  return fc.oneof(...weighted)
}

function callOf(endpoint: Endpoint, fixture: AuthorizationFixture): fc.Arbitrary<FuzzedCall> {
  const aimed = aimedCall(endpoint, fixture)
  const [path = ''] = aimed.url.split('?')
  return fc
    .record({
      persona: personaFor(endpoint),
      path: mostly(fc.constant(path), hostilePath(pathOf(endpoint))),
      query: arbitraryFields(endpoint.query),
      body:
        methodOf(endpoint) === 'GET' ? fc.constant(undefined) : bodyOf(endpoint, ownFields(endpoint, aimed.json ?? {})),
      key: fc.option(fc.oneof(fc.constantFrom('k', 'clé', ''), fc.string({ maxLength: 210 })), { freq: 6 }),
      host: fc.integer({ min: 1, max: 2 ** 24 - 2 }),
    })
    .map(({ persona, path: called, query, body, key, host }) => ({
      endpoint,
      method: methodOf(endpoint),
      url: `${called}?${new URLSearchParams({ ...baseQuery(aimed.url), ...asTexts(query) })}`,
      headers: headersOf(tokenOf(fixture, persona), key, body),
      ...(body && { payload: body.payload }),
      remoteAddress: `10.${(host >> 16) & 255}.${(host >> 8) & 255}.${host & 255}`,
    }))
}

const mostly = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: seldom })

function personaFor(endpoint: Endpoint): fc.Arbitrary<Persona> {
  if (signsOut.test(nameOf(endpoint))) return fc.constantFrom('other resident', 'expired', 'anonymous')
  const allowed = allowedAt(endpoint)
  return mostly(fc.constantFrom(...(allowed.length > 0 ? allowed : personas)), fc.constantFrom(...personas))
}

/** The path with something else where it names something: neither empty nor dots, which would name another call. */
const hostilePath = (path: string): fc.Arbitrary<string> =>
  fc
    .oneof(
      hostileText()
        .filter((text) => !/^\.{0,2}$/.test(text))
        .map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 1_999)),
      fc.constantFrom('%00', '%ff', '%ed%a0%80', '%', '..%2f..%2f', '0', '-1', '1e3', '9999999999999999'),
    )
    .map((piece) => path.replaceAll(/:\w+/g, () => piece))

const ownFields = ({ body }: Endpoint, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => fieldNames(body).includes(name)))

/** The fields of a good call, some of them gone, some of them replaced by what the contract's schema suggests. */
function bodyOf(endpoint: Endpoint, good: Record<string, unknown>): fc.Arbitrary<Body> {
  const names = Object.keys(good)
  return fc
    .record({
      gone: fc.oneof(
        fc.constant<string[]>([]),
        fc.shuffledSubarray(names).map((some) => some.slice(0, 3)),
      ),
      replaced: fc.oneof(
        fc.constant({}),
        hostileField(names),
        inOtherYear(good),
        few(arbitraryFields(endpoint.body)),
        arbitraryFields(endpoint.body),
      ),
    })
    .map(({ gone, replaced }) => ({
      ...Object.fromEntries(Object.entries(good).filter(([name]) => !gone.includes(name))),
      ...replaced,
    }))
    .chain((fields) => encodeBody(fields, endpoint.files))
}

/** One field of a good call that nothing should store. */
const hostileField = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  names.length === 0
    ? fc.constant({})
    : fc
        .record({ name: fc.constantFrom(...names), value: hostileValue() })
        .map(({ name, value }) => ({ [name]: value }))

/** Its days and moments, well formed, years from now or long ago: what is accepted follows later. */
const inOtherYear = (good: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.constantFrom('0001', '1970', '2038', '2999', '9999').map((year) => {
    return JSON.parse(JSON.stringify(good).replaceAll(/\b\d{4}(?=-\d\d-\d\d)/g, year)) as Record<string, unknown>
  })

/** One or two of the fields. */
const few = (fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fields.chain((all) =>
    fc
      .shuffledSubarray(Object.keys(all))
      .map((names) => names.slice(0, 2))
      .map((names) => Object.fromEntries(names.map((name) => [name, all[name]]))),
  )

const baseQuery = (url: string) => Object.fromEntries(new URLSearchParams(url.split('?')[1] ?? ''))

function headersOf(token: string | undefined, key: string | null, body: Body | undefined): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key !== null && { 'idempotency-key': encodeURIComponent(key.toWellFormed()) }),
    ...(body && { 'content-type': body.type }),
  }
}
