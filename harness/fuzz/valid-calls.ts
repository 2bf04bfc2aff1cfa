import { api } from '@parvis/domain/api'
import type { Endpoint } from '@parvis/domain/kernel/contract'
import type { TestApp } from '../server/test-app.ts'
import { newSession } from '../sql/people.ts'
import { editForm, registrationForm, updateCompany } from '../town/companies.ts'
import { conversationCalls, dataOf } from '../town/conversations.ts'
import { instantCalls, picture, recurrentTime, updateForm } from '../town/instants.ts'
import { openSession, payInSilence } from '../town/payments.ts'
import { newOwner, newPerson, type Owner, type Person } from '../town/people.ts'
import { codeSentTo } from '../town/town-client.ts'
import { addressCalls } from './address-calls.ts'
import { aimedCall } from './aimed-call.ts'
import { type AuthorizationFixture, allowedAt, authorizationFixture, type Persona } from './authorization-fixture.ts'
import { bookingSends } from './booking-calls.ts'
import { hallCalls } from './hall-calls.ts'
import { noticeCalls } from './notice-calls.ts'
import { orderCalls } from './order-calls.ts'
import { photoCalls } from './photo-calls.ts'
import { residentCalls } from './resident-calls.ts'
import { type Send, talkCalls } from './talk-calls.ts'
import { teamCalls } from './team-calls.ts'
import { withoutValidCall } from './without-valid-call.ts'

/** One call that changes something, valid until it has succeeded once. */
export type ValidCall = { name: string; send: Send }

/** Every call that changes something, those that take things away last; each as someone who may, with files where it takes some. */
export async function validCalls(server: TestApp): Promise<ValidCall[]> {
  const fixture = await authorizationFixture(server)
  const written = {
    ...(await calls(server, fixture)),
    ...(await callsWithPictures(server, fixture)),
    ...(await photoCalls(server)),
    ...(await hoursCalls(server)),
    ...(await addressCalls(server)),
    ...(await orderCalls(server)),
    ...(await residentCalls(server)),
    ...(await talkCalls(server)),
    ...(await teamCalls(server)),
    ...(await noticeCalls(server)),
    ...(await scheduleCalls(server)),
    ...(await bookingSends(server)),
    ...hallCalls(fixture),
  }
  const endpoints = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
  const changing = endpoints.filter(({ method }) => method !== 'GET')
  const named = await Promise.all(
    changing.map(async (endpoint): Promise<ValidCall> => {
      const name = `${endpoint.method} ${endpoint.path}`
      return { name, send: written[name] ?? (await aimed(server, endpoint, fixture)) }
    }),
  )
  const played = named.filter(({ name }) => !(name in withoutValidCall))
  return played.toSorted((one, other) => Number(takesAway.test(one.name)) - Number(takesAway.test(other.name)))
}

const takesAway = /^DELETE|\/(delete|block|suspend)$|logout$/

/** As the matrix of the authorizations aims it. */
async function aimed(server: TestApp, endpoint: Endpoint, fixture: AuthorizationFixture): Promise<Send> {
  const [persona] = allowedAt(endpoint).filter((one) => one !== 'super admin' || endpoint.access === 'super-admin')
  const { method, url, json } = aimedCall(endpoint, fixture)
  if (persona === 'resident of the thread' && endpoint.path.startsWith('/v1/discussions')) delete json?.companyId
  const { userId } = fixture.people[persona as Exclude<Persona, 'anonymous' | 'unknown token'>]
  const token = await newSession(server.db, userId)
  return (to, headers) => to.call(method, url, { token, headers, ...(json && { json }) })
}

const identity = {
  first_name: 'Marie',
  last_name: 'Dubois',
  date_of_birth: '1990-12-31',
  email: 'marie@exemple.fr',
  zip_code: '92110',
  city: 'Clichy',
}

async function calls(server: TestApp, { b, townHall, people }: AuthorizationFixture): Promise<Record<string, Send>> {
  const [person, leaving, newcomer] = [await newPerson(server), await newPerson(server), await newPerson(server)]
  const post =
    (who: Person, path: string, json: object): Send =>
    (to, headers) =>
      to.call('POST', path, { token: who.token, json, headers })
  const ask =
    (phone: string): Send =>
    (to, headers) =>
      to.call('POST', '/v1/authentication/send-activation-code', { form: { phone }, headers })
  await ask(newcomer.phone)(server, {})
  const code = await codeSentTo(server.client, newcomer.phone)
  const payer = await newOwner(server)
  const sessionId = await openSession(server, payer)
  await payInSilence(server, sessionId)
  const rearrange: Send = async (to, headers) => {
    const path = `/v1/municipality/${townHall.companyId}/service`
    const { data } = await server.client.answer('GET /v1/municipality/:id/service', {
      params: { id: townHall.companyId },
      token: townHall.token,
    })
    const services = data as { id: number }[]
    const idRankCouples = services.map(({ id }, index) => ({ id, rank: services.length - index }))
    return await post(townHall, `${path}/rearrange`, { idRankCouples })(to, headers)
  }
  const ordering = { pickupDateTime: '2999-01-01 10:00', orderContent: 'Un pain' }
  const resident = people['resident of the thread']
  const order = dataOf<{ id: number }>(
    await post(resident, `/v1/app/companies/${b.companyId}/orders`, ordering)(server, {}),
  )
  return {
    'POST /v1/authentication/send-activation-code': ask(person.phone),
    'POST /v1/authentication/start-session': (to, headers) =>
      to.call('POST', '/v1/authentication/start-session', { json: { phone: newcomer.phone, code }, headers }),
    'POST /v1/profile/update': post(person, '/v1/profile/update', identity),
    'DELETE /v1/account': (to, headers) => to.call('DELETE', '/v1/account', { token: leaving.token, headers }),
    'POST /v1/company/subscription': post(person, '/v1/company/subscription', {
      type: 'commerce',
      siren: '73282932000074',
    }),
    'POST /v1/payment/validate': post(payer, '/v1/payment/validate', { sessionId }),
    'POST /v1/municipality/:id/service/rearrange': rearrange,
    'POST /v1/clickAndCollect/order/:id/cancel': post(b, `/v1/clickAndCollect/order/${order.id}/cancel`, {
      cancelMessage: 'Plus de pain',
    }),
  }
}

async function callsWithPictures(server: TestApp, { b, people }: AuthorizationFixture): Promise<Record<string, Send>> {
  const shop = await newOwner(server)
  const conversation = await conversationCalls(server).open(people['other resident'], b)
  const instants = instantCalls(server)
  const instant = await instants.newInstant(b)
  const stored = updateForm(await instants.get(b, instant))
  const whole = await instants.get(b, await instants.newInstant(b))
  const multipart =
    (path: string, fields: Record<string, unknown>): Send =>
    (to, headers) =>
      to.call('POST', path, { token: b.token, headers, multipart: fields })
  const documents = await registered(server)
  return {
    'POST /v1/company/:id/update-settings-and-openingHours': async (to, headers) =>
      updateCompany(to, shop, editForm({ profileImage: await picture() }), headers),
    'POST /v1/instants': async (to, headers) => instantCalls(to).post(b, {}, headers),
    'POST /v1/instants/:id/update-instant-and-activationTimes': multipart(
      `/v1/instants/${instant}/update-instant-and-activationTimes`,
      {
        ...stored,
        activationTimes: JSON.stringify([...(stored.activationTimes as object[]), recurrentTime()]),
        picture: await picture(500, 500, '#c3472b'),
      },
    ),
    'PUT /v1/instants/:id': async (to, headers) =>
      to.call('PUT', `/v1/instants/${whole.instantInformation.id}`, {
        token: b.token,
        headers,
        multipart: {
          ...updateForm(whole),
          version: whole.version,
          kind: 'dates',
          dates: JSON.stringify([{ start: '2998-03-12 20:00', end: '2998-03-12 23:00' }]),
          picture: await picture(500, 500, '#1f4e79'),
        },
      }),
    'POST /v1/discussions/:id/message': multipart(`/v1/discussions/${conversation}/message`, {
      companyId: b.companyId,
      message: 'Voilà',
      image: await picture(40, 20),
    }),
    'POST /v1/company/:id/broadcast': multipart(`/v1/company/${b.companyId}/broadcast`, {
      message: 'Voilà',
      image: await picture(40, 20),
    }),
    'POST /v1/operator/identity-documents/:id/view': (to, headers) =>
      to.call('POST', `/v1/operator/identity-documents/${documents}/view`, {
        token: people['super admin'].token,
        json: { reason: 'Contrôle du gérant' },
        headers,
      }),
  }
}

/** Open round the clock, so that there is something to close whatever the time; a shop for each call that closes. */
async function hoursCalls(server: TestApp): Promise<Record<string, Send>> {
  const [shop, closing, other] = [await newOwner(server), await newOwner(server), await newOwner(server)]
  const path = (of: Owner, rest: string) => `/v1/company/${of.companyId}/hours${rest}`
  const week = (end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end, enabled: true }]
  const whose = ({ token, companyId: id }: Owner) => ({ token, params: { id } })
  const versionOf = async (of: Owner) => (await server.client.call('GET /v1/company/:id/hours', whose(of))).version
  for (const one of [closing, other])
    await server.client.call('PUT /v1/company/:id/hours/week', {
      ...whose(one),
      body: { version: await versionOf(one), week: week('00:00') },
    })
  const closure = { from: '2998-08-03', to: '2998-08-18', kind: 'closed' } as const
  const entering = { ...whose(other), body: closure }
  const id = (await server.client.call('POST /v1/company/:id/hours/exceptions', entering)).exceptions[0]?.id
  const send =
    (of: Owner, method: string, rest: string, json?: object): Send =>
    (to, headers) =>
      to.call(method, path(of, rest), { token: of.token, headers, ...(json && { json }) })
  const version = await versionOf(shop)
  return {
    'PUT /v1/company/:id/hours/week': send(shop, 'PUT', '/week', { version, week: week('12:00') }),
    'PUT /v1/company/:id/hours/exceptions/:exceptionId': send(other, 'PUT', `/exceptions/${id}`, {
      ...closure,
      to: '2998-08-20',
    }),
    'DELETE /v1/company/:id/hours/exceptions/:exceptionId': send(other, 'DELETE', `/exceptions/${id}`),
    'POST /v1/company/:id/hours/close-today': send(closing, 'POST', '/close-today', {}),
    'PUT /v1/company/:id/hours/holidays/:date': send(closing, 'PUT', '/holidays/2998-12-25', { decision: 'closed' }),
  }
}

/** With the version that each instant has. */
async function scheduleCalls(server: TestApp): Promise<Record<string, Send>> {
  const shop = await newOwner(server)
  const { get, newInstant } = instantCalls(server)
  const [planned, changed] = [await newInstant(shop), await newInstant(shop)]
  const send =
    (method: string, path: string, json: object): Send =>
    (to, headers) =>
      to.call(method, `/v1/instants/${path}`, { token: shop.token, headers, json })
  const dates = [{ start: '2998-03-12 20:00', end: '2998-03-12 23:00' }]
  const { version } = await get(shop, changed)
  return {
    'PUT /v1/instants/:id/schedule': send('PUT', `${planned}/schedule`, {
      version: (await get(shop, planned)).version,
      kind: 'dates',
      dates,
    }),
    'POST /v1/instants/:id/state': send('POST', `${changed}/state`, { version, state: 'full' }),
    'POST /v1/instants/:id/copy': send('POST', `${changed}/copy`, { keep: ['texts', 'place', 'schedule'] }),
  }
}

/** A document that a shop has sent: its id. */
async function registered(server: TestApp): Promise<number> {
  const shop: Owner = await newOwner(server, { category: null })
  await updateCompany(server, shop, await registrationForm())
  const sent = server.db.selectFrom('identity_documents').where('company_id', '=', shop.companyId).select('id')
  return (await sent.executeTakeFirstOrThrow()).id
}
