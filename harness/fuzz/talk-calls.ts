import type { Answered } from '@parvis/client/client'
import type { TestApp } from '../server/test-app.ts'
import { conversationCalls, dataOf } from '../town/conversations.ts'
import { newOwner, newPerson } from '../town/people.ts'

/** One valid call, to a server, with the headers of a try. */
export type Send = (server: TestApp, headers: Record<string, string>) => Promise<Answered>

/** A shop with what its calls name: a conversation with a note, two quick replies, what leaves later. */
export async function talkCalls(server: TestApp): Promise<Record<string, Send>> {
  const shop = await newOwner(server, { type: 'association' })
  const resident = await newPerson(server)
  const discussion = await conversationCalls(server).open(resident, shop)
  const send =
    (method: string, path: string, json?: object): Send =>
    (to, headers) =>
      to.call(method, path, { token: shop.token, headers, ...(json && { json }) })
  const made = async (path: string, json: object) =>
    dataOf<{ id: number }[]>(await send('POST', path, json)(server, {})).map(({ id }) => id)
  const replies = `/v1/company/${shop.companyId}/quick-replies`
  await made(replies, { shortcut: 'bonjour', text: 'Bonjour' })
  const [first, second] = await made(replies, { shortcut: 'merci', text: 'Merci' })
  const [note] = await made(`/v1/discussions/${discussion}/notes`, { text: 'À rappeler' })
  const later = { message: 'À demain', sendAt: new Date(Date.now() + 86_400_000).toISOString() }
  const [talk, cast] = [
    `/v1/discussions/${discussion}/scheduled-messages`,
    `/v1/company/${shop.companyId}/scheduled-broadcasts`,
  ]
  const [changed, cancelled, sent] = [
    dataOf<{ id: number }>(await send('POST', talk, later)(server, {})).id,
    dataOf<{ id: number }>(await send('POST', talk, later)(server, {})).id,
    dataOf<{ id: number }>(await send('POST', talk, later)(server, {})).id,
  ]
  await made(cast, later)
  await made(cast, later)
  const casts = await made(cast, later)
  const idRankCouples = [
    { id: first, rank: 2 },
    { id: second, rank: 1 },
  ]
  return {
    'PUT /v1/company/:id/quick-replies/:replyId': send('PUT', `${replies}/${first}`, { shortcut: 'oui', text: 'Oui' }),
    'DELETE /v1/company/:id/quick-replies/:replyId': send('DELETE', `${replies}/${second}`),
    'POST /v1/company/:id/quick-replies/rearrange': send('POST', `${replies}/rearrange`, { idRankCouples }),
    'PUT /v1/discussions/:id/scheduled-messages/:sid': send('PUT', `${talk}/${changed}`, later),
    'DELETE /v1/discussions/:id/scheduled-messages/:sid': send('DELETE', `${talk}/${cancelled}`),
    'POST /v1/discussions/:id/scheduled-messages/:sid/send-now': send('POST', `${talk}/${sent}/send-now`, {}),
    'PUT /v1/company/:id/scheduled-broadcasts/:sid': send('PUT', `${cast}/${casts[0]}`, later),
    'DELETE /v1/company/:id/scheduled-broadcasts/:sid': send('DELETE', `${cast}/${casts[1]}`),
    'POST /v1/company/:id/scheduled-broadcasts/:sid/send-now': send('POST', `${cast}/${casts[2]}/send-now`, {}),
    'DELETE /v1/discussions/:id/notes/:noteId': send('DELETE', `/v1/discussions/${discussion}/notes/${note}`),
  }
}
