import { api } from '@parvis/domain/api'
import { type Endpoint, pathOf } from '@parvis/domain/kernel/contract'
import { aimedCall } from '@parvis/harness/fuzz/aimed-call'
import {
  type AuthorizationFixture,
  allowedAt,
  authorizationFixture,
  membersBelow,
  type Persona,
  personas,
  termsOf,
  tokenOf,
} from '@parvis/harness/fuzz/authorization-fixture'
import { testApp } from '@parvis/harness/server/test-app'
import { newSession } from '@parvis/harness/sql/people'
import type { Person } from '@parvis/harness/town/people'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { run } from '../db/database.ts'
import { developmentContract } from '../development/index.ts'
import { hashDeviceSecret } from './resident-cookie.ts'

const server = testApp()
const endpoints = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
const closed = endpoints.filter(({ access }) => !['public', 'visitor', 'signature'].includes(String(access)))
const named = closed.map((endpoint) => ({ name: endpoint.call, endpoint }))

let fixture: AuthorizationFixture
let before: string

beforeAll(async () => {
  fixture = await authorizationFixture(server)
  before = await readOwners()
}, 120_000)

type Sending = {
  method: string
  url: string
  json?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

/** Compares answers byte by byte, without the parts that name the call (request id, date). */
async function send({ method, url, json, token, headers }: Sending) {
  const { statusCode, body } = await server.app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(json !== undefined && { payload: json as Record<string, unknown> }),
  })
  return { status: statusCode, body, code: body.startsWith('{') ? JSON.parse(body).error?.code : undefined }
}

/** Snapshot of everything that the owners of the targets have, as their exports give it. */
async function readOwners(): Promise<string> {
  const ofTheReader = ['exportedAt', 'sessions', 'acts']
  const owned = [fixture.b, fixture.townHall, fixture.people['resident of the thread']].map(async ({ token }) => {
    const { data } = await server.client.answer('GET /v1/account/export', { token })
    return Object.entries(data as object).filter(([name]) => !ofTheReader.includes(name))
  })
  return JSON.stringify(await Promise.all(owned))
}

test('X-010 C-002 every route of the server under /v1 is one of the table', async () => {
  await using app = buildApp(server.deps)
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { endpoint } = (config ?? {}) as { endpoint?: Endpoint }
    if (!url.startsWith('/v1') || method === 'HEAD') return
    // The same call as a POST with the field `_method`, for forms that know POST only.
    if ((config as { formTwin?: true } | undefined)?.formTwin) return
    routes.push(endpoint ? endpoint.call : `${String(method)} ${url} without a contract`)
  })
  await app.ready()
  const table = [...endpoints, ...Object.values(developmentContract)]
  expect(routes.toSorted()).toEqual(table.map(({ call }) => call).toSorted())
})

test.each(named)('X-010 C-002 M-038 V-023 T06 $name refuses who is not admitted', async ({ endpoint }) => {
  const strangers = personas.filter((persona) => !allowedAt(endpoint).includes(persona))
  expect(strangers.length).toBeGreaterThan(0)
  for (const persona of strangers) {
    const { status, body } = await send({ ...aimedCall(endpoint, fixture), token: tokenOf(fixture, persona) })
    expect([401, 403, 404], `${persona} got ${status}`).toContain(status)
    expect(body, persona).not.toContain('MARQUE-B')
  }
})

test.each(named.filter(({ endpoint }) => termsOf(endpoint.access).atLeast))(
  'U-001 $name refuses a lower role; who was a member is a stranger, to the byte',
  async ({ endpoint }) => {
    for (const persona of membersBelow(endpoint)) {
      const { status, code } = await send({ ...aimedCall(endpoint, fixture), token: tokenOf(fixture, persona) })
      expect([persona, status, code]).toEqual([persona, 403, 'ROLE_FORBIDDEN'])
    }
    const [stranger, former, over] = await Promise.all(
      (['no company', 'former member', 'member until yesterday'] as const).map((persona) =>
        send({ ...aimedCall(endpoint, fixture), token: tokenOf(fixture, persona) }),
      ),
    )
    expect([former, over]).toEqual([stranger, stranger])
  },
)

test('W-117 W-061 W-070 the devices of a resident and of an owner are nobody on every closed call of the portal, and reach nothing of B on the site', async () => {
  const devices = await Promise.all(
    [fixture.people['other resident'], fixture.b].map(async ({ userId }) => {
      const secret = `appareil-${userId}`
      await run(server.db)`
        insert into resident_devices (user_id, secret_hash, name)
        values (${userId}, ${hashDeviceSecret(secret)}, 'Test')`
      return `habitant-dev=${secret}`
    }),
  )
  const ofSomebody = /^\/v1\/site\/(bookings|conversations|orders)\/:/
  for (const { endpoint, name } of named)
    for (const cookie of devices) {
      const onSite = pathOf(endpoint).startsWith('/v1/site/')
      if (onSite && !ofSomebody.test(pathOf(endpoint))) continue
      const host = onSite ? { host: 'parvis.localhost:3000', origin: 'http://parvis.localhost:3000' } : {}
      const { status, body } = await send({ ...aimedCall(endpoint, fixture), headers: { ...host, cookie } })
      expect([401, 403, 404], `${cookie} ${name} got ${status}`).toContain(status)
      expect(body, name).not.toContain('MARQUE-B')
    }
})

/** Ids that nobody guesses may tell whether they exist, as the contract wants it: 401 or 404 for an order, 403 or 404 for a payment. */
const unguessable = ['order', 'payment']
const missing: Record<string, string> = {
  instant: '999999999',
  service: '999999999',
  session: '999999999',
  act: '999999999',
  alert: '999999999',
}
const randomUuid = '5b0e4c1e-8f0a-4d36-9b1e-2f6d4c1a7e55'

test('X-010 T05 T06 answers alike, to the byte, for what is another’s and for what does not exist', async () => {
  const naming = closed.filter(({ access }) => {
    const { company, through } = termsOf(access)
    return company !== undefined || (through !== undefined && !unguessable.includes(through))
  })
  for (const endpoint of naming) {
    const { through } = termsOf(endpoint.access)
    const nothing: AuthorizationFixture = {
      ...fixture,
      b: { ...fixture.b, companyId: randomUuid },
      townHall: { ...fixture.townHall, companyId: randomUuid },
    }
    const ids = through ? { ...fixture.ids, [through]: missing[through] ?? randomUuid } : fixture.ids
    for (const persona of ['owner of A', 'town hall 1', 'no company'] as const) {
      const token = tokenOf(fixture, persona)
      const [foreign, unknown] = [
        await send({ ...aimedCall(endpoint, fixture), token }),
        await send({ ...aimedCall(endpoint, { ...nothing, ids }), token }),
      ]
      expect(unknown, `${persona} ${endpoint.call}`).toEqual(foreign)
    }
  }
})

describe('X-010 T06 B named elsewhere than in the path', () => {
  test('a field that names B under a path of A is refused', async () => {
    const { a, b, townHall, ids, people } = fixture
    const own = await ownThings()
    const first = people['town hall 1'] as AuthorizationFixture['townHall']
    const crossed: [Person, string, Record<string, unknown>][] = [
      [a, `/v1/company/${a.companyId}/broadcast`, { companyId: b.companyId, message: 'Bonjour' }],
      [a, `/v1/company/${a.companyId}/update-settings-and-openingHours`, { companyId: b.companyId, name: 'Volé' }],
      [
        a,
        `/v1/instants/${own.instant}/activation-times`,
        { ...aimed('POST', '/v1/instants/:id/activation-times'), instantId: ids.instant },
      ],
      [a, `/v1/instants/${own.instant}/update-instant-and-activationTimes`, { ...updateBody(), id: ids.instant }],
      [
        a,
        `/v1/instants/${own.instant}/update-instant-and-activationTimes`,
        { ...updateBody(), companyId: b.companyId },
      ],
      [a, `/v1/discussions/${own.discussion}/message`, { companyId: b.companyId, message: 'Bonjour' }],
      [
        a,
        `/v1/discussions/${own.discussion}/message`,
        { companyId: a.companyId, discussionId: ids.discussion, message: 'Bonjour' },
      ],
      [a, '/v1/payment/validate', { companyId: a.companyId, sessionId: ids.payment }],
      [
        first,
        `/v1/municipality/${first.companyId}/service`,
        { ...updateBody(), type: 'LINK', cityId: townHall.companyId },
      ],
      [
        first,
        `/v1/municipality/${first.companyId}/service/rearrange`,
        { mairieId: townHall.companyId, idRankCouples: [] },
      ],
    ]
    for (const [{ token }, url, json] of crossed) {
      const { status } = await send({ method: 'POST', url, json, token })
      expect([400, 403, 404], url).toContain(status)
    }
  })

  test.each(['json', 'form', 'multipart'] as const)('an id of B within a list of A is refused (%s)', async (kind) => {
    const { a, ids, people } = fixture
    const own = await ownThings()
    const first = people['town hall 1'] as AuthorizationFixture['townHall']
    const times = JSON.stringify([{ ...updateBody(), id: ids.time }])
    const lists: [Person, string, Record<string, string>][] = [
      [
        a,
        `/v1/instants/${own.instant}/update-instant-and-activationTimes`,
        { ...texts(updateBody()), activationTimes: times },
      ],
      [
        first,
        `/v1/municipality/${first.companyId}/service/rearrange`,
        { idRankCouples: `[{"id":${ids.service},"rank":1}]` },
      ],
    ]
    for (const [{ token }, url, fields] of lists) {
      const body = { [kind]: fields }
      const { status, error } = await server.call('POST', url, { token, ...body })
      expect([status, error?.code], url).toEqual([400, url.includes('rearrange') ? 'BAD_RANKS' : 'VALIDATION'])
    }
  })

  test('a repeated query or a header that names B changes nothing', async () => {
    const { a, b } = fixture
    const plain = { method: 'GET', token: a.token, url: `/v1/chat/discussion?companyId=${a.companyId}` }
    const both = await send({ ...plain, url: `${plain.url}&companyId=${b.companyId}` })
    expect([400, 403]).toContain(both.status)
    const headers = {
      'x-company-id': b.companyId,
      'x-user-id': String(b.userId),
      'x-original-url': `/v1/chat/discussion?companyId=${b.companyId}`,
      'last-event-id': fixture.ids.instant ?? '',
      cookie: `token=${b.token}; __Host-device=${b.token}`,
    }
    expect(await send({ ...plain, headers })).toEqual(await send(plain))
  })
})

const texts = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)]])),
  )

function aimed(method: string, path: string) {
  const endpoint = closed.find((one) => one.call === `${method} ${path}`)
  if (!endpoint) throw new Error(`no route ${method} ${path}`)
  return aimedCall(endpoint, fixture).json ?? {}
}

const updateBody = () => aimed('POST', '/v1/instants/:id/update-instant-and-activationTimes')

let made: { instant: number; discussion: string } | undefined

/** An instant and a conversation of A, made once. */
async function ownThings() {
  if (made) return made
  const { a, people } = fixture
  const { instantCalls } = await import('@parvis/harness/town/instants')
  const { conversationCalls } = await import('@parvis/harness/town/conversations')
  const discussion = await conversationCalls(server).open(people['other resident'], a)
  made = { instant: await instantCalls(server).newInstant(a), discussion }
  return made
}

test('X-010 T06 all of that left B, the second town hall and the resident as they were', async () => {
  expect(await readOwners()).toBe(before)
})

/**
 * Left out: they end every session of their caller, never end their answer, or need a sealed document (account, stream-events,
 * operator tests).
 */
const elsewhere = ['DELETE /v1/account', 'GET /v1/events', 'POST /v1/operator/identity-documents/:id/view']
const takesAway = /^DELETE|\/delete$|\/block$|\/suspend$/
/** A resident is known by a cookie, not by a token: residents-door.api.test.ts lets them through. */
const byCookie = ['resident', 'new-resident', 'anyone']
const answering = named.filter(
  ({ name, endpoint }) => !elsewhere.includes(name) && !byCookie.includes(String(endpoint.access)),
)

/** What a permitted call answers when this aim is refused for its form or its moment; all others answer 200. */
const otherwise: Record<string, string> = {
  'GET /v1/company/:id/town-numbers': 'FORBIDDEN',
  'POST /v1/profile/update': 'INVALID_PHONE',
  'POST /v1/company/:id/update-settings-and-openingHours': 'data_format_error',
  'GET /v1/geo/geocode': 'VALIDATION',
  'POST /v1/company/:id/photos': 'VALIDATION',
  'DELETE /v1/company/:id/photos/:photoId': 'NOT_FOUND',
  'POST /v1/instants': 'VALIDATION',
  'GET /v1/company/:id/social-page': 'NO_PAGE_FOUND',
  'POST /v1/municipality/:id/service/rearrange': 'BAD_RANKS',
  'POST /v1/clickAndCollect/order/:id/cancel': 'ORDER_ALREADY_PROCESSED',
  'POST /v1/clickAndCollect/order/:id/change': 'ORDER_ALREADY_PROCESSED',
  'POST /v1/clickAndCollect/order/:id/propose': 'ORDER_ALREADY_PROCESSED',
  'POST /v1/clickAndCollect/order/:id/accept': 'ORDER_ALREADY_PROCESSED',
  'POST /v1/clickAndCollect/order/:id/withdraw': 'TOO_LATE',
  'POST /v1/clickAndCollect/order/:id/undo': 'UNDO_TOO_LATE',
  'POST /v1/company/:id/acts': 'VALIDATION',
  'POST /v1/company/:id/alerts': 'VALIDATION',
  'POST /v1/alerts/:id/send': 'VALIDATION',
  'GET /v1/alerts/:id/journal': 'ALERT_NOT_FOUND',
  'POST /v1/company/:id/orders/collect': 'CODE_UNKNOWN',
  'POST /v1/company/subscription': 'VALIDATION',
  'POST /v1/payment/billing-portal': 'NO_CUSTOMER',
  'PUT /v1/company/:id/codes/:code': 'NOT_FOUND',
  'PUT /v1/company/:id/quick-replies/:replyId': 'NOT_FOUND',
  'DELETE /v1/company/:id/quick-replies/:replyId': 'NOT_FOUND',
  'POST /v1/company/:id/quick-replies/rearrange': 'BAD_RANKS',
  'DELETE /v1/discussions/:id/notes/:noteId': 'NOT_FOUND',
  'PUT /v1/discussions/:id/scheduled-messages/:sid': 'NOT_FOUND',
  'DELETE /v1/discussions/:id/scheduled-messages/:sid': 'NOT_FOUND',
  'POST /v1/discussions/:id/scheduled-messages/:sid/send-now': 'NOT_FOUND',
  'PUT /v1/company/:id/scheduled-broadcasts/:sid': 'NOT_FOUND',
  'DELETE /v1/company/:id/scheduled-broadcasts/:sid': 'NOT_FOUND',
  'POST /v1/company/:id/scheduled-broadcasts/:sid/send-now': 'NOT_FOUND',
  'PUT /v1/company/:id/domain': 'VALIDATION',
  'PUT /v1/company/:id/open-data': 'VALIDATION',
  'PUT /v1/company/:id/calendar': 'VALIDATION',
  'POST /v1/company/:id/calendar/read': 'NOT_FOUND',
  'PUT /v1/company/:id/team/:memberId': 'MEMBER_NOT_FOUND',
  'DELETE /v1/company/:id/team/:memberId': 'MEMBER_NOT_FOUND',
  'DELETE /v1/company/:id/invitations/:invitationId': 'INVITATION_NOT_FOUND',
  'POST /v1/invitations/:id/accept': 'INVITATION_NOT_FOUND',
  'DELETE /v1/invitations/:id': 'INVITATION_NOT_FOUND',
  'POST /v1/company/:id/domain/check': 'DOMAIN_NOT_ALLOWED',
  'PUT /v1/instants/:id': 'NEWER_VERSION',
  'PUT /v1/instants/:id/schedule': 'NEWER_VERSION',
  'POST /v1/instants/:id/state': 'NEWER_VERSION',
  'POST /v1/account/devices/test': 'NOT_FOUND',
  'GET /v1/account/export/file': 'NOT_FOUND',
  'POST /v1/account/second-proof': 'CODE_REQUIRED',
  'POST /v1/account/passkeys/options': 'SECOND_PROOF_REQUIRED',
  'POST /v1/account/passkeys': 'PASSKEY_INVALID',
  'PUT /v1/account/passkeys/:id': 'NOT_FOUND',
  'DELETE /v1/account/passkeys/:id': 'NOT_FOUND',
  'PUT /v1/account/phone': 'CODE_REQUIRED',
  'GET /v1/legal/:kind': 'NOT_FOUND',
  'POST /v1/legal/acceptances': 'NOT_FOUND',
}

describe('those who may', () => {
  const inOrder = answering.toSorted(
    (one, other) => Number(takesAway.test(one.name)) - Number(takesAway.test(other.name)),
  )

  test.each(inOrder)('X-010 $name lets them through', async ({ name, endpoint }) => {
    for (const persona of playing(endpoint)) {
      const { json, ...call } = aimedCall(endpoint, fixture)
      // Who writes as a company says which; a resident does not.
      if (persona === 'resident of the thread' && pathOf(endpoint).startsWith('/v1/discussions')) delete json?.companyId
      // For a business only its owner accepts; for oneself, whoever is signed in.
      if (name === 'POST /v1/legal/acceptances') delete json?.companyId
      const { status, code } = await send({ ...call, json, token: await freshToken(persona) })
      if (isLater(endpoint, persona)) {
        expect([401, 500, 'ROLE_FORBIDDEN'], `${persona} ${status}`).not.toContain(status === 403 ? code : status)
        continue
      }
      expect([persona, code], `status ${status}`).toEqual([persona, otherwise[name]])
      expect(status < 300, `status ${status}`).toBe(otherwise[name] === undefined)
    }
  })
})

const members: readonly Persona[] = ['counter', 'publisher', 'manager']

/** All whom the call admits; what it takes away is taken once, by the least role. */
function playing(endpoint: Endpoint): readonly Persona[] {
  const allowed = allowedAt(endpoint)
  const least = allowed.find((persona) => members.includes(persona))
  if (!takesAway.test(endpoint.call) || !least) return allowed
  return [least, ...allowed.filter((persona) => persona === 'resident of the thread')]
}

/** A member after the owner: what the call wanted may be done already, the rights suffice. */
const isLater = (endpoint: Endpoint, persona: Persona) =>
  typeof endpoint.access === 'object' && members.includes(persona) && playing(endpoint)[0] !== persona

async function freshToken(persona: Persona): Promise<string> {
  const { userId } = fixture.people[persona as keyof AuthorizationFixture['people']]
  return await newSession(server.db, userId)
}
