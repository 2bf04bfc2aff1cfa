import { type Answer, call, clientAt } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { type FakeProvider, type SeenRequest, startFakeProvider } from '../fakes/fake-provider.ts'
import { createFakeStripe, type FakeStripe } from '../fakes/fake-stripe.ts'
import { insertCommerce, readMembership } from '../sql/seed.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_1'
const tenMinutes = 600_000

type Shop = Awaited<ReturnType<typeof insertCommerce>>
type Shown = { checks: Check[]; controls: Control[]; recoveries?: number[] }
type Stage = {
  testbed: Testbed
  base: string
  env: Record<string, string>
  provider: FakeProvider
  stripe: FakeStripe
}

/** F10: the provider opens a page and does not answer, cannot be read when it reports a payment, or reports nothing. */
export const paymentDown: Fault = {
  id: 'F10',
  title: 'payment provider silent, failing, never heard of again',
  isLong: true,
  run: async ({ testbed }) => {
    await using provider = await startFakeProvider()
    const env = {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: provider.url,
    }
    await using api = await testbed.start({ PROCESS_ROLE: 'api', ...env })
    const stage = { testbed, base: api.base, env, provider, stripe: createFakeStripe(secretKey, webhookSecret) }
    const [first, second] = [await insertCommerce(testbed.db), await insertCommerce(testbed.db)]
    const { sessionId, ...clicks } = await loseAnswer(stage, first)
    const webhook = await tellWhileDown(stage, first, sessionId)
    const silent = await tellNothing(stage, second)
    return {
      done: '1 silence, 1 webhook while it cannot be read, 1 page never left',
      recoveries: silent.recoveries ?? [],
      checks: [...clicks.checks, ...webhook, ...silent.checks],
      controls: [...clicks.controls, ...silent.controls],
    }
  },
}

/** The page is opened, the answer never comes; the person asks again. */
async function loseAnswer(stage: Stage, shop: Shop): Promise<Shown & { sessionId: string }> {
  const { provider, stripe } = stage
  const keys = new Set<unknown>()
  const noted = (request: SeenRequest) => {
    if (request.method === 'POST') keys.add(request.headers['idempotency-key'])
    return stripe.handle(request)
  }
  provider.reply((request) => {
    noted(request)
    return 'silence'
  })
  const silent = await buy(stage, shop, 'one click')
  provider.reply(noted)
  const opened = await buy(stage, shop, 'one click')
  const oneClick = judgeClicks(keys)
  await buy(stage, shop, 'another click')
  return {
    sessionId: sessionOf(opened.body),
    checks: [
      holds(`a silent provider is answered 502 or 503 (${silent.status})`, [502, 503].includes(silent.status)),
      within('after', silent.milliseconds, 9_500),
      oneClick,
    ],
    controls: [planted('a new key for each try', [judgeClicks(keys)])],
  }
}

async function tellWhileDown({ testbed, base, provider, stripe }: Stage, { companyId }: Shop, sessionId: string) {
  const [paid] = stripe.pay(sessionId)
  const tell = async () => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': paid?.signature ?? '' }
    return (await call(base, 'POST', '/v1/payment/webhook', { body: Buffer.from(paid?.rawBody ?? ''), headers })).status
  }
  provider.reply('500')
  const whileDown = await tell()
  provider.reply(stripe.handle)
  const told = [await tell(), await tell()]
  return [
    holds(`a webhook that cannot be checked is answered ${whileDown}: it comes again`, whileDown >= 500),
    holds(
      `then ${told.join(' and ')}`,
      told.every((status) => status === 200),
    ),
    judgeGiven(await readMembership(testbed.db, companyId)),
  ]
}

/** The payment is done and neither browser nor webhook reports it: the reconciler reads it. */
async function tellNothing(stage: Stage, shop: Shop): Promise<Shown> {
  const { testbed, base, env, stripe } = stage
  stripe.pay(sessionOf((await buy(stage, shop, 'a click and no more')).body))
  const never = judgeGiven(await readMembership(testbed.db, shop.companyId))
  const setClock = (now: string | null) => clientAt(base).call('PUT /v1/dev/clock', { body: { now } })
  await setClock(new Date(Date.now() + tenMinutes).toISOString())
  await using _worker = await testbed.start({ ...env, PROCESS_ROLE: 'worker' })
  const took = await until('the reconciler', 60_000, async () => {
    return (await readMembership(testbed.db, shop.companyId)).changes > 0
  }).catch(() => 60_000)
  await setClock(null)
  return {
    recoveries: [took],
    checks: [judgeGiven(await readMembership(testbed.db, shop.companyId))],
    controls: [planted('no reconciler', [never])],
  }
}

function buy({ base }: Stage, { owner, companyId }: Shop, click: string): Promise<Answer> {
  const json = { companyId, subscriptionId: 'premium', periodicity: 'annual' }
  const options = { token: owner.token, json, headers: { 'idempotency-key': click } }
  return call(base, 'POST', '/v1/payment/create/paymentSession', options)
}

function judgeClicks(keys: ReadonlySet<unknown>): Check {
  return holds(`pages that one click could open: ${keys.size}`, keys.size === 1)
}

function judgeGiven({ membership, changes }: { membership: string; changes: number }): Check {
  return holds(`the plan was given once: ${membership}, ${changes}`, membership === 'premium' && changes === 1)
}

function sessionOf(body: string): string {
  const { data } = JSON.parse(body) as { data?: { sessionId?: string } }
  if (!data?.sessionId) throw new Error(`no payment page: ${body.slice(0, 200)}`)
  return data.sessionId
}
