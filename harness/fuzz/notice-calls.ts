import type { Answered } from '@parvis/client/client'
import { hashAddress, ticketUrl } from '../../apps/server/src/features/notices/mail-tickets.ts'
import type { TestApp } from '../server/test-app.ts'
import { newOwner } from '../town/people.ts'

type Send = (server: TestApp, headers: Record<string, string>) => Promise<Answered>

/** The clicks of a mail, with tickets that the server signed. */
export async function noticeCalls(server: TestApp): Promise<Record<string, Send>> {
  const { config } = server.deps
  const { userId } = await newOwner(server)
  const click =
    (use: 'unsubscribe' | 'not-mine', subject: string): Send =>
    (to, headers) =>
      to.call('POST', ticketUrl(config, use, subject).slice(config.publicUrl.length), { headers, json: {} })
  return {
    'POST /v1/email/unsubscribe': click('unsubscribe', String(userId)),
    'POST /v1/email/not-mine': click('not-mine', hashAddress(config, 'qui@exemple.fr').toString('base64url')),
  }
}
