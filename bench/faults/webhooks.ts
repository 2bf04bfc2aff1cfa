import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertCommerce, readMembership } from '../../apps/server/src/bench/seed.queries.ts'
import { signWebhook } from '../../apps/server/src/gateways/payment/webhook-signature.ts'
import { call, callOk } from '../parts/http-client.ts'
import type { World } from '../parts/world.ts'
import { type Fault, holds } from './fault.ts'

type Event = { id: string; type: string; sessionId: string; created: number }

/** F12: the payment provider tells the same thing a hundred times at once, late, in the wrong order, or lies. */
export const webhookFlood: Fault = {
  id: 'F12',
  title: 'webhooks repeated, late, out of order, forged',
  run: async ({ world }) => {
    const { owner, companyId } = await insertCommerce(world.db)
    const servers = [await world.start(), await world.start()]
    const base = servers[0]?.base ?? ''
    const body = { companyId, subscriptionId: 'premium', periodicity: 'annual' }
    const asking = { token: owner.token, json: body }
    const { sessionId } = await callOk<{ sessionId: string }>(base, 'POST', '/v1/payment/create/paymentSession', asking)
    const now = Math.floor(Date.now() / 1_000)
    const tell = (event: Event, n: number, secret = webhookSecret(world)) =>
      send(servers[n % servers.length]?.base ?? base, event, secret, now)
    const forged = await tell(newEvent('checkout.session.completed', sessionId, now), 0, 'wrong')
    const early = await tell(newEvent('checkout.session.completed', sessionId, now), 0)
    const before = await readMembership(world.db, companyId)
    await call(base, 'POST', `/v1/dev/checkout/${sessionId}?duplicate=1`, { json: { outcome: 'paid' } })
    const paid = newEvent('checkout.session.completed', sessionId, now)
    const copies = await Promise.all(Array.from({ length: 100 }, (_, n) => tell(paid, n)))
    const late = await tell(newEvent('checkout.session.expired', sessionId, now - 3 * 86_400), 1)
    const { membership, changes } = await readMembership(world.db, companyId)
    for (const server of servers) await server.signal('SIGKILL')
    return {
      done: `${copies.length} copies at once to two processes`,
      acknowledged: copies.filter((status) => status === 200).length,
      duplicates: Math.max(0, changes - 1),
      checks: [
        holds(`control: forged is refused (${forged})`, forged === 400),
        holds(`told before it is paid (${early}): nothing changes`, early === 200 && before.changes === 0),
        holds(
          'every copy is answered 200',
          copies.every((status) => status === 200),
        ),
        holds(`an expiry told three days late (${late}) changes nothing`, late === 200 && membership === 'premium'),
        holds(`the plan was given once: ${changes}`, changes === 1),
      ],
    }
  },
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

/** What the embedded payment signs with: derived from the key that the servers of this world share. */
function webhookSecret({ folder }: World): string {
  const key = Buffer.from(readFileSync(join(folder, 'secret.key'), 'utf8').trim(), 'hex')
  return Buffer.from(hkdfSync('sha256', key, '', 'parvis embedded payment webhooks', 32)).toString('hex')
}
