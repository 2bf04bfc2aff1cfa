import type { Answered } from '@parvis/client/client'
import { hashAddress, ticketUrl } from '../../apps/server/src/features/notices/mail-tickets.ts'
import type { TestApp } from '../server/test-app.ts'
import { newOwner } from '../town/people.ts'
import { pushSubscription } from './aimed-call.ts'

type Send = (server: TestApp, headers: Record<string, string>) => Promise<Answered>

/** Notices, acceptances and the clicks of a mail, with tickets that the server signed. */
export async function noticeCalls(server: TestApp): Promise<Record<string, Send>> {
  const { config } = server.deps
  const { userId, token, companyId } = await newOwner(server)
  const { endpoint } = pushSubscription
  await server.db
    .insertInto('legal_documents')
    .values({ kind: 'terms', version: 1, effective_on: '2026-01-01', html: '<p>Texte</p>', published_by: 'operator' })
    .execute()
  const ask =
    (method: string, path: string, json: object): Send =>
    (to, headers) =>
      to.call(method, path, { token, headers, json })
  const click =
    (use: 'unsubscribe' | 'not-mine', subject: string): Send =>
    (to, headers) =>
      to.call('POST', ticketUrl(config, use, subject).slice(config.publicUrl.length), { headers, json: {} })
  return {
    'PUT /v1/company/:id/notifications': ask('PUT', `/v1/company/${companyId}/notifications`, {
      kind: 'order',
      sms: true,
    }),
    'PUT /v1/account/sound': ask('PUT', '/v1/account/sound', { sound: false }),
    'POST /v1/account/devices': ask('POST', '/v1/account/devices', {
      subscription: pushSubscription,
      label: 'Chrome',
    }),
    'DELETE /v1/account/devices': ask('DELETE', '/v1/account/devices', { endpoint }),
    'POST /v1/account/devices/test': ask('POST', '/v1/account/devices/test', { endpoint }),
    'POST /v1/legal/acceptances': ask('POST', '/v1/legal/acceptances', { kind: 'terms', version: 1, companyId }),
    'POST /v1/email/unsubscribe': click('unsubscribe', String(userId)),
    'POST /v1/email/not-mine': click('not-mine', hashAddress(config, 'qui@exemple.fr').toString('base64url')),
  }
}
