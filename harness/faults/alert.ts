import { sql } from 'kysely'
import { clientAt } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { startWitness } from '../bench/parts/witness.ts'
import { readFanOut } from '../sql/fan-out.ts'
import { addMember } from '../sql/people.ts'
import { insertPeople } from '../sql/seed.ts'
import {
  broadcastTo,
  followedCompany,
  forgetMarks,
  lanesPerWorker,
  losePush,
  pageSize,
  startWorker,
} from './fan-out-stage.ts'
import { type Check, type Control, type Fault, holds, percentile, planted, within } from './fault.ts'
import { until } from './until.ts'

/** Y-010, Y-011: « danger » goes before the campaign that waits, though a worker dies in its middle; everybody is told. */
export const dangerFirst: Fault = {
  id: 'ALERT',
  title: '« danger » before a queued campaign, a worker killed',
  run: async ({ testbed, long }) => {
    const count = long ? 100_000 : 20_000
    await using api = await testbed.start({ PROCESS_ROLE: 'api' })
    const hall = await openHall(testbed, count)
    const club = await followedCompany(testbed, count)
    const campaign = await broadcastTo(testbed, api.base, club.owner, club.companyId)
    await using first = await startWorker(testbed)
    await using _second = await startWorker(testbed)
    await until('the campaign goes on', 60_000, async () => (await readFanOut(testbed.db, campaign.key)).pushes > 0, 20)
    const [other] = await insertPeople(testbed.db, 1)
    const witness = startWitness(api.base, other?.token ?? '')
    const before = await readFanOut(testbed.db, campaign.key)
    const began = performance.now()
    const key = `alert-${(await ringDanger(api.base, hall)).id}`
    await until('half is told', 120_000, async () => (await readFanOut(testbed.db, key)).devices >= count / 2, 50)
    await first.signal('SIGKILL')
    await until('everybody is told', 180_000, async () => (await readFanOut(testbed.db, key)).devices >= count, 100)
    const took = performance.now() - began
    const between = await readFanOut(testbed.db, campaign.key)
    const seen = await witness.stop()
    await using _third = await startWorker(testbed)
    await until('the campaign ends', 180_000, async () => {
      const { devices, marked, paged } = await readFanOut(testbed.db, campaign.key)
      return paged && devices + marked >= count
    })
    const told = await readFanOut(testbed.db, key)
    return {
      done: `${count} devices in ${(took / 1000).toFixed(1)} s (${Math.round((count * 1000) / took)} a second), a campaign of ${count} queued, 1 kill`,
      acknowledged: count,
      lost: count - told.devices,
      duplicates: told.pushes - told.devices,
      recoveries: [took],
      checks: [
        ...judgeAlert(told, count),
        holds(
          `the campaign that began before it ends after it: ${between.pushes} told then, ${before.pushes} as it began`,
          between.pushes < count,
        ),
        within('everybody told', took, (60_000 * count) / 100_000),
        holds(
          `another person, ${seen.times.length} calls, refused ${seen.refusals.length}`,
          seen.refusals.length === 0,
        ),
        within('another person, p99', percentile(seen.times, 0.99), 250),
      ],
      controls: await breakAlert(testbed, key, count),
    }
  },
}

export type Hall = { companyId: string; writer: string; sender: string }

/** A verified town hall with followers, and two members: one writes, the other sends. */
export async function openHall(testbed: Testbed, followers: number): Promise<Hall> {
  const { owner, companyId } = await followedCompany(testbed, followers)
  const [colleague] = await insertPeople(testbed.db, 1)
  if (!colleague) throw new Error('a person was inserted')
  await addMember(testbed.db, companyId, colleague.userId, 'manager')
  await sql`
    update companies set type = 'mairie', category = 'mairie', identity_status = 'verified', town = '92024'
    where id = ${companyId}`.execute(testbed.db)
  await sql`
    insert into company_addresses (company_id, town, slug, is_current) values (${companyId}, '92024', 'mairie', true)`.execute(
    testbed.db,
  )
  return { companyId, writer: owner.token, sender: colleague.token }
}

export async function ringDanger(base: string, { companyId, writer, sender }: Hall) {
  const client = clientAt(base)
  const body = {
    level: 'danger',
    title: 'Crue de la Seine',
    text: 'Montez à l’étage, coupez le gaz et restez chez vous.',
    until: new Date(Date.now() + 6 * 3_600_000).toISOString(),
    exercise: false,
  } as const
  const { id } = await client.call('POST /v1/company/:id/alerts', { params: { id: companyId }, token: writer, body })
  return await client.call('POST /v1/alerts/:id/send', {
    params: { id },
    token: sender,
    body: { confirmation: 'Clichy' },
  })
}

/** Nobody is missed; what the dead worker had marked may ring twice, with the same tag. */
function judgeAlert({ devices, pushes }: { devices: number; pushes: number }, count: number): Check[] {
  return [
    holds(`devices not told ${count - devices}`, devices === count),
    holds(
      `told twice ${pushes - devices}, at most what one worker holds`,
      pushes - devices <= lanesPerWorker * pageSize,
    ),
  ]
}

/** One push lost without a trace; then the marks of more than one worker forgotten, as if they were written after sending. */
async function breakAlert(testbed: Testbed, key: string, count: number): Promise<Control[]> {
  await losePush(testbed.db, key)
  const lost = judgeAlert(await readFanOut(testbed.db, key), count)
  await forgetMarks(testbed.db, key, 3 * lanesPerWorker * pageSize)
  await until('sent again', 60_000, async () => {
    const { pushes, devices } = await readFanOut(testbed.db, key)
    return pushes - devices > lanesPerWorker * pageSize
  })
  const twice = judgeAlert(await readFanOut(testbed.db, key), count)
  return [planted('a push lost and counted nowhere', lost.slice(0, 1)), planted('sent, then marked', twice.slice(1))]
}
