import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import fields from './aimed-fields.json' with { type: 'json' }
import { type AuthorizationFixture, isOfHall, termsOf } from './authorization-fixture.ts'

export type AimedCall = { method: string; url: string; json?: Record<string, unknown> }

const typeOfBody = (path: string) =>
  path.includes('social') ? 'FACEBOOK' : path.includes('service') ? 'LINK' : 'commerce'

/** The call, well formed, aimed at the things of B and of the second town hall in every place that names something. */
export function aimedCall(endpoint: Endpoint, { b, townHall, ids }: AuthorizationFixture): AimedCall {
  const [method, path] = [methodOf(endpoint), pathOf(endpoint)]
  const terms = termsOf(endpoint.access)
  const { company: named, through } = terms
  const company = isOfHall(terms) ? townHall.companyId : b.companyId
  const id = through ? ids[through] : (operated(path, ids) ?? company)
  const url = path.replace(
    /:(\w+)/g,
    (_, name: string) =>
      (name === 'bookingId' ? ids.booking : places[name]) ?? String(name === 'companyId' ? company : id),
  )
  const query = named === 'query.companyId' ? `companyId=${company}` : ''
  if (method === 'GET') return { method, url: `${url}?${askedOf(path, ids)}&${query}` }
  const instant = through === 'instant'
  return {
    method,
    url: `${url}?${query}`,
    json: {
      ...wellFormed,
      ...fieldsOf(ids),
      type: typeOfBody(path),
      ...(path.includes('/triage') && { ids: [ids.discussion] }),
      ...bookingFields(path, ids),
      ...particular.find(([part]) => path.includes(part))?.[1],
      ...(!instant && through !== 'order' && { companyId: company }),
    },
  }
}

const isOfBookings = (path: string): boolean => path.startsWith('/v1/instants/:id/bookings')

const bookingFields = (path: string, ids: AuthorizationFixture['ids']) =>
  isOfBookings(path) && { capacity: 20, date: ids.date, seats: 1, id: ids.guest, reason: '' }

const askedOf = (path: string, ids: AuthorizationFixture['ids']): string =>
  `type=FACEBOOK&kind=broadcast&zipCode=92110&q=bonjour&cityCodes=92110&start=2027-03-12T20:00:00Z${isOfBookings(path) ? `&date=${ids.date}` : ''}`

/** A subscription at a known push service. */
export const pushSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/harness',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** A field that several calls know, each with values of its own. */
const particular: readonly [string, object][] = [
  ['/hours/', { decision: 'closed' }],
  ['/invitations', { role: 'counter', until: '' }],
  ['/team/', { role: 'counter', until: '' }],
  ['/instants/:id/schedule', { kind: 'hours' }],
  ['/instants/:id/pause', { paused: true }],
  ['/instants/:id/state', { state: 'full' }],
  ['/email/booking', { act: 'withdraw' }],
  ['/instants/:id', { kind: 'hours' }],
  ['/operator/reports/', { decision: 'none' }],
  ['/quick-replies/', { idRankCouples: [] }],
  ['/photos', { photos: [] }],
  ['/company/:id/notifications', { kind: 'order' }],
  ['/account/sound', { sound: true }],
  ['/account/devices/test', { endpoint: 'https://fcm.googleapis.com/fcm/send/nobody' }],
  ['/account/devices', { endpoint: pushSubscription.endpoint, subscription: pushSubscription }],
  ['/legal/acceptances', { kind: 'terms' }],
  ['/operator/legal', { kind: 'privacy', effectiveOn: '2026-12-01', html: '<p>Texte</p>' }],
  ['/v1/reports', { reason: 'spam', address: '/clichy-92110' }],
]

/** What the operator's desk names, an invitation and a passkey of nobody. */
function operated(path: string, ids: AuthorizationFixture['ids']): string | undefined {
  if (path.startsWith('/v1/invitations/') || path.startsWith('/v1/account/passkeys/')) return '999999999'
  if (path.includes('/operator/discussions/')) return ids.discussion
  return path.includes('/operator/reports/') ? ids.report : undefined
}

function fieldsOf(ids: AuthorizationFixture['ids']) {
  return { sessionId: ids.payment, iconId: ids.icon, idRankCouples: [{ id: ids.service, rank: 1 }] }
}

/** Fields for all calls at once, in the form that each call wants; a call ignores fields that it does not know. */
const wellFormed = {
  ...fields.wellFormed,
  until: new Date(Date.now() + 3_600_000).toISOString(),
  sendAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
}

/** What a path names beside an id of the world. Christmas is a holiday everywhere. */
const places: Record<string, string> = fields.places
