import { callOk } from '../bench/parts/http-client.ts'
import type { ServerProcess } from '../bench/parts/server-process.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { findCampaign, insertFollowers, readFanOut } from '../sql/fan-out.ts'
import { insertThreads, type Person } from '../sql/seed.ts'
import { type Check, holds } from './fault.ts'
import { until } from './until.ts'

/** What a worker that dies may hold: as many pages as it has lanes. */
export const lanesPerWorker = 4
export const pageSize = 100

export function startWorker(testbed: Testbed): Promise<ServerProcess> {
  return testbed.start({ PROCESS_ROLE: 'worker' })
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
  const api = await testbed.start({ PROCESS_ROLE: 'api' })
  const campaign = await broadcastTo(testbed, api.base, owner, companyId)
  await api.signal('SIGKILL')
  return campaign
}

export async function broadcastTo(testbed: Testbed, base: string, { token }: Person, companyId: string) {
  await callOk(base, 'POST', `/v1/company/${companyId}/broadcast`, { token, json: { message: 'Fête du livre' } })
  return await findCampaign(testbed.db, companyId)
}

/** Until every device was told or is held by a worker that died. */
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
