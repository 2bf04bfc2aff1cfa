import type { TestApp } from '../server/test-app.ts'
import { addMember } from '../sql/people.ts'
import { newOwner, newPerson } from '../town/people.ts'
import type { Send } from './talk-calls.ts'

/** A shop with two members and two invitations: one of each is changed or accepted, the other is taken away. */
export async function teamCalls(server: TestApp): Promise<Record<string, Send>> {
  const shop = await newOwner(server)
  const [changed, removed, accepting, refusing, revoked] = [
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
  ]
  for (const { userId } of [changed, removed]) await addMember(server.db, shop.companyId, userId, 'counter')
  const team = `/v1/company/${shop.companyId}`
  const send =
    (method: string, path: string, json?: object, token = shop.token): Send =>
    (to, headers) =>
      to.call(method, path, { token, headers, ...(json && { json }) })
  for (const { phone } of [accepting, refusing, revoked])
    await send('POST', `${team}/invitations`, { phone, role: 'counter' })(server, {})
  const invitationOf = async ({ token }: { token: string }) =>
    (await server.client.call('GET /v1/invitations', { token }))[0]?.id
  const names = { first_name: 'Zoé', last_name: 'Martin' }
  return {
    'PUT /v1/company/:id/team/:memberId': send('PUT', `${team}/team/${changed.userId}`, { role: 'publisher' }),
    'DELETE /v1/company/:id/team/:memberId': send('DELETE', `${team}/team/${removed.userId}`),
    'POST /v1/invitations/:id/accept': send(
      'POST',
      `/v1/invitations/${await invitationOf(accepting)}/accept`,
      names,
      accepting.token,
    ),
    'DELETE /v1/invitations/:id': send(
      'DELETE',
      `/v1/invitations/${await invitationOf(refusing)}`,
      undefined,
      refusing.token,
    ),
    'DELETE /v1/company/:id/invitations/:invitationId': send(
      'DELETE',
      `${team}/invitations/${await invitationOf(revoked)}`,
    ),
  }
}
