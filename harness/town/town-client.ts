import { type Answered, type Client, createClient, type Transport } from '@parvis/client/client'
import type { AnyEndpoint } from '@parvis/domain/api'
import type { developmentContract } from '../../apps/server/src/development/development.contract.ts'

type DevelopmentEndpoint = (typeof developmentContract)[keyof typeof developmentContract]

/** The API as clients see it, with the helpers of a development server: codes, clock, payments. */
export type TownClient = Client<AnyEndpoint | DevelopmentEndpoint>

export const createTownClient = (transport: Transport): TownClient =>
  createClient<AnyEndpoint | DevelopmentEndpoint>(transport)

/** The last code sent to a phone, as the development outbox holds it. */
export async function codeSentTo({ call }: TownClient, phone: string): Promise<string> {
  const to = phone.replace(/^0/, '+33')
  const [sent] = await call('GET /v1/dev/outbox', { query: { kind: 'sms', to } })
  const code = /\b\d{5}\b/.exec(sent?.text ?? '')?.[0]
  if (!code) throw new Error(`no code was sent to ${to}`)
  return code
}

/** Asks for a code, reads it and starts a session: its token. */
export async function signIn(client: TownClient, phone: string, app_id?: string): Promise<string> {
  const code = await askCode(client, phone)
  const { token } = await client.call('POST /v1/authentication/start-session', { body: { phone, code, app_id } })
  return token
}

/** What a browser sends with each call of the residents' site. */
export type SiteBrowser = { host: string; origin: string; cookie?: string }

/** A browser on the residents' site at `origin`, with the cookie that the answer to its first act gave it. */
export async function newBrowser(
  origin: string,
  act: (headers: SiteBrowser) => Promise<Answered>,
): Promise<SiteBrowser> {
  const browser = { host: new URL(origin).host, origin }
  const { status, error, headers } = await act(browser)
  if (status !== 200) throw new Error(`the site lets a browser in, got ${status} ${error?.code ?? ''}`)
  return { ...browser, cookie: cookiesOf({ headers }) }
}

/** A browser of the person of this phone, confirmed by the code sent to it. */
export async function enterByPhone(client: TownClient, origin: string, phone: string): Promise<SiteBrowser> {
  const body = { phone, code: await askCode(client, phone) }
  return await newBrowser(origin, (headers) => client.answer('POST /v1/site/phone', { body, headers }))
}

/** What an answer sets, as the next call sends it. */
export const cookiesOf = ({ headers }: Pick<Answered, 'headers'>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ')

async function askCode(client: TownClient, phone: string): Promise<string> {
  await client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  return await codeSentTo(client, phone)
}
