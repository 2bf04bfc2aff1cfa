import { hkdfSync, randomBytes } from 'node:crypto'
import type { Answered } from '@parvis/client/client'
import { columnOf } from '../../apps/server/src/db/database.ts'
import { signWebhook } from '../../apps/server/src/gateways/payment/payment-events.ts'
import type { TestApp } from '../server/test-app.ts'
import { foundCell } from '../sql/found.ts'
import type { Owner } from './people.ts'

export type Choice = { plan?: string; periodicity?: string }

/** Asks for a payment page as the portal does, in multipart. */
export function askSession(server: TestApp, owner: Owner, { plan = 'premium', periodicity = 'annual' }: Choice = {}) {
  const body = { companyId: owner.companyId, subscriptionId: plan, periodicity }
  return server.client.answer('POST /v1/payment/create/paymentSession', { token: owner.token, body, as: 'multipart' })
}

export async function openSession(server: TestApp, owner: Owner, choice: Choice = {}): Promise<string> {
  const { status, data, error } = await askSession(server, owner, choice)
  if (status !== 200) throw new Error(`no payment session: ${status} ${error?.code}`)
  return (data as { sessionId: string }).sessionId
}

export function press(
  server: TestApp,
  sessionId: string,
  outcome: 'paid' | 'unpaid' | 'cancel',
  query: { duplicate?: string } = {},
) {
  const asked = { params: { sessionId }, query, as: 'form', body: { outcome } } as const
  return server.client.answer('POST /v1/dev/checkout/:sessionId', asked)
}

/** Pays at the provider without its webhook reaching us; answers the calls it would have made. */
export async function payInSilence(server: TestApp, sessionId: string) {
  const settled = await server.development?.checkout.settle(sessionId, 'paid', Date.now() / 1_000)
  return settled?.webhooks ?? []
}

export function validate(server: TestApp, owner: Owner, sessionId: unknown, extra: object = {}): Promise<Answered> {
  return server.client.answer('POST /v1/payment/validate', { token: owner.token, body: { sessionId, ...extra } })
}

/** Buys a plan from the page to the webhook; answers the session. */
export async function buy(server: TestApp, owner: Owner, choice: Choice = {}): Promise<string> {
  const sessionId = await openSession(server, owner, choice)
  await press(server, sessionId, 'paid')
  await server.runJobs()
  return sessionId
}

export function play(server: TestApp, { companyId }: Owner, event: string): Promise<Answered> {
  const asked = { params: { companyId }, as: 'form', body: { event } } as const
  return server.client.answer('POST /v1/dev/subscriptions/:companyId', asked)
}

export async function membershipOf({ db }: TestApp, { companyId }: Owner): Promise<string> {
  return await foundCell<string>(db)`select membership from companies where id = ${companyId}`
}

export async function membershipChanges({ db }: TestApp, { companyId }: Owner) {
  const lines = await columnOf<Record<string, unknown>>(db)`
    select audit_log.details from audit_log
    where audit_log.object = ${`company:${companyId}`} and audit_log.action = 'membership.change'
    order by audit_log.id`
  return lines.map(({ from, to }) => `${from} ${to}`)
}

/** An event of the provider, signed or not as a test says. */
export function event(type: string, objectId: string, created = Math.floor(Date.now() / 1_000)): string {
  const id = `evt_${randomBytes(8).toString('hex')}`
  return JSON.stringify({ id, object: 'event', type, livemode: false, created, data: { object: { id: objectId } } })
}

export function webhookSecret({ deps }: TestApp): string {
  const key = hkdfSync('sha256', deps.config.secretKey, '', 'parvis embedded payment webhooks', 32)
  return Buffer.from(key).toString('hex')
}

export async function tell(
  { app }: TestApp,
  { rawBody, signature }: { rawBody: string | Buffer; signature: string | undefined },
  headers: Record<string, string> = {},
): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/v1/payment/webhook',
    payload: rawBody,
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }), ...headers },
  })
  return statusCode
}

export function signed(server: TestApp, rawBody: string, seconds = Date.now() / 1_000) {
  return { rawBody, signature: signWebhook(rawBody, webhookSecret(server), seconds) }
}
