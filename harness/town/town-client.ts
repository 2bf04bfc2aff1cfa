import { type Client, createClient, type Transport } from '@parvis/client/client'
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
  await client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  const code = await codeSentTo(client, phone)
  const { token } = await client.call('POST /v1/authentication/start-session', { body: { phone, code, app_id } })
  return token
}
