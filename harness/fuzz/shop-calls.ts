import { run } from '../../apps/server/src/db/database.ts'
import { hashAddress, ticketUrl } from '../../apps/server/src/features/notices/mail-tickets.ts'
import type { TestApp } from '../server/test-app.ts'
import { addMember } from '../sql/people.ts'
import { addPhoto, picture } from '../town/companies.ts'
import { actForm, alertForm } from '../town/halls.ts'
import { instantCalls } from '../town/instants.ts'
import { newOwner, newPerson, type Owner, type Person } from '../town/people.ts'
import { pushSubscription } from './aimed-call.ts'
import type { AuthorizationFixture } from './authorization-fixture.ts'
import { type Send, type Sends, sendsOf } from './send.ts'

const whose = ({ token, companyId: id }: Owner) => ({ token, params: { id } })

/** Open round the clock, so that there is something to close whatever the time; a shop for each call that closes. */
export async function hoursCalls(server: TestApp): Promise<Sends> {
  const [shop, closing, other] = [await newOwner(server), await newOwner(server), await newOwner(server)]
  const week = (end: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end, enabled: true }]
  const versionOf = async (of: Owner) => (await server.client.call('GET /v1/company/:id/hours', whose(of))).version
  for (const one of [closing, other]) {
    const body = { version: await versionOf(one), week: week('00:00') }
    await server.client.call('PUT /v1/company/:id/hours/week', { ...whose(one), body })
  }
  const closure = { from: '2998-08-03', to: '2998-08-18', kind: 'closed' } as const
  const entering = { ...whose(other), body: closure }
  const { exceptions } = await server.client.call('POST /v1/company/:id/hours/exceptions', entering)
  const named = { id: other.companyId, exceptionId: exceptions[0]?.id }
  return {
    ...sendsOf(shop, {
      'PUT /v1/company/:id/hours/week': [
        { id: shop.companyId },
        { version: await versionOf(shop), week: week('12:00') },
      ],
    }),
    ...sendsOf(other, {
      'PUT /v1/company/:id/hours/exceptions/:exceptionId': [named, { ...closure, to: '2998-08-20' }],
      'DELETE /v1/company/:id/hours/exceptions/:exceptionId': [named],
    }),
    ...sendsOf(closing, {
      'POST /v1/company/:id/hours/close-today': [{ id: closing.companyId }, {}],
      'PUT /v1/company/:id/hours/holidays/:date': [
        { id: closing.companyId, date: '2998-12-25' },
        { decision: 'closed' },
      ],
    }),
  }
}

/** With the version that each instant has. */
export async function scheduleCalls(server: TestApp): Promise<Sends> {
  const shop = await newOwner(server)
  const { get, newInstant } = instantCalls(server)
  const [planned, changed] = [await newInstant(shop), await newInstant(shop)]
  const dates = [{ start: '2998-03-12 20:00', end: '2998-03-12 23:00' }]
  const versionOf = async (id: number) => (await get(shop, id)).version
  return sendsOf(shop, {
    'PUT /v1/instants/:id/schedule': [{ id: planned }, { version: await versionOf(planned), kind: 'dates', dates }],
    'POST /v1/instants/:id/state': [{ id: changed }, { version: await versionOf(changed), state: 'full' }],
    'POST /v1/instants/:id/copy': [{ id: changed }, { keep: ['texts', 'place', 'schedule'] }],
    'POST /v1/instants/:id/pause': [{ id: changed }, { paused: true }],
  })
}

/** The gallery of a shop that adds one and takes one away, and of one that describes its photo. */
export async function photoCalls(server: TestApp): Promise<Sends> {
  const [shop, other] = [await newOwner(server), await newOwner(server)]
  const [gone] = (await addPhoto(server, shop)).data
  const [described] = (await addPhoto(server, other)).data
  return {
    ...sendsOf(shop, {
      'POST /v1/company/:id/photos': [{ id: shop.companyId }, { alt: 'La vitrine', image: await picture(960, 720) }],
      'DELETE /v1/company/:id/photos/:photoId': [{ id: shop.companyId, photoId: gone?.id }],
    }),
    ...sendsOf(other, {
      'PUT /v1/company/:id/photos': [{ id: other.companyId }, { photos: [{ id: described?.id, alt: 'Le comptoir' }] }],
    }),
  }
}

/** Where residents find a business: a counted code, and a domain of its own claimed, then read. */
export async function addressCalls(server: TestApp): Promise<Sends> {
  const [shop, claiming, claimed] = [
    await newOwner(server),
    await newOwner(server, { membership: 'digital' }),
    await newOwner(server, { membership: 'digital' }),
  ]
  const making = { ...whose(shop), body: { label: 'Comptoir' } }
  const [first] = await server.client.call('POST /v1/company/:id/codes', making)
  const domain = { domain: 'fournil-valide.fr' }
  await server.client.call('PUT /v1/company/:id/domain', { ...whose(claimed), body: domain })
  return {
    ...sendsOf(shop, {
      'PUT /v1/company/:id/codes/:code': [{ id: shop.companyId, code: first?.code }, { label: 'Vitrine' }],
    }),
    ...sendsOf(claiming, { 'PUT /v1/company/:id/domain': [{ id: claiming.companyId }, domain] }),
    ...sendsOf(claimed, { 'POST /v1/company/:id/domain/check': [{ id: claimed.companyId }, {}] }),
  }
}

/** A shop with two members and three invitations: one of each is changed or accepted, the others are taken away. */
export async function teamCalls(server: TestApp): Promise<Sends> {
  const shop = await newOwner(server)
  const [changed, removed] = [await newPerson(server), await newPerson(server)]
  for (const { userId } of [changed, removed]) await addMember(server.db, shop.companyId, userId, 'counter')
  const invited = async (): Promise<Person & { invitation: number | undefined }> => {
    const person = await newPerson(server)
    const body = { phone: person.phone, role: 'counter' } as const
    await server.client.call('POST /v1/company/:id/invitations', { ...whose(shop), body })
    const [invitation] = await server.client.call('GET /v1/invitations', { token: person.token })
    return { ...person, invitation: invitation?.id }
  }
  const [accepting, refusing, revoked] = [await invited(), await invited(), await invited()]
  const id = shop.companyId
  return {
    ...sendsOf(shop, {
      'PUT /v1/company/:id/team/:memberId': [{ id, memberId: changed.userId }, { role: 'publisher' }],
      'DELETE /v1/company/:id/team/:memberId': [{ id, memberId: removed.userId }],
      'DELETE /v1/company/:id/invitations/:invitationId': [{ id, invitationId: revoked.invitation }],
    }),
    ...sendsOf(accepting, {
      'POST /v1/invitations/:id/accept': [{ id: accepting.invitation }, { first_name: 'Zoé', last_name: 'Martin' }],
    }),
    ...sendsOf(refusing, { 'DELETE /v1/invitations/:id': [{ id: refusing.invitation }] }),
  }
}

/** Notices, acceptances and the clicks of a mail, with tickets that the server signed. */
export async function noticeCalls(server: TestApp): Promise<Sends> {
  const { config } = server.deps
  const owner = await newOwner(server)
  const { endpoint } = pushSubscription
  await run(server.db)`
    insert into legal_documents (kind, version, effective_on, html, published_by)
    values ('terms', 1, '2026-01-01', '<p>Texte</p>', 'operator')`
  const click =
    (use: 'unsubscribe' | 'not-mine', subject: string): Send =>
    (to, headers) =>
      to.call('POST', ticketUrl(config, use, subject).slice(config.publicUrl.length), { headers, json: {} })
  const { companyId } = owner
  return {
    ...sendsOf(owner, {
      'PUT /v1/company/:id/notifications': [{ id: companyId }, { kind: 'order', sms: true }],
      'PUT /v1/account/sound': [{}, { sound: false }],
      'POST /v1/account/devices': [{}, { subscription: pushSubscription, label: 'Chrome' }],
      'DELETE /v1/account/devices': [{}, { endpoint }],
      'POST /v1/account/devices/test': [{}, { endpoint }],
      'POST /v1/legal/acceptances': [{}, { kind: 'terms', version: 1, companyId }],
    }),
    'POST /v1/email/unsubscribe': click('unsubscribe', String(owner.userId)),
    'POST /v1/email/not-mine': click('not-mine', hashAddress(config, 'qui@exemple.fr').toString('base64url')),
  }
}

/** With the file that an act is; an alert is written by one member and sent by another. */
export function hallCalls({ townHall, people, ids }: AuthorizationFixture): Sends {
  const hall = { id: townHall.companyId }
  return {
    ...sendsOf(townHall, {
      'POST /v1/company/:id/alerts': [hall, alertForm()],
      'POST /v1/company/:id/acts': [hall, actForm()],
    }),
    ...sendsOf(people.manager, { 'POST /v1/alerts/:id/send': [{ id: ids.alert }, { confirmation: 'Clichy' }] }),
  }
}
