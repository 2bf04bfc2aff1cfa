import type { Answered } from '@parvis/client/client'
import type { AnswerOf } from '@parvis/domain/api'
import type { TestApp } from '../server/test-app.ts'
import { newOwner, type Owner, type Person } from './people.ts'
import { newResident, type Resident, siteCalls, siteHeaders } from './site-visitors.ts'

export type Who = Person | Owner | Resident
export type Message = AnswerOf<'POST /v1/discussions/:id/message'>
export type Conversation = AnswerOf<'GET /v1/chat/discussion'>[number]
export type BroadcastConversation = AnswerOf<'GET /v1/company/:id/broadcast'>

/** What an answer that must succeed holds. */
export function dataOf<T>({ status, data, error }: Answered): T {
  if (status !== 200) throw new Error(`expected 200, got ${status} ${error?.code ?? ''}`)
  return data as T
}

/** Conversations, broadcasts and orders through HTTP, as the portal and a browser on the residents' site call them. */
export function conversationCalls(server: TestApp) {
  const signed = (who: Who, path: string) =>
    path.startsWith('/v1/site') && 'cookies' in who ? siteHeaders(who) : { authorization: `Bearer ${who.token}` }
  const post = (who: Who, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', path, { json: json ?? {}, headers: { ...signed(who, path), ...headers } })
  const get = (who: Who, path: string) => server.call('GET', path, { headers: signed(who, path) })

  const open = async (resident: Resident, { companyId }: Owner, message = 'Bonjour') =>
    dataOf<{ uuid: string }>(await post(resident, `/v1/site/companies/${companyId}/messages`, { message })).uuid
  const say = (who: Who, uuid: string, message: string, more: object = {}) => {
    const path = 'cookies' in who ? `/v1/site/conversations/${uuid}/messages` : `/v1/discussions/${uuid}/message`
    return post(who, path, { message, ...('companyId' in who && { companyId: who.companyId }), ...more })
  }
  const getMessages = (who: Who, uuid: string, query = '') =>
    get(who, 'cookies' in who ? `/v1/site/conversations/${uuid}${query}` : `/v1/discussions/${uuid}/messages${query}`)
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
      post(who, `/v1/${'cookies' in who ? 'site/conversations' : 'app/discussions'}/${uuid}/${verb}`),
    follow: (who: Resident, { companyId }: Owner, follows = 1) => siteCalls(server).follow(who, companyId, { follows }),
    addDevice: (who: Person, token: string) => post(who, '/v1/app/devices', { token, platform: 'android' }),
    pushes: () => server.client.call('GET /v1/dev/outbox', { query: { kind: 'push' } }),
    /** An association, which has no cap, and a resident who wrote to it first. */
    newConversation: async (message?: string) => {
      const company = await newOwner(server, { type: 'association', name: 'Les Amis du Livre' })
      const resident = await newResident(server, { firstName: 'Julie', lastName: 'Martin' })
      return { company, resident, uuid: await open(resident, company, message) }
    },
  }
}
