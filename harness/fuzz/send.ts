import { addressCall } from '@parvis/client/call'
import type { Answered } from '@parvis/client/client'
import type { TestApp } from '../server/test-app.ts'
import { siteHeaders, type Visitor } from '../town/site-visitors.ts'
import type { TownClient } from '../town/town-client.ts'

/** One valid call, to a server, with the headers of a try. */
export type Send = (to: Pick<TestApp, 'call'>, headers: Record<string, string>) => Promise<Answered>
export type Sends = Record<string, Send>

type Params = Record<string, string | number | undefined>
type Row = [params?: Params | undefined, body?: object]
type Written = Partial<Record<Parameters<TownClient['answer']>[0], Row>>

/** Calls of one person by the names of their endpoints: what the path names, and the body, a form where it holds a file. */
export function sendsOf(who: { token?: string } | Visitor, written: Written): Sends {
  const sends = Object.entries<Row>(written).map(([name, [params, body]]): [string, Send] => {
    const { method, url } = addressCall(name, { params }).call
    const hasFile = Object.values(body ?? {}).some((value) => value instanceof Blob)
    const own = { ...('token' in who && { token: who.token }), ...(body && { [hasFile ? 'multipart' : 'json']: body }) }
    const site = 'cookies' in who && url.startsWith('/v1/site') ? siteHeaders(who) : {}
    return [name, (to, headers) => to.call(method, url, { ...own, headers: { ...site, ...headers } })]
  })
  return Object.fromEntries(sends)
}
