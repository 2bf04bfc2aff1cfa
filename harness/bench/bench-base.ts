import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fillLoad } from '../sql/fill-load.ts'
import { fillTown } from '../sql/fill-town.ts'
import { type Answer, callSite, enterSite, tryCall } from './parts/http-client.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Asked, BenchBase } from './real-calls.ts'

/** A large base, a town of 500 businesses, and two hundred of its residents. */
export async function fill(
  { db }: Testbed,
  companies: number,
  { server, site }: { server: string; site: string },
): Promise<BenchBase> {
  const load = await fillLoad(db, companies)
  const town = { zip: '92300', city: 'Levallois-Perret', town: '92044' }
  await fillTown(db, { ...town, businesses: 500, publications: 1_500 })
  await sql`update companies set cac_active = true, membership = 'premium'`.execute(db)
  const { rows: shops } = await sql<{ id: string; slug: string }>`
    select company_id as id, slug from company_addresses where town = ${town.town} and is_current`.execute(db)
  const cookies = await enterSite({ base: server, host: site }, 200, 1)
  const { rows } = await sql<{ id: number }>`select id from users order by id desc limit 200`.execute(db)
  const residents = rows.toReversed().map(({ id }, n) => ({ cookie: cookies[n] ?? '', userId: id }))
  // What PostgreSQL would do of its own accord while calls are measured.
  await sql`alter system set autovacuum = off`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
  await sql`update sessions set last_seen_at = app_now()`.execute(db)
  return { ...load, shops, residents }
}

/** As a browser sends it: the portal's with its token, the site's from its own origin and an address of its own. */
export async function send(base: string, site: string, { method, path, token, json }: Asked): Promise<Answer> {
  const headers = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
  const answer = token?.startsWith('Bearer')
    ? await tryCall(base, method, path, { headers: { ...headers, authorization: token }, json })
    : await callSite({ base, host: site }, method, path, { headers, json, cookie: token })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 300)}`)
  return answer
}
