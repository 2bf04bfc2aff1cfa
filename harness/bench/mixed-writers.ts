import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import type { LoadThread } from '../sql/fill-load.ts'
import { anyOf, type Loaded, productionSettings } from './calls.ts'
import { call } from './parts/http-client.ts'
import type { Section } from './section.ts'

const writers = 16
const seconds = 60
/** Few conversations, so that the writers contend for the same rows. */
const companies = 2
const conversations = 10
const day = 86_400_000

type Write = { name: string; method: string; path: string; token: string; json?: object }
type Meeting = LoadThread & { owner: string }

/**
 * Sixteen writers on the same few rows, each call under a new key: the deadlocks that PostgreSQL counted, retried ones included.
 */
export async function benchMixedWriters({ testbed, base }: Loaded): Promise<Section> {
  const meetings = meetingsOf({ testbed, base })
  await using server = await testbed.start(productionSettings)
  const before = await readDeadlocks(testbed.db)
  const counts = new Map<string, { done: number; refused: number; failed: number }>()
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < end) {
        const { name, method, path, token, json } = draw(anyOf(meetings))
        const { status } = await call(server.base, method, path, {
          token,
          json,
          headers: { 'idempotency-key': randomUUID() },
        })
        const count = counts.get(name) ?? { done: 0, refused: 0, failed: 0 }
        counts.set(name, count)
        count[kindOf(status)]++
      }
    }),
  )
  const deadlocks = (await readDeadlocks(testbed.db)) - before
  const failed = [...counts.values()].reduce((sum, count) => sum + count.failed, 0)
  return {
    title: `${writers} writers at ${conversations} conversations of ${companies} companies for ${seconds} s: ${deadlocks} deadlocks, ${failed} calls failed (budgets 0)`,
    headings: ['write, keyed', 'done', 'refused by a rule', 'failed'],
    rows: [...counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, { done, refused, failed: lost }]) => [name, String(done), String(refused), String(lost)]),
    overruns: [
      ...(deadlocks > 0 ? [`${deadlocks} deadlocks among ${writers} writers`] : []),
      ...(failed > 0 ? [`${failed} of the writers' calls failed`] : []),
    ],
  }
}

function meetingsOf({ base }: Loaded): Meeting[] {
  const some = base.companies.slice(0, companies)
  return some.flatMap(({ id, token }) =>
    base.threads
      .filter(({ companyId }) => companyId === id)
      .slice(0, conversations / companies)
      .map((thread) => ({ ...thread, owner: token })),
  )
}

function draw({ id, companyId, token, owner }: Meeting): Write {
  const talk = `/v1/discussions/${id}`
  const ofShop = `/v1/app/companies/${companyId}`
  const order = { pickupDateTime: new Date(Date.now() + 3 * day).toISOString(), orderContent: 'Deux baguettes' }
  return anyOf<Write>([
    { name: 'message of a resident', method: 'POST', path: `${talk}/message`, token, json: { message: 'Bonjour' } },
    {
      name: 'message of the company',
      method: 'POST',
      path: `${talk}/message`,
      token: owner,
      json: { message: 'Oui', companyId },
    },
    { name: 'order', method: 'POST', path: `${ofShop}/orders`, token, json: order },
    { name: 'follow', method: anyOf(['PUT', 'DELETE']), path: `${ofShop}/follow`, token },
    { name: 'mark unread', method: 'POST', path: `${talk}/unread`, token: owner, json: {} },
    { name: 'read, which marks as read', method: 'GET', path: `${talk}/messages`, token: anyOf([token, owner]) },
    { name: 'pause of orders', method: 'DELETE', path: `/v1/company/${companyId}/orders/pause`, token: owner },
    {
      name: 'block',
      method: 'POST',
      path: `/v1/app/discussions/${id}/${anyOf(['block', 'unblock', 'unblock'])}`,
      token,
    },
  ])
}

function kindOf(status: number): 'done' | 'refused' | 'failed' {
  if (status === 200) return 'done'
  return status < 500 ? 'refused' : 'failed'
}

async function readDeadlocks(db: Database): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select pg_stat_force_next_flush() is null as flushed, deadlocks::int from pg_stat_database
    where datname = current_database()`.execute(db)
  return rows[0]?.deadlocks ?? 0
}
