import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { clientOf, type Owner } from './people.ts'

type Somebody = { token: string }

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

/** Takes away the `Date` of what the server answers: the page goes by its own clock alone, which the journey moves. */
export async function goByOwnClock(page: Page): Promise<void> {
  await page.addInitScript(`
    for (const [{ prototype }, read] of [[Headers, 'get'], [XMLHttpRequest, 'getResponseHeader']]) {
      const any = prototype[read]
      prototype[read] = function (name) { return name === 'date' ? null : any.call(this, name) }
    }`)
}
