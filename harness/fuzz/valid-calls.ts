import { api } from '@parvis/domain/api'
import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import type { TestApp } from '../server/test-app.ts'
import { foundCell } from '../sql/found.ts'
import { newSession } from '../sql/people.ts'
import { editForm, picture, registrationForm, updateCompany } from '../town/companies.ts'
import { conversationCalls } from '../town/conversations.ts'
import { instantCalls, instantForm, recurrentTime, updateForm } from '../town/instants.ts'
import { openSession, payInSilence } from '../town/payments.ts'
import { newOwner, newPerson } from '../town/people.ts'
import { codeSentTo } from '../town/town-client.ts'
import { aimedCall } from './aimed-call.ts'
import { type AuthorizationFixture, allowedAt, authorizationFixture, type Persona } from './authorization-fixture.ts'
import { bookingCalls, deviceCalls, residentCalls } from './resident-calls.ts'
import { type Send, type Sends, sendsOf } from './send.ts'
import { addressCalls, hallCalls, hoursCalls, noticeCalls, photoCalls, scheduleCalls, teamCalls } from './shop-calls.ts'
import { orderCalls, talkCalls } from './talk-calls.ts'

/** One call that changes something, valid until it has succeeded once. */
export type ValidCall = { name: string; send: Send }

/** Every call that changes something, those that take things away last; each as someone who may, with files where it takes some. */
export async function validCalls(server: TestApp): Promise<ValidCall[]> {
  const fixture = await authorizationFixture(server)
  const written: Sends = hallCalls(fixture)
  for (const calls of [accountCalls, pictureCalls]) Object.assign(written, await calls(server, fixture))
  const ofShop = [photoCalls, hoursCalls, addressCalls, orderCalls, talkCalls, teamCalls, noticeCalls, scheduleCalls]
  const ofResident = [deviceCalls, residentCalls, bookingCalls]
  for (const calls of [...ofShop, ...ofResident]) Object.assign(written, await calls(server))
  const endpoints = Object.values(api).flatMap((contract) => Object.values(contract) as Endpoint[])
  const changing = endpoints.filter((endpoint) => methodOf(endpoint) !== 'GET')
  const named = await Promise.all(
    changing.map(async (endpoint): Promise<ValidCall> => {
      const name = endpoint.call
      return { name, send: written[name] ?? (await aimed(server, endpoint, fixture)) }
    }),
  )
  const played = named.filter(({ name }) => !withoutValidCall.includes(name))
  return played.toSorted((one, other) => Number(takesAway.test(one.name)) - Number(takesAway.test(other.name)))
}

/** What changes nothing of ours, or cannot be made to succeed here, by the reason. */
const withoutValidCall = Object.values({
  'an address of the provider': ['POST /v1/payment/billing-portal'],
  'what was paid stays paid: told again until it hears 200 (webhook.api.test.ts)': ['POST /v1/payment/webhook'],
  'a message to the team’s chat': ['POST /v1/error-report'],
  'needs a ticket, a code or an authenticator: tried twenty at once in the tests of access': [
    'POST /v1/authentication/second-proof/send',
    'POST /v1/authentication/second-proof',
    'POST /v1/authentication/new-number',
    'POST /v1/authentication/passkey-session',
    'POST /v1/account/second-proof/send',
    'POST /v1/account/second-proof',
    'POST /v1/account/passkeys/options',
    'POST /v1/account/passkeys',
    'PUT /v1/account/passkeys/:id',
    'DELETE /v1/account/passkeys/:id',
    'PUT /v1/account/phone',
  ],
  'on the residents’ host, after a mail (letter.api.test.ts)': [
    'PUT /v1/site/letter',
    'DELETE /v1/site/letter',
    'POST /v1/email/confirm',
  ],
  'reads another server, or is a choice that repeats itself (calendars.api.test.ts, open.api.test.ts)': [
    'PUT /v1/company/:id/calendar',
    'POST /v1/company/:id/calendar/read',
    'PUT /v1/company/:id/open-data',
  ],
}).flat()

const takesAway = /^DELETE|\/(delete|block|suspend)$|logout$/

/** As the matrix of the authorizations aims it. */
async function aimed(server: TestApp, endpoint: Endpoint, fixture: AuthorizationFixture): Promise<Send> {
  const [persona] = allowedAt(endpoint).filter((one) => one !== 'super admin' || endpoint.access === 'super-admin')
  const { method, url, json } = aimedCall(endpoint, fixture)
  if (persona === 'resident of the thread' && pathOf(endpoint).startsWith('/v1/discussions')) delete json?.companyId
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

/** Of people, their payments and the order of tiles, which is another each time. */
async function accountCalls(server: TestApp, { townHall }: AuthorizationFixture): Promise<Sends> {
  const [person, leaving, newcomer] = [await newPerson(server), await newPerson(server), await newPerson(server)]
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone: newcomer.phone } })
  const code = await codeSentTo(server.client, newcomer.phone)
  const payer = await newOwner(server)
  const sessionId = await openSession(server, payer)
  await payInSilence(server, sessionId)
  const hall = { params: { id: townHall.companyId }, token: townHall.token }
  const rearrange: Send = async (to, headers) => {
    const services = await server.client.call('GET /v1/municipality/:id/service', hall)
    const idRankCouples = services.map(({ id }, index) => ({ id, rank: services.length - index }))
    const name = 'POST /v1/municipality/:id/service/rearrange'
    return (await sendsOf(townHall, { [name]: [hall.params, { idRankCouples }] })[name]?.(to, headers)) as never
  }
  return {
    ...sendsOf(
      {},
      {
        'POST /v1/authentication/send-activation-code': [{}, { phone: person.phone }],
        'POST /v1/authentication/start-session': [{}, { phone: newcomer.phone, code }],
      },
    ),
    ...sendsOf(person, {
      'POST /v1/profile/update': [{}, identity],
      'POST /v1/company/subscription': [{}, { type: 'commerce', siren: '73282932000074' }],
    }),
    ...sendsOf(leaving, { 'DELETE /v1/account': [] }),
    ...sendsOf(payer, { 'POST /v1/payment/validate': [{}, { sessionId }] }),
    'POST /v1/municipality/:id/service/rearrange': rearrange,
  }
}

/** With a picture each, and a document that the team looks at. */
async function pictureCalls(server: TestApp, { b, people }: AuthorizationFixture): Promise<Sends> {
  const [shop, registered] = [await newOwner(server), await newOwner(server, { category: null })]
  await updateCompany(server, registered, await registrationForm())
  const document = await foundCell<number>(server.db)`
    select id from identity_documents where company_id = ${registered.companyId}`
  const conversation = await conversationCalls(server).open(people['other resident'], b)
  const instants = instantCalls(server)
  const id = await instants.newInstant(b)
  const stored = updateForm(await instants.get(b, id))
  const whole = await instants.get(b, await instants.newInstant(b))
  const said = { message: 'Voilà', image: await picture(40, 20) }
  return {
    ...sendsOf(shop, {
      'POST /v1/company/:id/update-settings-and-openingHours': [
        { id: shop.companyId },
        editForm({ profileImage: await picture() }),
      ],
    }),
    ...sendsOf(b, {
      'POST /v1/instants': [{}, await instantForm(b)],
      'POST /v1/instants/:id/update-instant-and-activationTimes': [
        { id },
        {
          ...stored,
          activationTimes: JSON.stringify([...(stored.activationTimes as object[]), recurrentTime()]),
          picture: await picture(500, 500, 'png', '#c3472b'),
        },
      ],
      'PUT /v1/instants/:id': [
        { id: whole.instantInformation.id },
        {
          ...updateForm(whole),
          version: whole.version,
          kind: 'dates',
          dates: JSON.stringify([{ start: '2998-03-12 20:00', end: '2998-03-12 23:00' }]),
          picture: await picture(500, 500, 'png', '#1f4e79'),
        },
      ],
      'POST /v1/discussions/:id/message': [{ id: conversation }, { companyId: b.companyId, ...said }],
      'POST /v1/company/:id/broadcast': [{ id: b.companyId }, said],
    }),
    ...sendsOf(people['super admin'], {
      'POST /v1/operator/identity-documents/:id/view': [{ id: document }, { reason: 'Contrôle du gérant' }],
    }),
  }
}
