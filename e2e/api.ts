import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { clientOf, type Owner } from './people.ts'

type Somebody = { token: string }
type Sent = Parameters<APIRequestContext['post']>[1]

/** Calls the API in somebody's name; the call must succeed. Returns `data`. */
export async function callAs<T>(
  request: APIRequestContext,
  { token }: Somebody,
  path: string,
  sent: NonNullable<Sent> & { method?: string } = {},
): Promise<T> {
  const reply = await request.fetch(path, { method: 'POST', ...sent, headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
  return ((await reply.json()) as { data: T }).data
}

/** Pays for a plan on the embedded payment page, without a browser. */
export async function buyPlan(request: APIRequestContext, owner: Owner, plan = 'premium'): Promise<string> {
  const { token, companyId } = owner
  const client = clientOf(request)
  const body = { companyId, subscriptionId: plan, periodicity: 'annual' }
  const { sessionId } = await client.call('POST /v1/payment/create/paymentSession', { token, body, as: 'multipart' })
  const settled = await request.post(`/v1/dev/checkout/${sessionId}`, { data: { outcome: 'paid' } })
  expect(settled.status()).toBeLessThan(400)
  await client.call('POST /v1/payment/validate', { token, body: { sessionId } })
  return sessionId
}

/** Signed in before the first page, without showing the login page. */
export async function openSignedIn(page: Page, { token }: Somebody, path: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  await page.goto(path)
}

/** The API refuses a call, with this status. */
export async function refuse(page: Page, path: string, status: number, message = 'Refus de test'): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json: { error: { code: 'TEST', message } } }))
}
