import { sql } from 'kysely'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { percentileOf, timesOf } from './parts/load.ts'
import type { BenchWorld } from './parts/world.ts'
import type { Section } from './section.ts'

const calls = 200
/** Of a hundred messages, one is of the company that searches (time-and-orders.md section 11). */
const share = 100
const others = 50

/** What is asked, and the milliseconds that 95 of a hundred calls may take. */
const questions = [
  { name: 'a rare word', q: 'quetsches', budget: 60 },
  { name: 'three words', q: 'tarte aux quetsches', budget: 60 },
  { name: 'a beginning', q: 'quets', budget: 60 },
  { name: 'no such word', q: 'zythum', budget: 60 },
  { name: 'a word of every third message', q: 'éclairs', budget: 200 },
]

/** Search among the messages of all companies, through the server (next.md section 8). */
export async function benchSearch(world: BenchWorld, messages: number): Promise<Section> {
  const mine = await insertThreads(world.db, 100)
  const added = { mine: 0, others: 0 }
  const began = performance.now()
  for (let company = 0; company < others; company++) {
    const { threads } = await insertThreads(world.db, 20)
    added.others += await fillTalk(world, threads, Math.round((messages * (share - 1)) / share / others))
  }
  added.mine = await fillTalk(world, mine.threads, Math.round(messages / share))
  const insertMilliseconds = (performance.now() - began) / (added.mine + added.others)
  await sql`vacuum analyze message_words`.execute(world.db)
  const server = await world.start({ PROCESS_ROLE: 'api' })
  const overruns: string[] = []
  const rows: string[][] = []
  try {
    for (const { name, q, budget } of questions) {
      const path = `/v1/company/${mine.threads[0]?.companyId}/messages/search?q=${encodeURIComponent(q)}`
      await timesOf(server.base, path, mine.owner.token, 20)
      const times = await timesOf(server.base, path, mine.owner.token, calls)
      const [half, most] = [percentileOf(times, 0.5), percentileOf(times, 0.95)]
      if (most > budget) overruns.push(`search of ${name}: p95 ${most.toFixed(1)} ms, ${budget} allowed`)
      rows.push([name, half.toFixed(1), most.toFixed(1), String(budget)])
    }
  } finally {
    await server.signal('SIGKILL')
  }
  rows.push(['a message inserted, its words with it', insertMilliseconds.toFixed(3), '', ''])
  const size = (count: number) => count.toLocaleString('en')
  return {
    title: `Search among ${size(added.mine + added.others)} messages, ${size(added.mine)} of the company (ms of ${calls})`,
    headings: ['question', 'median', 'p95', 'budget'],
    rows,
    overruns,
  }
}

/** French sentences of some twenty thousand words, « éclairs » in each third one, « quetsches » in one of a thousand. */
async function fillTalk({ db }: BenchWorld, threads: readonly Thread[], count: number): Promise<number> {
  const ids = threads.map(({ discussionId }) => discussionId)
  const batch = 20_000
  for (let at = 0; at < count; at += batch)
    await sql`
      insert into messages (discussion_id, from_company, text)
      select (${ids}::uuid[])[1 + n % ${ids.length}], n % 2 = 0,
        'Bonjour, gardez-moi ' || (n % 7) || case when n % 3 = 0 then ' éclairs' else ' baguettes' end || ' du rayon'
          || (hashint4(n) & 16383) || case when n % 1000 = 0 then ' et une tarte aux quetsches' else '' end
      from generate_series(${at + 1}::int, ${Math.min(at + batch, count)}::int) as n`.execute(db)
  return count
}
