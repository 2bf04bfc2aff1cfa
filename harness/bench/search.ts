import { sql } from 'kysely'
import { insertThreads, type Thread, withoutIndexes, withoutTriggers } from '../sql/seed.ts'
import { percentileOf, timesOf } from './parts/load.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const calls = 200
/** One message in a hundred belongs to the company that searches (time-and-orders.md section 11). */
const share = 100
const others = 50

/** The queries, with their budget at p95 in milliseconds. */
const questions = [
  { name: 'a rare word', q: 'quetsches', budget: 60 },
  { name: 'three words', q: 'tarte aux quetsches', budget: 60 },
  { name: 'a beginning', q: 'quets', budget: 60 },
  { name: 'no such word', q: 'zythum', budget: 60 },
  { name: 'a word of every third message', q: 'éclairs', budget: 200 },
]

/** Search among the messages of all companies, through the server (next.md section 8). */
export async function benchSearch(testbed: Testbed, messages: number): Promise<Section> {
  return measureSearch(testbed, await prepareSearch(testbed, messages))
}

/** What was written, and by whom it is asked. */
type PreparedSearch = { companyId: string; token: string; mine: number; all: number; insertMilliseconds: number }

async function prepareSearch(testbed: Testbed, messages: number): Promise<PreparedSearch> {
  const mine = await insertThreads(testbed.db, 100)
  const own = Math.round(messages / share)
  const began = performance.now()
  await fillTalk(testbed, mine.threads, own)
  const insertMilliseconds = (performance.now() - began) / own
  const each = Math.round((messages * (share - 1)) / share / others)
  const talks: Thread[][] = []
  for (let company = 0; company < others; company++) talks.push((await insertThreads(testbed.db, 20)).threads)
  await withoutIndexes(testbed.db, 'message_words', async () => {
    const fillRest = async () => {
      for (let threads = talks.pop(); threads; threads = talks.pop()) await fillTalkAtOnce(testbed, threads, each)
    }
    await Promise.all([fillRest(), fillRest()])
  })
  await sql`vacuum analyze messages`.execute(testbed.db)
  return {
    companyId: mine.threads[0]?.companyId ?? '',
    token: mine.owner.token,
    mine: own,
    all: own + each * others,
    insertMilliseconds,
  }
}

async function measureSearch(testbed: Testbed, prepared: PreparedSearch): Promise<Section> {
  const { companyId, token, mine, all, insertMilliseconds } = prepared
  await using server = await testbed.start({ PROCESS_ROLE: 'api' })
  const overruns: string[] = []
  const rows: string[][] = []
  for (const { name, q, budget } of questions) {
    const path = `/v1/company/${companyId}/messages/search?q=${encodeURIComponent(q)}`
    await timesOf(server.base, path, token, 20)
    const times = await timesOf(server.base, path, token, calls)
    const [half, max] = [percentileOf(times, 0.5), percentileOf(times, 0.95)]
    if (max > budget) overruns.push(`search of ${name}: p95 ${max.toFixed(1)} ms, ${budget} allowed`)
    rows.push([name, half.toFixed(1), max.toFixed(1), String(budget)])
  }
  rows.push(['a message inserted, its words with it', insertMilliseconds.toFixed(3), '', ''])
  const size = (count: number) => count.toLocaleString('en')
  return {
    title: `Search among ${size(all)} messages, ${size(mine)} of the company (ms of ${calls})`,
    headings: ['question', 'median', 'p95', 'budget'],
    rows,
    overruns,
  }
}

/** As the server writes them, its triggers index each message. */
async function fillTalk({ db }: Testbed, threads: readonly Thread[], count: number): Promise<void> {
  for (let at = 0; at < count; at += batch) await insertTalk(db, threads, at, Math.min(at + batch, count))
}

/** The same rows without triggers or foreign-key checks; their words are inserted in one statement. */
async function fillTalkAtOnce({ db }: Testbed, threads: readonly Thread[], count: number): Promise<void> {
  await withoutTriggers(db, async (tx) => {
    await insertTalk(tx, threads, 0, count)
    await sql`
      insert into message_words (company_id, discussion_id, message_id, said_at, words)
      select ${threads[0]?.companyId}, messages.discussion_id, messages.id, messages.sent_at,
        word_vector(${threads[0]?.companyId}, messages.text)
      from messages where messages.discussion_id = any(${threads.map(({ discussionId }) => discussionId)}::uuid[])`.execute(
      tx,
    )
  })
}

const batch = 20_000

/** French sentences of some twenty thousand words, « éclairs » in each third one, « quetsches » in one of a thousand. */
async function insertTalk(db: Testbed['db'], threads: readonly Thread[], after: number, last: number): Promise<void> {
  const ids = threads.map(({ discussionId }) => discussionId)
  await sql`
    insert into messages (discussion_id, from_company, text)
    select (${ids}::uuid[])[1 + n % ${ids.length}], n % 2 = 0,
      'Bonjour, gardez-moi ' || (n % 7) || case when n % 3 = 0 then ' éclairs' else ' baguettes' end || ' du rayon'
        || (hashint4(n) & 16383) || case when n % 1000 = 0 then ' et une tarte aux quetsches' else '' end
    from generate_series(${after + 1}::int, ${last}::int) as n`.execute(db)
}
