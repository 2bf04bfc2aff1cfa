import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { clientAt } from '../bench/parts/http-client.ts'
import type { ServerProcess } from '../bench/parts/server-process.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { findCampaign, insertFollowers, readFanOut } from '../sql/fan-out.ts'
import { insertThreads, type Person } from '../sql/seed.ts'
import { type Check, holds } from './fault.ts'
import { until } from './until.ts'

/** What a worker that dies may hold: as many pages as it has lanes. */
export const lanesPerWorker = 4
export const pageSize = 100

export function startWorker(testbed: Testbed, env: Record<string, string> = {}): Promise<ServerProcess> {
  return testbed.start({ PROCESS_ROLE: 'worker', ...env })
}

export async function followedCompany(
  testbed: Testbed,
  followers: number,
): Promise<{ owner: Person; companyId: string }> {
  const { owner, threads } = await insertThreads(testbed.db, 1)
  const companyId = threads[0]?.companyId ?? ''
  await insertFollowers(testbed.db, companyId, followers)
  return { owner, companyId }
}

export async function broadcast(testbed: Testbed, owner: Person, companyId: string) {
  await using api = await testbed.start({ PROCESS_ROLE: 'api' })
  const campaign = await broadcastTo(testbed, api.base, owner, companyId)
  return campaign
}

export async function broadcastTo(testbed: Testbed, base: string, { token }: Person, companyId: string) {
  await clientAt(base).call('POST /v1/company/:id/broadcast', {
    token,
    params: { id: companyId },
    body: { message: 'Fête du livre' },
  })
  return await findCampaign(testbed.db, companyId)
}

/** Waits until every device was sent its push or is marked by a worker that died. */
export async function untilSettled(testbed: Testbed, key: string, followers: number): Promise<number> {
  return await until('the fan-out ends', 180_000, async () => {
    const { devices, marked, paged } = await readFanOut(testbed.db, key)
    return paged && devices + marked >= followers
  })
}

type Seen = { pushes: number; devices: number; marked: number }

export function judgeFanOut({ pushes, devices, marked }: Seen, followers: number, kills: number): Check[] {
  const unsent = followers - devices
  const max = lanesPerWorker * pageSize
  return [
    holds(`devices told twice: ${pushes - devices}`, pushes === devices),
    holds(`unsent ${unsent}, at most ${max} for each worker that stopped`, unsent <= kills * max),
    holds(`every unsent one is counted: ${marked} marked`, marked >= unsent),
  ]
}

/** Planted defect: forgets the marks of this many devices, which will be taken again. */
export async function forgetMarks(db: Database, key: string, max: number): Promise<void> {
  await sql`
    with campaign as (
      update push_campaigns set after_user_id = 0, after_device_id = 0, paged_at = null
      where push_campaigns.key = ${key} returning push_campaigns.id
    ), job as (
      insert into jobs (name, payload, priority, max_attempts)
      select 'push-fan-out', json_build_object('campaignId', campaign.id), 0, 5 from campaign returning jobs.id
    ), forgotten as (
      delete from push_deliveries where (push_deliveries.campaign_id, push_deliveries.device_mark) in (
        select marks.campaign_id, marks.device_mark from push_deliveries as marks
        join campaign on campaign.id = marks.campaign_id
        order by marks.state, marks.device_id limit ${max}
      )
    )
    select count(*) from job`.execute(db)
}

/** How many devices of the campaign are marked and not sent yet. */
export async function countMarked(db: Database, key: string): Promise<number> {
  const { rows } = await sql<{ marked: number }>`
    select count(*)::int as marked from push_deliveries
    join push_campaigns on push_campaigns.id = push_deliveries.campaign_id
    where push_campaigns.key = ${key} and push_deliveries.state = 'marked'`.execute(db)
  return rows[0]?.marked ?? 0
}

/** Planted defect: loses one push without a trace in the database. */
export async function losePush(db: Database, key: string): Promise<void> {
  await sql`
    delete from outbox where outbox.kind = 'push' and outbox.recipient = (
      select max(outbox.recipient) from outbox join devices on devices.token = outbox.recipient
      join follows on follows.user_id = devices.user_id
      join push_campaigns on push_campaigns.company_id = follows.company_id
      where push_campaigns.key = ${key} and outbox.kind = 'push'
    )`.execute(db)
}
