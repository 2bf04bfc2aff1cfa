import { randomInt } from 'node:crypto'
import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { columnOf, rowsOf, run } from '../../apps/server/src/db/database.ts'
import { startBystander } from '../bench/parts/bystander.ts'
import { type Answer, callSite, clientAt, enterSite } from '../bench/parts/http-client.ts'
import { productionSettings, type ServerProcess, type Testbed } from '../bench/parts/testbed.ts'
import { fillInstants, insertPeople, insertThreads } from '../sql/seed.ts'
import { judgeBystander, judgeStatuses } from './answers.ts'
import { type Check, type Control, type Fault, holds, planted } from './fault.ts'
import { type Defect, planting } from './planting.ts'
import { until } from './until.ts'

const capacity = 20
const site = 'parvis.localhost:4599'

/** J-011: a thousand people at once for twenty seats, through two processes of which one dies while they ask. */
export const crowd: Fault = {
  id: 'CROWD',
  title: 'a crowd for twenty seats, two processes, one killed',
  run: async ({ testbed }) => {
    const people = 1_000
    await using first = await startSite(testbed)
    await using second = await startSite(testbed)
    const evening = await openEvening(testbed, first)
    const cookies = await enterSite({ ...first, host: site }, people)
    const [other] = await insertPeople(testbed.db, 1)
    const bystander = startBystander(second.base, other?.token ?? '')
    const booked = bookAtOnce([first, second], evening, cookies)
    await until('a fifth has booked', 180_000, async () => (await readList(testbed, evening)).rows > people / 5, 20)
    await first.signal('SIGKILL')
    const died = performance.now()
    const answers = await booked
    const tail = performance.now() - died
    const seen = await bystander.stop()
    const checks = judgeList(await readList(testbed, evening), people)
    const freed = await giveBack(testbed, second, evening, answers)
    return {
      done: `${people} people, ${capacity} seats, 1 kill`,
      recoveries: [tail],
      checks: [
        holds(`every one is answered 200 in the end: ${answers.booked.length}`, answers.booked.length === people),
        judgeStatuses('refused meanwhile', answers.refused, [0, 503]),
        ...checks,
        ...freed,
        ...judgeBystander(seen, 250),
      ],
      controls: [
        await plantedCrowd(testbed, 'seats counted before the date is locked'),
        await plantedCrowd(testbed, 'a list in the order of the clock'),
        await plantedCrowd(testbed, 'a freed seat given twice'),
      ],
    }
  },
}

/** The phones of a crowd are other machines: where the priority may be given back (root), their clients give way to the servers. */
function giveWay(): Disposable {
  const before = getPriority()
  const isRoot = process.getuid?.() === 0
  if (isRoot) setPriority(constants.priority.PRIORITY_LOW)
  return { [Symbol.dispose]: () => void (isRoot && setPriority(before)) }
}

type Evening = { id: number; date: string }
type Booked = { cookie: string; id: number; state: string }

const startSite = (testbed: Testbed, env: Record<string, string> = {}) =>
  testbed.start({
    ...productionSettings,
    SECRET_KEY: testbed.secretKey,
    PROCESS_ROLE: 'api',
    TRUST_PROXY: '1',
    RESIDENT_URL: `http://${site}`,
    ...env,
  })

/** A date of an association's class, with seats. */
async function openEvening({ db }: Testbed, { base }: ServerProcess): Promise<Evening> {
  const { owner, companyId } = await insertThreads(db, 0)
  const id = await fillInstants(db, [companyId], 1)
  await run(db)`update companies set identity_status = 'verified' where id = ${companyId}`
  const desk = await clientAt(base).call('PUT /v1/instants/:id/bookings', {
    token: owner.token,
    params: { id },
    body: { version: 0, capacity },
  })
  return { id, date: desk.dates[0]?.date ?? '' }
}

const ask = ({ base }: ServerProcess, path: string, json: object, cookie: string) =>
  callSite({ base, host: site }, 'POST', `/v1/site${path}`, { json, cookie, timeout: 20_000 })

/** Everybody taps at once, and again at the other process, when it was told to, while there is no answer or no room. */
async function bookAtOnce(servers: readonly ServerProcess[], { id, date }: Evening, cookies: readonly string[]) {
  using _elsewhere = giveWay()
  const refused: Answer[] = []
  const booked: Booked[] = []
  const tap = async (cookie: string, lane: number) => {
    for (let n = lane; n < lane + 200; n++) {
      const server = servers[n % servers.length] as ServerProcess
      const answer = await ask(server, `/instants/${id}/bookings`, { date, wait: 1 }, cookie)
      if (answer.status === 200) return booked.push({ ...(JSON.parse(answer.body) as { data: Booked }).data, cookie })
      refused.push(answer)
      await pause(1_000 * Number(answer.headers['retry-after'] ?? 1) + randomInt(1_000))
    }
    return undefined
  }
  await Promise.all(cookies.map(tap))
  return { booked, refused }
}

type List = { rows: number; people: number; taken: number; seats: number; waiting: number; gaps: number }

/** What is stored of a date: its rows and its people, what it counts as taken and what its rows hold, its list. */
async function readList({ db }: Testbed, { date }: Evening): Promise<List> {
  const rows = await rowsOf<List>(db)`
    select count(*)::int as rows, count(distinct bookings.user_id)::int as people,
      (select capacities.taken from capacities where capacities.subject = ${date}) as taken,
      coalesce(sum(bookings.seats) filter (where bookings.state in ('held', 'offered')), 0)::int as seats,
      count(*) filter (where bookings.state = 'waiting')::int as waiting,
      (coalesce(max(bookings.rank) - min(bookings.rank) + 1, 0) - count(distinct bookings.rank))::int as gaps
    from bookings where bookings.subject = ${date}`
  return rows[0] as List
}

function judgeList({ rows, people, taken, seats, waiting, gaps }: List, crowded: number): Check[] {
  return [
    holds(`seats held ${seats}, counted ${taken}`, seats === capacity && taken === capacity),
    holds(`waiting ${waiting}, ${gaps} gaps in the list`, waiting === crowded - capacity && gaps === 0),
    holds(`rows ${rows} of ${people} people`, rows === crowded && people === crowded),
  ]
}

/** Each seat given back goes to the head of the list: the order in which the row of the date was locked, never a clock's. */
async function giveBack(testbed: Testbed, server: ServerProcess, evening: Evening, { booked }: { booked: Booked[] }) {
  let passed = 0
  for (const { id, cookie } of booked.filter(({ state }) => state === 'held')) {
    const [head] = await listRanks(testbed, evening, 'waiting')
    await ask(server, `/bookings/${id}/withdraw`, {}, cookie)
    if (!(await listRanks(testbed, evening, 'offered')).includes(head ?? 0)) passed++
  }
  const { seats } = await readList(testbed, evening)
  return [
    holds(`all given back: ${seats} offered`, seats === capacity),
    holds(`the head of the list passed over ${passed} times`, passed === 0),
  ]
}

async function listRanks({ db }: Testbed, { date }: Evening, state: string): Promise<number[]> {
  return await columnOf<number>(db)`
    select id from bookings where subject = ${date} and state = ${state} order by rank`
}

/** A smaller crowd at a server with that defect. */
async function plantedCrowd(testbed: Testbed, defect: Defect): Promise<Control> {
  const people = 200
  await using faulty = await startSite(testbed, planting(defect))
  const evening = await openEvening(testbed, faulty)
  const answers = await bookAtOnce([faulty], evening, await enterSite({ ...faulty, host: site }, people))
  const list = judgeList(await readList(testbed, evening), people)
  return planted(defect, [...list, ...(await giveBack(testbed, faulty, evening, answers))])
}
