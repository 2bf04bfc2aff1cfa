import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { sql } from 'kysely'
import { type Answer, type CallOptions, call } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { insertCommerce, insertPeople, type Person } from '../sql/seed.ts'
import { type Check, type Fault, holds, planted } from './fault.ts'
import { planting } from './planting.ts'

const capacity = 5
const atOnce = 50
const contenders = 20

/** Orders at once on one quarter, and decisions at once on one order, through two API processes (Q-004, Q-022). */
export const deskRaces: Fault = {
  id: 'DESK',
  title: 'fifty orders for five places, twenty decisions on one order, two processes',
  run: async ({ testbed, long }) => {
    const rounds = long ? 100 : 10
    const desk = await openDesk(testbed)
    const servers = await Promise.all([0, 1].map(() => testbed.start({ PROCESS_ROLE: 'api' })))
    const bases = servers.map(({ base }) => base)
    const places = await repeat(rounds, () => fillQuarter(desk, bases))
    const decisions = await repeat(rounds, (round) => decideAtOnce(desk, bases, round))
    await Promise.all(servers.map((server) => server.signal('SIGKILL')))
    await using naive = await testbed.start({ PROCESS_ROLE: 'api', ...planting('a quarter that is never full') })
    const seen = await repeat(1, () => fillQuarter(desk, [naive.base]))
    return {
      done: `${rounds} rounds of ${atOnce} orders, ${rounds} of ${contenders} decisions`,
      checks: [judge('five places to five orders, the others SLOT_FULL', places), judge('one decision', decisions)],
      controls: [planted('a quarter that is never full', [judge('five places', seen)])],
    }
  },
}

type Desk = { testbed: Testbed; companyId: string; owner: Person; residents: Person[]; slot: string }

/** Open day and night on PREMIUM, five places a quarter: one in three hours is asked for. */
async function openDesk(testbed: Testbed): Promise<Desk> {
  const { owner, companyId } = await insertCommerce(testbed.db)
  await sql`update companies set membership = 'premium', cac_active = true where id = ${companyId}`.execute(testbed.db)
  await sql`
    insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    values (${companyId}, 0, 'all_days', '00:00', '23:59', true)`.execute(testbed.db)
  await sql`insert into order_settings (company_id, slots_on, capacity) values (${companyId}, true, ${capacity})`.execute(
    testbed.db,
  )
  const quarter = 900_000
  const start = Math.ceil(Date.now() / quarter) * quarter + 12 * quarter
  return {
    testbed,
    companyId,
    owner,
    residents: await insertPeople(testbed.db, atOnce),
    slot: writeParisIso(start),
  }
}

/** What was wrong with a round, undefined when nothing was. */
type Wrong = string | undefined

async function fillQuarter({ testbed, companyId, residents, slot }: Desk, bases: readonly string[]): Promise<Wrong> {
  await clear(testbed, companyId, 0)
  const answers = await Promise.all(
    residents.map(({ token }, n) => place(bases[n % bases.length] ?? '', companyId, token, slot)),
  )
  const taken = answers.filter(({ status }) => status === 200).length
  const isFull = ({ status, body }: Answer) =>
    status === 409 && /"SLOT_FULL"/.test(body) && (JSON.parse(body) as Full).error.details.slots.length === 3
  const refused = answers.filter(isFull).length
  const { held, live } = await readPlaces(testbed, companyId)
  const other = answers.find((answer) => answer.status !== 200 && !isFull(answer))
  const said = `${taken} answered 200, ${refused} SLOT_FULL with three others, ${held} places held, ${live} live orders, ${other?.status} ${other?.body.slice(0, 160)}`
  return taken === capacity && refused === atOnce - capacity && held === capacity && live === capacity
    ? undefined
    : said
}

type Full = { error: { details: { slots: unknown[] } } }

/**
 * One decision of accept, refuse, withdraw; the preparation starts at once, so that an accepted order cannot be withdrawn any
 * more.
 */
async function decideAtOnce(desk: Desk, bases: readonly string[], round: number): Promise<Wrong> {
  const { testbed, companyId, owner, residents, slot } = desk
  await clear(testbed, companyId, 0)
  const [resident] = residents
  if (!resident) throw new Error('residents were inserted')
  const base = (n: number) => bases[(n + round) % bases.length] ?? ''
  const asked = await place(base(0), companyId, resident.token, slot)
  const { id } = (JSON.parse(asked.body) as { data: { id: number } }).data
  await setPreparation(testbed, companyId, 1_440)
  const before = await readTold(testbed, id)
  const accepted = { pickupDateTime: slot, orderContent: 'Deux flans', total: '9' }
  const ways = [
    { verb: 'validate', token: owner.token, json: accepted },
    { verb: 'cancel', token: owner.token, json: { cancelMessage: 'Rupture' } },
    { verb: 'withdraw', token: resident.token, json: {} },
  ]
  const answers = await Promise.all(
    Array.from({ length: contenders }, (_, n) => {
      const { verb, token, json } = ways[(n + round) % ways.length] ?? { verb: '', token: '', json: {} }
      return insist(base(n), `/v1/clickAndCollect/order/${id}/${verb}`, { token, json })
    }),
  )
  const after = await readTold(testbed, id)
  const seen = {
    won: answers.filter(({ status }) => status === 200).length,
    lost: answers.filter(({ status }) => status === 409).length,
    messages: after.messages - before.messages,
    events: after.events - before.events,
    ...(await readPlaces(testbed, companyId)),
  }
  const held = after.state === 'accepted' ? 1 : 0
  const wanted = { won: 1, lost: contenders - 1, messages: 1, events: 1, held, live: held }
  return isDeepStrictEqual(seen, wanted) ? undefined : `${after.state}: ${JSON.stringify(seen)}`
}

function place(base: string, companyId: string, token: string, slot: string): Promise<Answer> {
  return insist(base, `/v1/app/companies/${companyId}/orders`, { token, json: { slot, orderContent: 'Deux flans' } })
}

/** A 503 for want of a connection is retried, as it asks: on a busy machine fifty calls at once wait more than two seconds. */
async function insist(base: string, path: string, options: CallOptions): Promise<Answer> {
  for (let left = 20; ; left--) {
    const answer = await call(base, 'POST', path, options)
    if (answer.status !== 503 || left === 0) return answer
    await pause(100)
  }
}

async function clear(testbed: Testbed, companyId: string, preparation: number): Promise<void> {
  await sql`update orders set state = 'revoked' where company_id = ${companyId}`.execute(testbed.db)
  await sql`update capacities set taken = 0 where company_id = ${companyId}`.execute(testbed.db)
  await setPreparation(testbed, companyId, preparation)
}

async function setPreparation({ db }: Testbed, companyId: string, minutes: number): Promise<void> {
  await sql`update order_settings set preparation = ${minutes} where company_id = ${companyId}`.execute(db)
}

async function readPlaces({ db }: Testbed, companyId: string): Promise<{ held: number; live: number }> {
  const { rows } = await sql<{ held: number; live: number }>`
    select (select coalesce(sum(taken), 0)::int from capacities where company_id = ${companyId}) as held,
      (select count(*)::int from orders where company_id = ${companyId} and state <= 'ready') as live`.execute(db)
  return rows[0] ?? { held: -1, live: -1 }
}

type Told = { state: string; messages: number; events: number }

/** What became of an order, the messages of its conversation and the lines of its history. */
async function readTold({ db }: Testbed, id: number): Promise<Told> {
  const { rows } = await sql<Told>`
    select orders.state,
      (select count(*)::int from messages where messages.discussion_id = orders.discussion_id) as messages,
      (select count(*)::int from order_events where order_events.order_id = orders.id) as events
    from orders where orders.id = ${id}`.execute(db)
  return rows[0] ?? { state: 'none', messages: -1, events: -1 }
}

async function repeat(rounds: number, play: (round: number) => Promise<Wrong>): Promise<Wrong[]> {
  const seen: Wrong[] = []
  for (let round = 0; round < rounds; round++) seen.push(await play(round))
  return seen
}

function judge(what: string, seen: readonly Wrong[]): Check {
  const wrong = seen.find((one) => one !== undefined)
  return holds(`${what}: ${seen.length} rounds${wrong ? `, one of them ${wrong}` : ''}`, wrong === undefined)
}
