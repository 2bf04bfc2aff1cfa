import { clientAt } from '../bench/parts/http-client.ts'
import type { ServerProcess, Testbed } from '../bench/parts/testbed.ts'
import { findCampaign } from '../sql/fan-out.ts'
import { insertFollowers, insertThreads, type Person } from '../sql/seed.ts'

/** What a worker that dies may hold: as many pages as it has lanes. */
export const lanesPerWorker = 4
export const pageSize = 100

export type Business = { owner: Person; companyId: string }

export function startWorker(testbed: Testbed, env: Record<string, string> = {}): Promise<ServerProcess> {
  return testbed.start({ PROCESS_ROLE: 'worker', ...env })
}

export async function followedCompany({ db }: Testbed, followers: number): Promise<Business> {
  const business = await insertThreads(db, 0)
  await insertFollowers(db, business.companyId, followers)
  return business
}

/** The campaign of that message, with how many receive it. */
export async function broadcastTo({ db }: Testbed, base: string, { owner: { token }, companyId }: Business) {
  const body = { message: 'Fête du livre' }
  await clientAt(base).call('POST /v1/company/:id/broadcast', { token, params: { id: companyId }, body })
  return await findCampaign(db, companyId)
}
