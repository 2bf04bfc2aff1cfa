import type { Answered } from '@parvis/client/client'
import { transaction } from '@parvis/postgres'
import type { InjectOptions } from 'fastify'
import { run } from '../../apps/server/src/db/database.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../apps/server/src/http/resident-cookie.ts'
import { insertDevice } from '../../apps/server/src/http/resident-door.queries.ts'
import type { TestApp } from '../server/test-app.ts'
import { editForm, updateCompany } from './companies.ts'
import { newOwner, newPerson, type Owner, type Person } from './people.ts'

/** The residents' site of a test server. */
export const residentHost = 'parvis.localhost:3000'
export const residentOrigin = `http://${residentHost}`

let names = 0

/** A business with an address of its own on the site. */
export async function newSiteShop(server: TestApp, of: Parameters<typeof newOwner>[1] = {}): Promise<Owner> {
  const owner = await newOwner(server, of)
  const kind = of.type === 'association' ? { type: 'association', category: 'culture' } : {}
  const form = editForm({ name: of.name ?? `Fournil ${++names}`, ...kind })
  const { status, error } = await updateCompany(server, owner, form)
  if (status !== 200) throw new Error(`a shop is updated: ${error?.code}`)
  return owner
}

/** A browser on the residents' site: the cookies it was given, and nothing else. */
export type Visitor = { cookies: Map<string, string> }
export const newVisitor = (): Visitor => ({ cookies: new Map() })

/** Somebody with a session, whom a browser on the site knows as well. */
export type Resident = Person & Visitor

export async function newResident(server: TestApp, named?: Parameters<typeof newPerson>[1]): Promise<Resident> {
  const [person, secret] = [await newPerson(server, named), newDeviceSecret()]
  const device = { userId: person.userId, secretHash: hashDeviceSecret(secret), name: 'Test' }
  await transaction(server.db, (tx) => insertDevice(tx, device))
  await run(server.db)`insert into resident_settings (user_id) values (${person.userId})`
  return { ...person, cookies: new Map([['habitant-dev', secret]]) }
}

export type SiteAnswer<T = unknown> = Answered<T> & { code: string | undefined }

type Sending = {
  /** Or the fields of a form without script, as they are sent. */
  json?: object | string | undefined
  origin?: string | null
  headers?: Record<string, string>
  remoteAddress?: string
}

/** The calls of /v1/site as a browser sends them, keeping the cookies of the answers. */
export function siteCalls(server: TestApp) {
  async function call<T = unknown>(
    who: Visitor | null,
    method: string,
    path: string,
    sending: Sending = {},
  ): Promise<SiteAnswer<T>> {
    const answer = await server.app.inject(requestOf(who, method, path, sending))
    for (const { name, value, maxAge } of answer.cookies)
      if (value === '' || maxAge === 0) who?.cookies.delete(name)
      else who?.cookies.set(name, value)
    const body = answer.body.startsWith('{') ? answer.json() : {}
    const { statusCode: status, headers } = answer
    return { status, headers, data: (body.data ?? body) as T, code: body.error?.code, error: body.error }
  }
  const post = async <T = unknown>(who: Visitor, path: string, json: object = {}, sending: Sending = {}) =>
    await call<T>(who, 'POST', path, { json, ...sending })
  return {
    call,
    get: async <T = unknown>(who: Visitor | null, path: string) => await call<T>(who, 'GET', path),
    post,
    put: async <T = unknown>(who: Visitor, path: string, json: object) => await call<T>(who, 'PUT', path, { json }),
    remove: async <T>(who: Visitor, path: string, json: object = {}) => await call<T>(who, 'DELETE', path, { json }),
    follow: async (who: Visitor, companyId: string, more: object = {}) => {
      const json = { follows: 1, ...more }
      return await post<{ followersCount: number; mode: string }>(who, `/companies/${companyId}/follow`, json)
    },
    /** Opens the conversation with a business, or writes in it: its id. */
    write: async (who: Visitor, companyId: string, message: string, more: object = {}) =>
      await post<{ uuid: string }>(who, `/companies/${companyId}/messages`, { message, ...more }),
    reply: async (who: Visitor, uuid: string, message: string) =>
      await post<{ message: string }>(who, `/conversations/${uuid}/messages`, { message }),
    /** A browser's subscription with a known push service; answers its endpoint. */
    subscribe: async (who: Visitor, endpoint = newEndpoint()) => {
      const keys = { auth: 'DGv6ra1nlYgDCS1FRnbzlw', p256dh: `B${'A'.repeat(86)}` }
      const { status } = await post(who, '/push', { subscription: { endpoint, keys } })
      if (status !== 200) throw new Error(`a subscription is taken, got ${status}`)
      return endpoint
    },
  }
}

/** Opens addresses of the site as a browser without script reads them; `text`: the page's own words, spaces plain. */
export function sitePages(server: TestApp) {
  return async (url: string, headers: Record<string, string> = {}) => {
    const answer = await server.app.inject({ url, headers: { host: residentHost, accept: 'text/html', ...headers } })
    const { statusCode: status, body: html } = answer
    const text = html
      .slice(Math.max(0, html.indexOf('<main')), html.includes('<footer') ? html.indexOf('<footer') : undefined)
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
    const { location = '', 'cache-control': cache = '' } = answer.headers
    return { status, location: String(location), cache: String(cache), html, text }
  }
}

let endpoints = 0
const newEndpoint = (): string => `https://updates.push.services.mozilla.com/wpush/v2/${Date.now()}-${++endpoints}`

/** What a browser sends with each call of the site. */
export function siteHeaders(who: Visitor | null): Record<string, string> {
  const cookie = [...(who?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  return { host: residentHost, origin: residentOrigin, ...(cookie && { cookie }) }
}

function requestOf(who: Visitor | null, method: string, path: string, sending: Sending): InjectOptions {
  const { json, origin = residentOrigin, headers = {}, remoteAddress } = sending
  const { origin: _, ...own } = siteHeaders(who)
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url: `/v1/site${path}`,
    headers: { ...own, ...(origin && method !== 'GET' && { origin }), ...headers },
    ...(json && { payload: json }),
    ...(remoteAddress && { remoteAddress }),
  }
}
