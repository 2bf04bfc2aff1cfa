import type { ReadEndpoint } from './query.ts'

/** The list of conversations, its filters and counts, and what waits to be sent in them. */
export const conversationReads = [
  'GET /v1/chat/discussion',
  'GET /v1/company/:id/inbox-counts',
  'GET /v1/company/:id/scheduled-messages',
] as const satisfies readonly ReadEndpoint[]

/** The lists of instants, and the agenda. An instant on its own is read anew each time its form opens. */
export const instantLists = [
  'GET /v1/instants/company/:companyId',
  'GET /v1/instants/company/:companyId/upcoming',
  'GET /v1/instants/calendar',
] as const satisfies readonly ReadEndpoint[]

/** The cached answers that a change of each subject makes old: live events and mutations name a subject. */
export const readsOf = {
  discussion: [...conversationReads, 'GET /v1/discussions/:id/messages', 'GET /v1/discussions/:id/notes'],
  broadcast: [
    ...conversationReads,
    'GET /v1/company/:id/broadcast',
    'GET /v1/company/:id/reach',
    'GET /v1/company/:id/scheduled-broadcasts',
  ],
  order: [
    ...conversationReads,
    'GET /v1/discussions/:id/messages',
    'GET /v1/clickAndCollect/order/:id',
    'GET /v1/company/:id/orders',
    'GET /v1/company/:id/orders/totals',
    'GET /v1/company/:id/order-settings',
  ],
  instant: [...instantLists, 'GET /v1/instants/:id', 'GET /v1/company/:id/calendar', 'GET /v1/instants/:id/bookings'],
  company: [
    'GET /v1/company/ownership',
    'GET /v1/company/:id/team',
    'GET /v1/company/settings/:companyId',
    'GET /v1/company/:id/hours',
    'GET /v1/company/:id/numbers',
    'GET /v1/company/:id/town-numbers',
    'GET /v1/company/:id/domain',
    'GET /v1/company/:id/open-data',
    'GET /v1/company/:id/calendar',
    'GET /v1/company/:id/codes',
    'GET /v1/company/:id/photos',
    'GET /v1/company/:id/quick-replies',
    'GET /v1/company/:id/away-message',
  ],
  service: ['GET /v1/municipality/:id/service'],
  notice: ['GET /v1/account/notifications'],
} as const satisfies Record<string, readonly ReadEndpoint[]>

/** The desk of the operator, where one decision may show on several panels. */
export const operatorReads = [
  'GET /v1/operator/identities',
  'GET /v1/operator/reports',
  'GET /v1/operator/audit',
  'GET /v1/operator/blocked',
  'GET /v1/operator/work',
  'GET /v1/operator/legal',
] as const satisfies readonly ReadEndpoint[]

export const everyRead: readonly ReadEndpoint[] = Object.values(readsOf).flat()
