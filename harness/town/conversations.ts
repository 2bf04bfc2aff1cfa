import type { Answered } from '@parvis/client/client'
import type { AnswerOf } from '@parvis/domain/api'
import type { TestApp } from '../server/test-app.ts'
import { newOwner, newPerson, type Owner, type Person } from './people.ts'

export type Who = Person | Owner
export type Message = AnswerOf<'POST /v1/discussions/:id/message'>
export type Conversation = AnswerOf<'GET /v1/chat/discussion'>[number]
export type BroadcastConversation = AnswerOf<'GET /v1/company/:id/broadcast'>

/** What an answer that must succeed holds. */
export function dataOf<T>({ status, data, error }: Answered): T {
  if (status !== 200) throw new Error(`expected 200, got ${status} ${error?.code ?? ''}`)
  return data as T
}

/** Conversations, broadcasts and orders through HTTP, as the portal and the residents' app call them. */
export function conversationCalls(server: TestApp) {
  const post = (who: Person, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', path, { token: who.token, json: json ?? {}, headers })
  const get = (who: Person, path: string) => server.call('GET', path, { token: who.token })

  const open = async (resident: Person, company: Owner) =>
    dataOf<{ uuid: string }>(await post(resident, '/v1/app/discussions', { companyId: company.companyId })).uuid
  const say = (who: Who, uuid: string, message: string, more: object = {}) =>
    post(who, `/v1/discussions/${uuid}/message`, {
      message,
      ...('companyId' in who && { companyId: who.companyId }),
      ...more,
    })
  const getMessages = (who: Who, uuid: string, query = '') => get(who, `/v1/discussions/${uuid}/messages${query}`)
  return {
    post,
    get,
    open,
    say,
    getMessages,
    sayOk: async (who: Who, uuid: string, message: string) => dataOf<Message>(await say(who, uuid, message)),
    read: async (who: Who, uuid: string, query = '') => dataOf<Message[]>(await getMessages(who, uuid, query)),
    list: async (company: Owner) =>
      dataOf<Conversation[]>(await get(company, `/v1/chat/discussion?companyId=${company.companyId}`)),
    block: (who: Who, uuid: string, verb: 'block' | 'unblock' = 'block') =>
      post(who, `/v1/app/discussions/${uuid}/${verb}`),
    follow: ({ token }: Person, { companyId: id }: Owner) =>
      server.client.answer('PUT /v1/app/companies/:id/follow', { params: { id }, token }),
    unfollow: ({ token }: Person, { companyId: id }: Owner) =>
      server.client.answer('DELETE /v1/app/companies/:id/follow', { params: { id }, token }),
    addDevice: (who: Person, token: string) => post(who, '/v1/app/devices', { token, platform: 'android' }),
    pushes: async () =>
      dataOf<{ to: string; text: string; payload: unknown }[]>(
        await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'push' } }),
      ),
    /** An association, which has no cap, and a resident who opened a conversation with it. */
    newConversation: async () => {
      const company = await newOwner(server, { type: 'association', name: 'Les Amis du Livre' })
      const resident = await newPerson(server, { firstName: 'Julie', lastName: 'Martin' })
      return { company, resident, uuid: await open(resident, company) }
    },
  }
}
