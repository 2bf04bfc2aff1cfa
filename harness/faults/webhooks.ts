import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signWebhook } from '../../apps/server/src/gateways/payment/payment-events.ts'
import { call, clientAt } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { forgetPayment } from '../sql/control.ts'
import { insertCommerce, readMembership } from '../sql/seed.ts'
import { type Check, type Fault, holds, planted } from './fault.ts'
import { planting } from './planting.ts'

type Event = { id: string; type: string; sessionId: string; created: number }

/** F12: webhooks repeated a hundred times at once, late, out of order, or forged. */
export const webhookFlood: Fault = {
  id: 'F12',
  title: 'webhooks repeated, late, out of order, forged',
  run: async ({ testbed }) => {
    const { owner, companyId } = await insertCommerce(testbed.db)
    const servers = [await testbed.start(), await testbed.start()]
    const base = servers[0]?.base ?? ''
    const body = { companyId, subscriptionId: 'premium', periodicity: 'annual' }
    const asking = { token: owner.token, body }
    const { sessionId } = await clientAt(base).call('POST /v1/payment/create/paymentSession', asking)
    const now = Math.floor(Date.now() / 1_000)
    const tell = (event: Event, n: number, secret = webhookSecret(testbed), signedAt = now) =>
      send(servers[n % servers.length]?.base ?? base, event, secret, signedAt)
    const completed = () => newEvent('checkout.session.completed', sessionId, now)
    const forged = await tell(completed(), 0, 'wrong')
    const dated = [await tell(completed(), 0, undefined, now + 600), await tell(completed(), 0, undefined, now - 600)]
    const early = await tell(completed(), 0)
    const before = await readMembership(testbed.db, companyId)
    await call(base, 'POST', `/v1/dev/checkout/${sessionId}?duplicate=1`, { json: { outcome: 'paid' } })
    const paid = completed()
    const copies = await Promise.all(Array.from({ length: 100 }, (_, n) => tell(paid, n)))
    const late = await tell(newEvent('checkout.session.expired', sessionId, now - 3 * 86_400), 1)
    const { membership, changes } = await readMembership(testbed.db, companyId)
    await using faulty = await testbed.start({ PROCESS_ROLE: 'api', ...planting('webhook signature skipped') })
    const unsigned = await send(faulty.base, completed(), 'wrong', now)
    await faulty.signal('SIGKILL')
    const control = await applyTwice(testbed, companyId, sessionId, () => tell(completed(), 0))
    return {
      done: `${copies.length} copies at once to two processes`,
      acknowledged: copies.filter((status) => status === 200).length,
      duplicates: Math.max(0, changes - 1),
      checks: [
        judgeForged('forged', forged),
        ...dated.map((status, n) => judgeForged(n === 0 ? 'signed in the future' : 'signed ten minutes ago', status)),
        holds(`told before it is paid (${early}): nothing changes`, early === 200 && before.changes === 0),
        holds(
          'every copy is answered 200',
          copies.every((status) => status === 200),
        ),
        holds(`an expiry told three days late (${late}) changes nothing`, late === 200 && membership === 'premium'),
        judgeGiven(changes),
      ],
      controls: [planted('webhook signature skipped', [judgeForged('signed by nobody', unsigned)]), control],
    }
  },
}

function judgeForged(what: string, status: number): Check {
  return holds(`${what}: refused (${status})`, status === 400)
}

function judgeGiven(changes: number): Check {
  return holds(`the plan was given once: ${changes}`, changes === 1)
}

/** Planted defect: the record that the payment took effect is deleted, as by a read not followed by its write. */
async function applyTwice(testbed: Testbed, companyId: string, sessionId: string, tell: () => Promise<number>) {
  await forgetPayment(testbed.db, companyId, sessionId)
  await tell()
  const { changes } = await readMembership(testbed.db, companyId)
  return planted('a payment applied without its lock', [judgeGiven(changes)])
}

function newEvent(type: string, sessionId: string, created: number): Event {
  return { id: `evt_${randomBytes(8).toString('hex')}`, type, sessionId, created }
}

async function send(base: string, { id, type, sessionId, created }: Event, secret: string, now: number) {
  const event = { id, object: 'event', type, livemode: false, created, data: { object: { id: sessionId } } }
  const body = Buffer.from(JSON.stringify(event))
  const headers = { 'content-type': 'application/json', 'stripe-signature': signWebhook(body, secret, now) }
  return (await call(base, 'POST', '/v1/payment/webhook', { body, headers })).status
}

/** The secret that the embedded payment signs with, derived from the key that the servers of this harness share. */
function webhookSecret({ folder }: Testbed): string {
  const key = Buffer.from(readFileSync(join(folder, 'secret.key'), 'utf8').trim(), 'hex')
  return Buffer.from(hkdfSync('sha256', key, '', 'parvis embedded payment webhooks', 32)).toString('hex')
}
