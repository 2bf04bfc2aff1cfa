import { type Endpoint, pathOf } from '@parvis/domain/kernel/contract'
import { isAtLeast, type Role } from '@parvis/domain/kernel/roles'
import { cellOf, run } from '../../apps/server/src/db/database.ts'
import type { TestApp } from '../server/test-app.ts'
import { addMember, ageSession, deleteSessionsOf, superAdmin } from '../sql/people.ts'
import { conversationCalls, dataOf } from '../town/conversations.ts'
import { alertForm, newHall, postAct } from '../town/halls.ts'
import { instantCalls } from '../town/instants.ts'
import { deskCalls } from '../town/order-calls.ts'
import { openSession } from '../town/payments.ts'
import { newOwner, type Owner, type Person } from '../town/people.ts'
import { newResident, type Resident } from '../town/site-visitors.ts'

/**
 * Every kind of caller: "B" and the second town hall own what the calls name, the resident shares a conversation with B; counter,
 * publisher and manager are members of both, two others were.
 */
export const personas = [
  'anonymous',
  'unknown token',
  'expired',
  'revoked',
  'no company',
  'owner of A',
  'association',
  'town hall 1',
  'town hall 2',
  'resident of the thread',
  'other resident',
  'blocked phone',
  'super admin',
  'owner of B',
  'former member',
  'member until yesterday',
  'counter',
  'publisher',
  'manager',
] as const
export type Persona = (typeof personas)[number]

const unknown: readonly Persona[] = ['anonymous', 'unknown token', 'expired', 'revoked', 'blocked phone']

type Terms = {
  company?: string
  type?: string
  officialHall?: boolean
  orSuperAdmin?: boolean
  through?: string
  atLeast?: Role
}

/** Both ways of naming what is called, read alike; empty for a call that names nothing of anyone. */
export const termsOf = (access: Endpoint['access']): Terms => (typeof access === 'object' ? access : {})

const resident = ['resident of the thread'] as const
/** With a conversation or an order: what only the business may do, and what only the resident. */
const ofCompany = new RegExp(
  '^/v1/(discussions/:id/(unread|company-block|company-unblock|report|triage|notes(/:noteId)?|scheduled-messages(/:sid(/send-now)?)?)' +
    '|clickAndCollect/order/:id/(validate|cancel|step|propose|revoke|undo))$',
)
const ofResident = /^\/v1\/(clickAndCollect\/order\/:id\/(change|withdraw)|app\/discussions\/:id\/(block|unblock))$/

/** Whom the endpoint admits to the named object; everybody else must be refused. */
export function allowedAt(endpoint: Endpoint): readonly Persona[] {
  const { access } = endpoint
  if (access === 'super-admin') return ['super admin']
  if (typeof access === 'string') return personas.filter((persona) => !unknown.includes(persona))
  return allowedOn(termsOf(access), pathOf(endpoint))
}

function allowedOn(terms: Terms, path: string): readonly Persona[] {
  if (ofResident.test(path)) return resident
  const { through, orSuperAdmin, atLeast } = terms
  const isOfBoth = !ofCompany.test(path) && (through === 'discussion' || through === 'order')
  const others = [...(isOfBoth ? resident : []), ...(orSuperAdmin ? (['super admin'] as const) : [])]
  return [isOfHall(terms) ? 'town hall 2' : 'owner of B', ...others, ...(atLeast ? membersFrom(atLeast) : [])]
}

/** Whether the call names the second town hall, or a thing of it. */
export const isOfHall = ({ type, officialHall, through = '' }: Terms): boolean =>
  type === 'mairie' || officialHall === true || ['service', 'act', 'alert'].includes(through)

const members = ['counter', 'publisher', 'manager'] as const
const membersFrom = (least: Role) => members.filter((role) => isAtLeast(role, least))

/** Members of the company of the call whose role is too low for it. */
export function membersBelow({ access }: Endpoint): readonly Persona[] {
  const { atLeast } = termsOf(access)
  return members.filter((role) => atLeast && !isAtLeast(role, atLeast))
}

export type AuthorizationFixture = Awaited<ReturnType<typeof authorizationFixture>>
type People = Record<Exclude<Persona, 'anonymous' | 'unknown token'>, Person> &
  Record<'resident of the thread' | 'other resident', Resident>

export async function authorizationFixture(server: TestApp) {
  const a = await newOwner(server)
  const b = await newOwner(server, { membership: 'premium', name: 'MARQUE-B' })
  // A town has one official hall: that of an earlier fixture of the same server gives way.
  await run(server.db)`update companies set identity_status = 'missing' where type = 'mairie'`
  const townHall = await newHall(server)
  const people = await everybody(server, {
    'owner of A': a,
    'owner of B': b,
    'town hall 2': townHall,
    association: await newOwner(server, { type: 'association' }),
    'town hall 1': await newOwner(server, { type: 'mairie' }),
  })
  for (const { companyId } of [b, townHall]) {
    await addMember(server.db, companyId, people['member until yesterday'].userId, 'manager', '2020-01-01')
    for (const role of members) await addMember(server.db, companyId, people[role].userId, role)
  }
  await ageSession(server.db, people.expired.userId)
  await deleteSessionsOf(server.db, [people.revoked.userId, people['blocked phone'].userId])
  await superAdmin(server.db, people['super admin'].userId)
  return { people, a, b, townHall, ids: await thingsOf(server, b, townHall, people['resident of the thread']) }
}

/** These people, and somebody for each other kind of caller who is known. */
async function everybody(server: TestApp, known: Partial<People>): Promise<People> {
  const people = { ...known }
  for (const persona of personas)
    if (persona !== 'anonymous' && persona !== 'unknown token') people[persona] ??= await newResident(server)
  return people as People
}

export function tokenOf({ people }: AuthorizationFixture, persona: Persona): string | undefined {
  if (persona === 'anonymous') return undefined
  return persona === 'unknown token' ? 'A'.repeat(43) : people[persona].token
}

/** The id of each thing of B, of the second town hall or of the resident. */
async function thingsOf(server: TestApp, b: Owner, townHall: Owner, writer: Resident): Promise<Record<string, string>> {
  const { post, get } = conversationCalls(server)
  const instants = instantCalls(server)
  const instant = await instants.newInstant(b)
  const [time] = (await instants.get(b, instant)).instantActivationTimes
  await run(server.db)`update companies set cac_active = true where companies.id = ${b.companyId}`
  const { id: order, discussionId: discussion } = await deskCalls(server).place(writer, b, '2999-01-01 10:00')
  const [icon] = dataOf<{ id: number }[]>(await get(townHall, '/v1/municipality/icons'))
  const form = { type: 'LINK', label: 'Piscine', content: 'https://www.ville.fr', iconId: icon?.id }
  const services = await post(townHall, `/v1/municipality/${townHall.companyId}/service`, form)
  const { code } = dataOf<{ code: string }>(
    await post(b, '/v1/reports', { address: `/x/y/z-${instant}`, reason: 'spam' }),
  )
  const report = await cellOf<number>(server.db)`select id from reports where code = ${code}`
  const act = await postAct(server, townHall)
  const alert = await server.client.answer('POST /v1/company/:id/alerts', {
    params: { id: townHall.companyId },
    token: townHall.token,
    body: alertForm(),
  })
  const [session] = dataOf<{ id: number }[]>(await get(b, '/v1/authentication/sessions'))
  return {
    ...(await seatsOf(server, b, instant, time?.id)),
    instant: String(instant),
    time: String(time?.id),
    discussion,
    order: String(order),
    service: String(dataOf<{ id: number }[]>(services)[0]?.id),
    report: String(report),
    icon: String(icon?.id),
    session: String(session?.id),
    act: String(dataOf<{ id: number }>(act).id),
    alert: String(dataOf<{ id: number }>(alert).id),
    payment: await openSession(server, b),
  }
}

/** Two people by hand on a day of a weekly instant: one is removed, one comes. */
async function seatsOf(server: TestApp, b: Owner, instant: number, time: number | undefined) {
  const date = `${time}-${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}`
  const called = { token: b.token, params: { id: instant } }
  await server.client.call('PUT /v1/instants/:id/bookings', { ...called, body: { version: 0, capacity: 20 } })
  const add = async (name: string) =>
    String((await server.client.call('POST /v1/instants/:id/bookings/people', { ...called, body: { date, name } })).id)
  return { date, booking: await add('Madame Petit'), guest: await add('Monsieur Grand') }
}
