import { actForm, alertForm } from '../town/halls.ts'
import type { AuthorizationFixture } from './authorization-fixture.ts'
import type { Send } from './talk-calls.ts'

/** With the file that an act is; an alert is written by one member and sent by another. */
export function hallCalls({ townHall: { companyId, token }, people, ids }: AuthorizationFixture): Record<string, Send> {
  const act = actForm()
  const written = alertForm()
  return {
    'POST /v1/company/:id/alerts': (to, headers) =>
      to.call('POST', `/v1/company/${companyId}/alerts`, { token, headers, json: written }),
    'POST /v1/alerts/:id/send': (to, headers) =>
      to.call('POST', `/v1/alerts/${ids.alert}/send`, {
        token: people.manager.token,
        headers,
        json: { confirmation: 'Clichy' },
      }),
    'POST /v1/company/:id/acts': (to, headers) =>
      to.call('POST', `/v1/company/${companyId}/acts`, { token, headers, multipart: act }),
  }
}
