import { type BystanderReport, startBystander } from '../bench/parts/bystander.ts'
import { clientAt } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { type Books, isPaged, readBooks, readPace } from '../sql/fan-out.ts'
import { addMember, makeHall } from '../sql/people.ts'
import { insertPeople } from '../sql/seed.ts'
import { alertForm } from '../town/halls.ts'
import { judgeBystander, median } from './answers.ts'
import { broadcastTo, followedCompany, lanesPerWorker, pageSize, startWorker } from './fan-out-stage.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { planting } from './planting.ts'
import { until } from './until.ts'

/**
 * Y-010, Y-011: « danger » goes before the campaign under way, though a worker dies in its middle; everybody is told, and other people's
 * calls do not feel it. That no device is told twice or missed is F13's part. What is measured: the pushes leave for the outbox, which
 * stands for the push services, so that each worker pays a row of JSON for a device instead of its encryption; times are those of
 * PostgreSQL's clock; the other person calls from a thread of their own.
 */
export const dangerFirst: Fault = {
  id: 'ALERT',
  title: '« danger » before a campaign under way, a worker killed',
  run: async ({ testbed, long }) => {
    const count = long ? 100_000 : 20_000
    const { before, between, pace, seen } = await playAlert(testbed, clichy, count)
    const small = await playAlert(testbed, levallois, 10_000, planting(unwilling))
    return {
      done: `${count} devices in ${(pace.all / 1000).toFixed(1)} s (${Math.round((count * 1000) / pace.all)} a second), a campaign of ${count} under way, 1 kill`,
      recoveries: [pace.all],
      checks: [
        judgeWay(before, between),
        within(`the first ${firstDevices} told`, pace.first, 10_000),
        // Of a short run most is the wait for the marks of the dead worker, which are sent again after ten seconds.
        within('everybody told', pace.all, long ? 60_000 : 30_000),
        ...judgeBystander(seen, 250),
      ],
      controls: [planted(unwilling, [judgeWay(small.before, small.between)])],
    }
  },
}

const firstDevices = 10_000
const unwilling = 'a campaign that makes no way'

/** Rings a hall of so many devices while a campaign for as many is under way; one of two workers is killed at the half. */
async function playAlert(testbed: Testbed, town: Town, count: number, env: Record<string, string> = {}) {
  const { db } = testbed
  await using api = await testbed.start({ PROCESS_ROLE: 'api' })
  await using first = await startWorker(testbed, env)
  await using _second = await startWorker(testbed, env)
  const { key, campaign, before, bystander } = await ringBeside(testbed, api.base, town, count)
  // A look reads all marks: of 100,000 devices, 25 ms of a processor.
  const every = count / 100
  await until('half is told', 120_000, async () => (await readBooks(db, key)).sent >= count / 2, every)
  await first.signal('SIGKILL')
  await until('the last page is taken', 120_000, () => isPaged(db, key), 20)
  const between = await readBooks(db, campaign)
  await until('everybody is told', 120_000, async () => (await readBooks(db, key)).sent >= count, every)
  const seen = await bystander.stop()
  await using _third = await startWorker(testbed, env)
  await until('the campaign ends', 180_000, async () => hasEnded(await readBooks(db, campaign), count), 500)
  return { before, between, pace: await readPace(db, key, firstDevices), seen }
}

/** A campaign under way, then a danger, and another person who calls meanwhile; `before`: what had left when it was sent. */
async function ringBeside(testbed: Testbed, base: string, town: Town, count: number) {
  const hall = await openHall(testbed, town, count)
  const club = await followedCompany(testbed, count)
  const [other] = await insertPeople(testbed.db, 1)
  const bystander = startBystander(base, other?.token ?? '')
  await until('a process that has just started is warm', 60_000, async () => isWarm(await bystander.seen()), 1_000)
  const { key: campaign } = await broadcastTo(testbed, base, club)
  await until('the campaign goes on', 60_000, async () => (await readBooks(testbed.db, campaign)).sent > 0, 20)
  await bystander.seen()
  const key = `alert-${(await ringDanger(base, hall)).id}`
  return { key, campaign, before: await readBooks(testbed.db, campaign), bystander }
}

/** A second of calls, of which half are answered at once; an empty list says nothing. */
const isWarm = ({ times }: BystanderReport) => times.length > 10 && median(times) < 25

const hasEnded = ({ sent, marked, paged }: Books, count: number) => paged && sent + marked >= count

/** Of the campaign under way only the pages that the lanes of two workers had in hand leave before the last page of the alert. */
function judgeWay(before: Books, between: Books): Check {
  const told = between.sent - before.sent
  return holds(
    `the campaign under way makes way: ${told} of its devices told meanwhile, at most what two workers hold`,
    told <= 2 * lanesPerWorker * pageSize,
  )
}

export type Hall = { companyId: string; writer: string; sender: string; town: Town }
type Town = { code: string; name: string }

export const clichy = { code: '92024', name: 'Clichy' }
const levallois = { code: '92044', name: 'Levallois-Perret' }

/** A verified town hall with followers, and two members: one writes, the other sends. */
export async function openHall(testbed: Testbed, town: Town, followers: number): Promise<Hall> {
  const { owner, companyId } = await followedCompany(testbed, followers)
  const [colleague] = await insertPeople(testbed.db, 1)
  if (!colleague) throw new Error('a person was inserted')
  await addMember(testbed.db, companyId, colleague.userId, 'manager')
  await makeHall(testbed.db, companyId, town.code, 'mairie')
  return { companyId, writer: owner.token, sender: colleague.token, town }
}

export async function ringDanger(base: string, { companyId, writer, sender, town }: Hall) {
  const client = clientAt(base)
  const written = { params: { id: companyId }, token: writer, body: alertForm() as never }
  const { id } = await client.call('POST /v1/company/:id/alerts', written)
  const body = { confirmation: town.name }
  return await client.call('POST /v1/alerts/:id/send', { params: { id }, token: sender, body })
}
