import { api } from '@parvis/domain/api'
import type { Endpoint } from '@parvis/domain/kernel/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { instantCalls } from '../testing/instants.ts'
import { openSession } from '../testing/payments.ts'
import { newOwner, newPerson, type Owner, type Person } from '../testing/people.ts'
import { ageSession, deleteSessionsOf, superAdmin } from '../testing/sessions.queries.ts'
import { testApp } from '../testing/test-app.ts'

const server = testApp()
const endpoints = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
const closed = endpoints.filter(({ access }) => !['public', 'visitor', 'signature'].includes(String(access)))

/** Everyone who may knock; none of them owns what the calls name, except where the table says so. */
const personas = [
  'anonymous',
  'unknown token',
  'expired',
  'revoked',
  'no company',
  'owner of A',
  'association',
  'town hall 1',
  'resident of the thread',
  'other resident',
  'blocked phone',
  'super admin',
  'owner of B',
] as const
type Persona = (typeof personas)[number]

/** Whom the endpoint lets through to B's things; everybody else must be refused. */
function mayCall({ access }: Endpoint, persona: Persona): boolean {
  if (['anonymous', 'unknown token', 'expired', 'revoked', 'blocked phone'].includes(persona)) return false
  if (typeof access === 'string') return access !== 'super-admin' || persona === 'super admin'
  const { type, through, orSuperAdmin } = termsOf(access)
  if (type === 'mairie') return false
  if (persona === 'super admin') return orSuperAdmin === true
  if (persona === 'resident of the thread') return through === 'discussion' || through === 'order'
  return persona === 'owner of B'
}

type Terms = { owner?: string; type?: string; orSuperAdmin?: boolean; through?: string }

/** Both ways of naming what is called, read alike; empty for a call that names nothing of anyone. */
const termsOf = (access: Endpoint['access']): Terms => (typeof access === 'object' ? access : {})

type World = { tokens: Record<Persona, string | undefined>; b: Owner; ids: Record<string, string>; a: Owner }
let world: World

beforeAll(async () => {
  const [a, b] = [await newOwner(server), await newOwner(server, { membership: 'premium', name: 'MARQUE-B' })]
  const townHall2 = await newOwner(server, { type: 'mairie' })
  const thread = await newPerson(server)
  const [expired, revoked, blocked, admin] = [
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
  ]
  await ageSession(server.db, expired.userId)
  await deleteSessionsOf(server.db, [revoked.userId, blocked.userId])
  await superAdmin(server.db, admin.userId)
  world = {
    a,
    b,
    tokens: {
      anonymous: undefined,
      'unknown token': 'A'.repeat(43),
      expired: expired.token,
      revoked: revoked.token,
      'no company': (await newPerson(server)).token,
      'owner of A': a.token,
      association: (await newOwner(server, { type: 'association' })).token,
      'town hall 1': (await newOwner(server, { type: 'mairie' })).token,
      'resident of the thread': thread.token,
      'other resident': (await newPerson(server)).token,
      'blocked phone': blocked.token,
      'super admin': admin.token,
      'owner of B': b.token,
    },
    ids: await thingsOf(b, townHall2, thread),
  }
})

/** One of each thing with an id of its own: B's instant, conversation, order, payment and session, a service of town hall 2. */
async function thingsOf(b: Owner, townHall: Owner, resident: Person): Promise<Record<string, string>> {
  const instant = await instantCalls(server).newInstant(b)
  const discussion = await server.call('POST', '/v1/app/discussions', {
    token: resident.token,
    json: { companyId: b.companyId },
  })
  await server.db.updateTable('companies').set({ cac_active: true }).where('companies.id', '=', b.companyId).execute()
  const order = await server.call('POST', `/v1/app/companies/${b.companyId}/orders`, {
    token: resident.token,
    json: { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains' },
  })
  const icons = await server.call('GET', '/v1/municipality/icons', { token: townHall.token })
  const services = await server.call('POST', `/v1/municipality/${townHall.companyId}/service`, {
    token: townHall.token,
    json: {
      type: 'LINK',
      label: 'Piscine',
      content: 'https://www.ville.fr',
      iconId: (icons.data as { id: number }[])[0]?.id,
    },
  })
  const sessions = await server.call('GET', '/v1/authentication/sessions', { token: b.token })
  return {
    instant: String(instant),
    discussion: (discussion.data as { uuid: string }).uuid,
    order: String((order.data as { id: number }).id),
    service: String((services.data as { id: number }[])[0]?.id),
    session: String((sessions.data as { id: number }[])[0]?.id),
    payment: await openSession(server, b),
    mairie: townHall.companyId,
  }
}

/** Enough for no call to be refused for its form before it is refused for its caller. */
const wellFormed = { subscriptionId: 'digital', periodicity: 'annual', message: 'Bonjour', step: 'ready' }

/** The call, aimed at B in every place that names something. */
function aim({ method, path, access }: Endpoint) {
  const { owner, type, through } = termsOf(access)
  const company = type === 'mairie' ? world.ids.mairie : world.b.companyId
  const id = through ? world.ids[through] : company
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(name === 'companyId' ? company : id))
  const body = { ...wellFormed, companyId: company, sessionId: world.ids.payment }
  return {
    method,
    url: `${url}?type=FACEBOOK${owner === 'query.companyId' ? `&companyId=${company}` : ''}`,
    ...(method !== 'GET' && { json: body }),
  }
}

describe.each(closed.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ endpoint }) => {
    const strangers = personas.filter((persona) => !mayCall(endpoint, persona))

    test(`X-010 C-002 M-038 V-023 refuses ${strangers.length} kinds of callers`, async () => {
      expect(strangers.length).toBeGreaterThan(0)
      for (const persona of strangers) {
        const token = world.tokens[persona]
        const { method, url, ...rest } = aim(endpoint)
        const { status, data } = await server.call(method, url, { ...rest, ...(token && { token }) })
        expect([401, 403, 404], `${persona} got ${status}`).toContain(status)
        expect(JSON.stringify(data ?? ''), persona).not.toContain('MARQUE-B')
      }
    })
  },
)

test('X-010 T06 refuses a body that names B under a path of A', async () => {
  const { a, b, ids } = world
  const own = await instantCalls(server).newInstant(a)
  const sent = [
    ['POST', `/v1/company/${a.companyId}/broadcast`, { companyId: b.companyId, message: 'Bonjour' }],
    ['POST', `/v1/instants/${own}/activation-times`, { instantId: ids.instant }],
    ['POST', `/v1/company/${a.companyId}/update-settings-and-openingHours`, { companyId: b.companyId, name: 'Volé' }],
  ] as const
  for (const [method, path, json] of sent) {
    const { status } = await server.call(method, path, { token: a.token, json })
    expect([400, 404], path).toContain(status)
  }
})

test('X-010 T06 leaves B as it was, whatever the others tried', async () => {
  const read = async () => {
    const { data } = await server.call('GET', '/v1/account/export', { token: world.b.token })
    const ofTheReader = ['exportedAt', 'sessions', 'acts']
    return JSON.stringify(Object.entries(data as object).filter(([name]) => !ofTheReader.includes(name)))
  }
  const before = await read()
  for (const endpoint of closed) {
    const { method, url, ...rest } = aim(endpoint)
    if (mayCall(endpoint, 'owner of A')) continue
    await server.call(method, url, { ...rest, token: world.a.token })
  }
  expect(await read()).toBe(before)
})
